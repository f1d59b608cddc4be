#define _GNU_SOURCE
#include "restoration_ledger.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { watch_count = 128, stack_size = 64 << 10 };

// A page and its restoring thread. The handler uses only these.
static struct {
    _Atomic(restoration_ledger *) page;
    _Atomic pid_t process;
    _Atomic pid_t thread;
} watches[watch_count];
static atomic_bool is_taken[watch_count];
// The alternate stack that a watch gave to its thread; null if the thread had one.
static void *stacks[watch_count];
static pid_t stack_threads[watch_count];

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { fatal_count = sizeof fatal / sizeof *fatal };
// The earlier dispositions, written before our handler is installed.
static struct sigaction earlier[fatal_count];
// Whether the signal has arrived since our handler was installed.
static atomic_bool has_arrived[fatal_count];
// Guards the watch count and the handlers. No handler takes it.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int watching;

static pid_t this_thread(void) { return (pid_t)syscall(SYS_gettid); }

// Whether another process sent the signal, so that no code of ours caused it.
static bool is_from_elsewhere(const siginfo_t *info) {
    return info->si_code <= 0 && info->si_pid != getpid();
}

static void stamp(int signal_number) {
    pid_t process = getpid(), thread = this_thread();
    for (int number = 0; number < watch_count; number++) {
        restoration_ledger *page = atomic_load(&watches[number].page);
        // A child process shares the page and must not write to it.
        if (page == NULL || atomic_load(&watches[number].process) != process)
            continue;
        bool is_own = atomic_load(&watches[number].thread) == thread;
        restoration_ledger_stamp(&page->mark, signal_number, is_own ? 0 : (uint32_t)thread);
    }
}

// Replaces a page of a file with memory, so that writes can continue.
static bool replace_page(restoration_ledger *page) {
    return mmap(page, sizeof *page, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

// Writes to a page raise SIGBUS if its file was cut short or the disk fails.
static bool replaces_lost_page(int signal_number, const siginfo_t *info) {
    if (signal_number != SIGBUS || info->si_code <= 0)
        return false;
    for (int number = 0; number < watch_count; number++) {
        restoration_ledger *page = atomic_load(&watches[number].page);
        uintptr_t offset = (uintptr_t)info->si_addr - (uintptr_t)page;
        if (page == NULL || offset >= sizeof *page)
            continue;
        return replace_page(page);
    }
    return false;
}

// In a forked child: detaches from the pages, whose marks describe the parent's code.
static void detach_pages(void) {
    for (int number = 0; number < watch_count; number++) {
        restoration_ledger *page = atomic_load(&watches[number].page);
        if (page != NULL)
            replace_page(page);
    }
    pthread_mutex_unlock(&lock);
}

static void take_lock(void) { pthread_mutex_lock(&lock); }
static void give_lock(void) { pthread_mutex_unlock(&lock); }
static void notice_forks(void) { pthread_atfork(take_lock, give_lock, detach_pages); }

// Whether the failed instruction fails again when the handler returns.
static bool happens_again(int signal_number, const siginfo_t *info) {
    if (info->si_code <= 0 || (signal_number == SIGBUS && info->si_code == BUS_MCEERR_AO))
        return false;
#if defined(__x86_64__)
    // A breakpoint's signal arrives after its instruction.
    if (signal_number == SIGTRAP)
        return false;
#endif
    return true;
}

static void handle(int signal_number, siginfo_t *info, void *context) {
    static const struct sigaction none = {.sa_handler = SIG_DFL};
    (void)context;
    int saved = errno, index = 0;
    if (replaces_lost_page(signal_number, info)) {
        errno = saved;
        return;
    }
    while (index < fatal_count - 1 && fatal[index] != signal_number)
        index++;
    // An earlier handler may be installed over ours and call it. The two would then pass the signal
    // to each other forever.
    bool comes_again = atomic_exchange(&has_arrived[index], true);
    if (!comes_again && !is_from_elsewhere(info))
        stamp(signal_number);
    // Restores the earlier disposition, as if ours had never been installed. The signal comes again
    // from the failed instruction or, if that does not fail again, from us with the same siginfo.
    // It stays blocked until this handler returns.
    sigaction(signal_number, comes_again ? &none : &earlier[index], NULL);
    if (!happens_again(signal_number, info))
        syscall(SYS_rt_tgsigqueueinfo, getpid(), this_thread(), signal_number, info);
    errno = saved;
}

static bool is_ours(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) != 0 && action->sa_sigaction == handle;
}

static void install(void) {
    for (int index = 0; index < fatal_count; index++) {
        struct sigaction found, action = {0};
        if (sigaction(fatal[index], NULL, &found) != 0 || is_ours(&found))
            continue;
        earlier[index] = found;
        atomic_store(&has_arrived[index], false);
        action.sa_sigaction = handle;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        action.sa_mask = found.sa_mask;
        sigaction(fatal[index], &action, NULL);
    }
}

// Restores the earlier dispositions, except where another handler was installed over ours.
static void uninstall(void) {
    for (int index = 0; index < fatal_count; index++) {
        struct sigaction now;
        if (sigaction(fatal[index], NULL, &now) == 0 && is_ours(&now))
            sigaction(fatal[index], &earlier[index], NULL);
    }
}

// Allocates an alternate stack for this thread; null if it has one.
static void *allocate_stack(void) {
    stack_t found;
    if (sigaltstack(NULL, &found) != 0 || (found.ss_flags & SS_DISABLE) == 0)
        return NULL;
    void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
    if (sigaltstack(&stack, NULL) == 0)
        return memory;
    munmap(memory, stack_size);
    return NULL;
}

// Frees the stack, unless its thread may still use it.
static void free_stack(void *memory, bool is_same_thread) {
    stack_t found, none = {.ss_flags = SS_DISABLE};
    if (memory == NULL || !is_same_thread || sigaltstack(NULL, &found) != 0)
        return;
    if (found.ss_sp == memory && sigaltstack(&none, NULL) != 0)
        return;
    munmap(memory, stack_size);
}

int restoration_crash_watch(restoration_ledger *page) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, notice_forks);
    for (int number = 0; number < watch_count; number++) {
        if (atomic_exchange(&is_taken[number], true))
            continue;
        stacks[number] = allocate_stack();
        stack_threads[number] = this_thread();
        atomic_store(&watches[number].thread, this_thread());
        atomic_store(&watches[number].process, getpid());
        atomic_store(&watches[number].page, page);
        pthread_mutex_lock(&lock);
        if (watching++ == 0)
            install();
        pthread_mutex_unlock(&lock);
        return number;
    }
    return -ENOSPC;
}

void restoration_crash_follow(int number) {
    if (number < 0 || number >= watch_count)
        return;
    atomic_store(&watches[number].thread, this_thread());
}

void restoration_crash_unwatch(int number) {
    if (number < 0 || number >= watch_count)
        return;
    pthread_mutex_lock(&lock);
    if (--watching == 0)
        uninstall();
    pthread_mutex_unlock(&lock);
    atomic_store(&watches[number].page, NULL);
    free_stack(stacks[number], stack_threads[number] == this_thread());
    stacks[number] = NULL;
    atomic_store(&is_taken[number], false);
}
