#include "thread_use.h"

#include <stddef.h>
#include <sys/resource.h>
#include <time.h>

// An executable's own malloc replaces the C library's in everything that it links. glibc exports
// its own under these names. The extra instruction per call is too short to measure.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static __thread uint64_t calls __attribute__((tls_model("initial-exec")));

uint64_t thread_allocations(void) { return calls; }

uint64_t thread_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t peak_memory_kib(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss;
}

void *malloc(size_t size) {
    calls++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    calls++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    calls++;
    return __libc_realloc(memory, size);
}
