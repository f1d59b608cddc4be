// A plugin that changes the process, in an initialiser or in its entry point. Each -D is one
// change.
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.effects", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"], "classes": [{"id": "Only", "version": 1}]
})

static void handler(int number) { (void)number; }

static void change(void) {
    (void)handler;
#ifdef ROUNDING
    fesetround(FE_UPWARD);
#endif
#ifdef FLUSHING
    // The effect of a library that gcc has linked with -ffast-math.
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#elif defined(__aarch64__)
    uint64_t mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    __asm__ volatile("msr fpcr, %0" : : "r"(mode | UINT64_C(1) << 24));
#endif
#endif
#ifdef HANDLERS
    signal(SIGUSR2, handler);
    signal(SIGPIPE, SIG_IGN);
#endif
#ifdef MASK
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
#endif
#ifdef LOCALE
    setlocale(LC_ALL, "C.UTF-8");
#endif
#ifdef THREAD_LOCALE
    uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0));
#endif
#ifdef DIRECTORY
    if (chdir("/") != 0)
        abort();
#endif
#ifdef CLOSING
    // Programs that become daemons close all but the standard descriptors. The test needs the
    // others.
    for (int descriptor = 3; descriptor < 256; descriptor++)
        if (fcntl(descriptor, F_GETFL) > 0 && (fcntl(descriptor, F_GETFL) & O_PATH) != 0)
            close(descriptor);
#endif
#ifdef RAISING
    raise(SIGUSR2);
#endif
#ifdef ENVIRONMENT
    setenv("EFFECTS_NEW", "1", 1);
    setenv("EFFECTS_OLD", "2", 1);
    unsetenv("EFFECTS_GONE");
#endif
#ifdef FAULTS
    // A fault would then loop through the handler endlessly.
    signal(SIGSEGV, handler);
#endif
}

#ifndef IN_ENTRY_POINT
__attribute__((constructor)) static void initialise(void) { change(); }
#endif

CLASS(only, "Only", 1, .create = create_empty, .destroy = destroy_empty);

#ifdef IN_ENTRY_POINT
ENTRY_POINT_RUNNING(change(), "org.example.effects", &only)
#else
ENTRY_POINT("org.example.effects", only)
#endif
