// Lets a system call fail, for a program that is started with this library in LD_PRELOAD: the call
// that FAILING_CALL names fails with EIO from the FAILING_FROM-th time on, for ever, where it is
// about a file below FAILING_PATH. The file FAILING_MARK is there once it has failed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int count;

static bool is_below(const char *path) {
    const char *directory = getenv("FAILING_PATH");
    return directory != NULL && strncmp(path, directory, strlen(directory)) == 0;
}

static bool is_file_below(int descriptor) {
    char link[64], path[4096];
    if (descriptor < 0)
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return false;
    path[length] = 0;
    return is_below(path);
}

static bool is_name_below(int directory, const char *name) {
    return name[0] == '/' ? is_below(name) : is_file_below(directory);
}

static bool fails(const char *call, bool is_ours) {
    const char *chosen = getenv("FAILING_CALL"), *from = getenv("FAILING_FROM");
    if (!is_ours || chosen == NULL || strcmp(chosen, call) != 0 ||
        atomic_fetch_add(&count, 1) + 1 < atoi(from))
        return false;
    int mark = (int)syscall(SYS_openat, AT_FDCWD, getenv("FAILING_MARK"), O_CREAT | O_WRONLY, 0600);
    syscall(SYS_close, mark);
    errno = EIO;
    return true;
}

#pragma GCC visibility push(default)
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    return fails("pwrite64", is_file_below(file)) ? -1 : REAL(pwrite64)(file, bytes, size, offset);
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return pwrite64(file, bytes, size, offset);
}
ssize_t pread64(int file, void *bytes, size_t size, off64_t offset) {
    return fails("pread64", is_file_below(file)) ? -1 : REAL(pread64)(file, bytes, size, offset);
}
ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
    return pread64(file, bytes, size, offset);
}
ssize_t write(int file, const void *bytes, size_t size) {
    return fails("write", is_file_below(file)) ? -1 : REAL(write)(file, bytes, size);
}
int fsync(int file) { return fails("fsync", is_file_below(file)) ? -1 : REAL(fsync)(file); }
int fdatasync(int file) {
    return fails("fdatasync", is_file_below(file)) ? -1 : REAL(fdatasync)(file);
}
int ftruncate64(int file, off64_t size) {
    return fails("ftruncate", is_file_below(file)) ? -1 : REAL(ftruncate64)(file, size);
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }
int renameat(int from, const char *name, int to, const char *other) {
    bool is_ours = is_name_below(from, name);
    return fails("renameat2", is_ours) ? -1 : REAL(renameat)(from, name, to, other);
}
int renameat2(int from, const char *name, int to, const char *other, unsigned flags) {
    bool is_ours = is_name_below(from, name);
    return fails("renameat2", is_ours) ? -1 : REAL(renameat2)(from, name, to, other, flags);
}
int linkat(int from, const char *name, int to, const char *other, int flags) {
    bool is_ours = is_name_below(from, name);
    return fails("linkat", is_ours) ? -1 : REAL(linkat)(from, name, to, other, flags);
}
int unlinkat(int directory, const char *name, int flags) {
    return fails("unlinkat", is_name_below(directory, name))
               ? -1
               : REAL(unlinkat)(directory, name, flags);
}
int mkdirat(int directory, const char *name, mode_t mode) {
    return fails("mkdirat", is_name_below(directory, name))
               ? -1
               : REAL(mkdirat)(directory, name, mode);
}
int fstat(int file, struct stat *facts) {
    return fails("fstat", is_file_below(file)) ? -1 : REAL(fstat)(file, facts);
}
int flock(int file, int operation) {
    return fails("flock", is_file_below(file)) ? -1 : REAL(flock)(file, operation);
}
int msync(void *memory, size_t size, int flags) {
    return fails("msync", true) ? -1 : REAL(msync)(memory, size, flags);
}
void *mmap64(void *place, size_t size, int access, int flags, int file, off64_t offset) {
    return fails("mmap", is_file_below(file))
               ? MAP_FAILED
               : REAL(mmap64)(place, size, access, flags, file, offset);
}
void *mmap(void *place, size_t size, int access, int flags, int file, off_t offset) {
    return mmap64(place, size, access, flags, file, offset);
}

static int open_below(int directory, const char *name, int flags, mode_t mode) {
    if (fails("openat", is_name_below(directory, name)))
        return -1;
    return (int)syscall(SYS_openat, directory, name, flags, mode);
}
#define MODE(last, flags)                                                                         \
    mode_t mode = 0;                                                                               \
    if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {                                                  \
        va_list rest;                                                                              \
        va_start(rest, last);                                                                      \
        mode = va_arg(rest, mode_t);                                                               \
        va_end(rest);                                                                              \
    }
int openat(int directory, const char *name, int flags, ...) {
    MODE(flags, flags)
    return open_below(directory, name, flags, mode);
}
int openat64(int directory, const char *name, int flags, ...) {
    MODE(flags, flags)
    return open_below(directory, name, flags, mode);
}
int open(const char *path, int flags, ...) {
    MODE(flags, flags)
    return open_below(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE(flags, flags)
    return open_below(AT_FDCWD, path, flags, mode);
}
#pragma GCC visibility pop
