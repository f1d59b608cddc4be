#include "restoration_memory.h"

#include <malloc.h>

size_t restoration_allocated_bytes(void) {
    const struct mallinfo2 information = mallinfo2();
    return information.uordblks + information.hblkhd;
}
