// Makes system calls fail in a program that preloads this library with LD_PRELOAD. The calls listed
// in FAILING_CALL, separated by commas, fail from the FAILING_FROM-th call on, if they concern a
// file below FAILING_PATH. FAILING_CODE is the errno, by default EIO. With 0, calls that set modes
// succeed without effect, and others fail with EPERM. Each failure creates the file FAILING_MARK.
// Files and directories created below FAILING_PATH get the mode FAILING_MODE, if set.
//
// fsync-directory stands for fsync of directories alone, and renameat2-flags for renameat2 with
// flags.
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

static bool is_chosen(const char *call) {
    const char *list = getenv("FAILING_CALL");
    size_t length = strlen(call);
    while (list != NULL && *list != 0) {
        size_t next = strcspn(list, ",");
        if (next == length && strncmp(list, call, length) == 0)
            return true;
        list += list[next] == 0 ? next : next + 1;
    }
    return false;
}

static int error_number(void) {
    const char *code = getenv("FAILING_CODE");
    return code == NULL ? EIO : atoi(code);
}

static bool fails(const char *call, bool is_ours) {
    if (!is_ours || !is_chosen(call))
        return false;
    const char *from = getenv("FAILING_FROM"), *file = getenv("FAILING_MARK");
    if (atomic_fetch_add(&count, 1) + 1 < (from == NULL ? 1 : atoi(from)))
        return false;
    if (file != NULL)
        syscall(SYS_close, (int)syscall(SYS_openat, AT_FDCWD, file, O_CREAT | O_WRONLY, 0600));
    errno = error_number() == 0 ? EPERM : error_number();
    return true;
}

/// The result of a call without effect.
static int refusal(void) { return error_number() == 0 ? 0 : -1; }

static bool is_directory(int descriptor) {
    struct stat facts;
    return syscall(SYS_newfstatat, descriptor, "", &facts, AT_EMPTY_PATH) == 0 &&
           S_ISDIR(facts.st_mode);
}

static void set_chosen_mode(int directory, const char *name) {
    const char *mode = getenv("FAILING_MODE");
    if (mode != NULL && is_name_below(directory, name))
        syscall(SYS_fchmodat, directory, name, (mode_t)strtol(mode, NULL, 8));
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
int fsync(int file) {
    bool is_ours = is_file_below(file);
    if (fails("fsync", is_ours) || (is_directory(file) && fails("fsync-directory", is_ours)))
        return -1;
    return REAL(fsync)(file);
}
int fchmod(int file, mode_t mode) {
    return fails("fchmod", is_file_below(file)) ? refusal() : REAL(fchmod)(file, mode);
}
int fchmodat(int directory, const char *name, mode_t mode, int flags) {
    return fails("fchmodat", is_name_below(directory, name))
               ? refusal()
               : REAL(fchmodat)(directory, name, mode, flags);
}
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
    if (fails("renameat2", is_ours) || (flags != 0 && fails("renameat2-flags", is_ours)))
        return -1;
    return REAL(renameat2)(from, name, to, other, flags);
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
    if (fails("mkdirat", is_name_below(directory, name)))
        return -1;
    int result = REAL(mkdirat)(directory, name, mode);
    if (result == 0)
        set_chosen_mode(directory, name);
    return result;
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
    int opened = (int)syscall(SYS_openat, directory, name, flags, mode);
    if (opened >= 0 && (flags & O_EXCL) != 0)
        set_chosen_mode(directory, name);
    return opened;
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
