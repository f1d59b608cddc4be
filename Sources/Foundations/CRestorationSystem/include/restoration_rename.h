/// Renaming with flags, which Swift's Glibc module lacks.
#ifndef RESTORATION_RENAME_H
#define RESTORATION_RENAME_H

/// Exchanges two files' names atomically, even in a crash.
///
/// Both names must exist in `directory`, an open descriptor. Returns 0, or the error number: EINVAL
/// or ENOSYS if the file system or the kernel cannot exchange names. Semantic source: renameat2(2),
/// RENAME_EXCHANGE.
int restoration_exchange_names(int directory, const char *one, const char *other);

/// Renames `from` to `to` in `directory` unless `to` exists.
///
/// Returns 0, or the error number: EEXIST if `to` exists, EINVAL or ENOSYS if the file system or
/// the kernel lacks the operation. Semantic source: renameat2(2), RENAME_NOREPLACE.
int restoration_rename_without_replacing(int directory, const char *from, const char *to);

#endif
