// A plugin whose library has headers and tables of most kinds. Only its initialiser ever runs.
#include "fixture.h"

RESTORATION_MANIFEST({"manifest": 1, "id": "org.example.headers", "version": "1.0.0",
    "abi": "0.3", "applications": ["org.example.app"], "classes": [{"id": "Only", "version": 1}]})

static _Thread_local int counted = 1;
static const char *const words[] = {"one", "two"};
RESTORATION_EXPORT const char *word(int number);
RESTORATION_EXPORT const char *word(int number) { return words[number % 2]; }

__attribute__((constructor)) static void start(void) { counted++; }

RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(const restoration_host *own) {
    host = own;
    return NULL;
}
