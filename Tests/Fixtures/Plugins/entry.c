// A plugin whose entry point is wrong in the way that the compiler is told.
#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.entry", "version": "1.0.0", "abi": "0.2",
    "applications": ["org.example.app"], "classes": [{"id": "Only", "version": 1}]
})

#ifdef REFUSES
RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(
    const restoration_host *given) {
    given->log(given, RESTORATION_LOG_INFO, TEXT("entered"));
    given->fail(given, TEXT("there is no cat in this program"));
    return NULL;
}
#endif

#ifdef REFUSES_SILENTLY
RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(
    const restoration_host *given) {
    return NULL;
}
#endif

#ifdef USES_DEPENDENCY
int dependency(void);
RESTORATION_EXPORT int use(void) { return dependency(); }
#endif
