#define _GNU_SOURCE
#include "restoration_system_loading.h"

#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

char *const *restoration_environment(void) { return environ; }

int restoration_process_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

const char *restoration_error_description(int code) { return strerrordesc_np(code); }
