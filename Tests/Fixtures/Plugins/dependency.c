// A library that a plugin links, and that happens to be a plugin, too.
#include "fixture.h"

RESTORATION_EXPORT int dependency(void) { return 1; }

RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(
    const restoration_host *given) {
    host = given;
    return NULL;
}
