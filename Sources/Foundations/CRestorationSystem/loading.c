#define _GNU_SOURCE
#include "restoration_system_loading.h"

#include <dlfcn.h>
#include <link.h>
#include <locale.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

char *const *restoration_environment(void) { return environ; }

int restoration_process_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

const char *restoration_error_description(int code) { return strerrordesc_np(code); }

void *restoration_library_open(const char *path) {
    return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

const char *restoration_library_error(void) {
    // The dynamic loader translates messages in dlerror().
    static _Thread_local locale_t english = (locale_t)0;
    if (english == (locale_t)0)
        english = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t own = english == (locale_t)0 ? (locale_t)0 : uselocale(english);
    const char *error = dlerror();
    if (own != (locale_t)0)
        uselocale(own);
    return error;
}

const char *restoration_library_loaded(const char *name) {
    void *library = dlopen(name, RTLD_NOLOAD | RTLD_LAZY);
    if (library == NULL) {
        dlerror();
        return NULL;
    }
    struct link_map *map = NULL;
    const char *path = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
    dlclose(library);
    return path;
}

void *restoration_library_symbol(void *library, const char *name) { return dlsym(library, name); }

// The library or program that contains an address, or null.
static const struct link_map *owner_of(const void *address) {
#if __GLIBC_PREREQ(2, 35)
    // dladdr searches all libraries, and then for the nearest symbol.
    struct dl_find_object found;
    return _dl_find_object((void *)(uintptr_t)address, &found) == 0 ? found.dlfo_link_map : NULL;
#else
    struct link_map *owner = NULL;
    Dl_info info;
    return dladdr1(address, &info, (void **)&owner, RTLD_DL_LINKMAP) == 0 ? NULL : owner;
#endif
}

const char *restoration_library_of(const void *address) {
    const struct link_map *owner = owner_of(address);
    // The program itself has no name.
    return owner == NULL || owner->l_name[0] == '\0' ? NULL : owner->l_name;
}

void *restoration_library_used_symbol(void *library, const char *name) {
    void *symbol = dlsym(library, name);
    struct link_map *own = NULL;
    if (symbol == NULL ||
        (dlinfo(library, RTLD_DI_LINKMAP, &own) == 0 && owner_of(symbol) == own))
        return symbol;
    // The program's own definition precedes the library's dependencies.
    void *global = dlsym(RTLD_DEFAULT, name);
    return global != NULL ? global : symbol;
}

void restoration_stay_loaded(void) {
    const char *library = restoration_library_of((const void *)restoration_stay_loaded);
    if (library != NULL)
        dlopen(library, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
