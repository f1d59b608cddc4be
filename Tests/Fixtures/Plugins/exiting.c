// A library that a plugin needs. With -DEXITS, it ends the process during loading, like a
// sanitizer's runtime that was not loaded first.
#include <unistd.h>

#ifdef EXITS
__attribute__((constructor)) static void end(void) { _exit(1); }
#endif
