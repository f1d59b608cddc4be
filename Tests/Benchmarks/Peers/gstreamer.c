// Starts GStreamer with the registry that GST_REGISTRY names, and prints the elapsed nanoseconds
// and the number of plugins. Needs no headers, because it loads the library at run time.
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(void) {
    void *library = dlopen("libgstreamer-1.0.so.0", RTLD_NOW | RTLD_GLOBAL);
    if (!library) return 1;
    void (*initialise)(int *, char ***) = (void (*)(int *, char ***))dlsym(library, "gst_init");
    void *(*registry)(void) = (void *(*)(void))dlsym(library, "gst_registry_get");
    void *(*plugins)(void *) = (void *(*)(void *))dlsym(library, "gst_registry_get_plugin_list");
    unsigned (*length)(void *) = (unsigned (*)(void *))dlsym(RTLD_DEFAULT, "g_list_length");
    if (!initialise || !registry || !plugins || !length) return 1;
    long long start = now();
    initialise(NULL, NULL);
    long long end = now();
    printf("%lld %u\n", end - start, length(plugins(registry())));
    return 0;
}
