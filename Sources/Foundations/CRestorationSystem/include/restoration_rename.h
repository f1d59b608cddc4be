/// Renaming with flags, which Swift's Glibc module does not show.
#ifndef RESTORATION_RENAME_H
#define RESTORATION_RENAME_H

/// Exchanges the files that two names stand for, in one step that a crash cannot split.
///
/// Both names are looked up in the directory `directory`, an open descriptor, and both must exist.
/// Returns 0, or the error number: EINVAL or ENOSYS where the file system or the kernel cannot
/// exchange names. Semantic source: renameat2(2), RENAME_EXCHANGE.
int restoration_exchange_names(int directory, const char *one, const char *other);

/// Renames `from` to `to` in the directory `directory` unless `to` exists.
///
/// Returns 0, or the error number: EEXIST if `to` exists, EINVAL or ENOSYS where the file system
/// or the kernel cannot promise that. Semantic source: renameat2(2), RENAME_NOREPLACE.
int restoration_rename_without_replacing(int directory, const char *from, const char *to);

#endif
