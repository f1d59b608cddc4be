// Calls g_ascii_digit_value through GObject Introspection, and prints the nanoseconds per call.
// Needs no headers, because it loads the library at run time.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

typedef union { // GIArgument
    int8_t character;
    int32_t number;
    uint64_t word;
} argument;

int main(void) {
    enum { count = 200000 };
    void *library = dlopen("libgirepository-1.0.so.1", RTLD_NOW);
    if (!library) return 1;
    void *(*require)(void *, const char *, const char *, int, void **) =
        (void *(*)(void *, const char *, const char *, int, void **))dlsym(library,
                                                                         "g_irepository_require");
    void *(*find)(void *, const char *, const char *) =
        (void *(*)(void *, const char *, const char *))dlsym(library,
                                                             "g_irepository_find_by_name");
    int (*invoke)(void *, const argument *, int, const argument *, int, argument *, void **) =
        (int (*)(void *, const argument *, int, const argument *, int, argument *, void **))dlsym(
            library, "g_function_info_invoke");
    if (!require || !find || !invoke || !require(NULL, "GLib", "2.0", 0, NULL)) return 1;
    void *function = find(NULL, "GLib", "ascii_digit_value");
    if (!function) return 1;
    double best = 0;
    for (int round = 0; round < 3; round++) {
        double start = now();
        for (int index = 0; index < count; index++) {
            argument given = {.character = '7'}, result = {.word = 0};
            if (!invoke(function, &given, 1, NULL, 0, &result, NULL)) return 1;
            if (result.number != 7) return 1;
        }
        double time = (now() - start) / count;
        if (round == 0 || time < best) best = time;
    }
    printf("%f\n", best);
    return 0;
}
