// A correct plugin; each -D of the compiler adds one fault. Its manifest is in a sidecar, so that
// each copy can have its own identifier: PLUGIN_ID. An initialiser creates the file MARK, which
// shows that the code has run.
#include "fixture.h"

__attribute__((constructor)) static void leave_mark(void) {
    FILE *mark = fopen(MARK, "w");
    if (mark != NULL)
        fclose(mark);
}

#ifdef USES_DEPENDENCY
int dependency(void);
RESTORATION_EXPORT int use(void) { return dependency(); }
#endif

#ifdef USES_NOTHING
int defined_nowhere(void);
RESTORATION_EXPORT int use(void) { return defined_nowhere(); }
#endif

#ifdef TEXT_RELOCATION
// An address inside the code, which only the loader can fill in.
__asm__(".text\n.quad leave_mark_address\n");
RESTORATION_EXPORT int leave_mark_address;
#endif

CLASS(only, "Only", 1, .create = create_empty, .destroy = destroy_empty);

static const restoration_class *const classes[] = {&only};
static const restoration_plugin plugin = {
    .struct_size = sizeof plugin,
    .abi_version = RESTORATION_ABI_VERSION,
    .id = {PLUGIN_ID, sizeof(PLUGIN_ID) - 1},
    .version = {"1.0.0", 5},
    .classes = classes,
    .class_count = 1};

#ifndef NO_ENTRY_POINT
RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(
    const restoration_host *given) {
    host = given;
#ifdef RETURNS_NULL
    return NULL;
#endif
#ifdef FAILS
    host->fail(host, TEXT("there is no cat in this program"));
    return NULL;
#endif
    return &plugin;
}
#else
RESTORATION_EXPORT const restoration_plugin *not_the_entry_point(void) { return &plugin; }
#endif
