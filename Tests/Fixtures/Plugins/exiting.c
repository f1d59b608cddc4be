// A library that a plugin needs. With -DEXITS it ends the process while it is loaded, as a
// sanitizer's runtime does that was not loaded before all else.
#include <unistd.h>

#ifdef EXITS
__attribute__((constructor)) static void end(void) { _exit(1); }
#endif
