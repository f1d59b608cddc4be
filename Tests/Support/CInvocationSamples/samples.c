#include "invocation_samples.h"
#include "structured.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char printed[4096];

/// Defines TYPE_same and TYPE_received.
#define SCALAR(name, type, format, cast)                                                           \
    static type name##_same(type value) { return value; }                                          \
    static const char *name##_received(type value) {                                               \
        snprintf(printed, sizeof printed, format, (cast)value);                                    \
        return printed;                                                                            \
    }

SCALAR(bool, bool, "%d", int)
SCALAR(int8, int8_t, "%d", int)
SCALAR(int16, int16_t, "%d", int)
SCALAR(int32, int32_t, "%" PRId32, int32_t)
SCALAR(int64, int64_t, "%" PRId64, int64_t)
SCALAR(uint8, uint8_t, "%u", unsigned)
SCALAR(uint16, uint16_t, "%u", unsigned)
SCALAR(uint32, uint32_t, "%" PRIu32, uint32_t)
SCALAR(uint64, uint64_t, "%" PRIu64, uint64_t)
SCALAR(size, size_t, "%zu", size_t)
SCALAR(float32, float, "%a", double)
SCALAR(float64, double, "%a", double)
SCALAR(object, void *, "%" PRIuPTR, uintptr_t)
SCALAR(pointer, void *, "%" PRIuPTR, uintptr_t)

static const char *string_same(const char *text) {
    static char copy[1 << 21];
    if (text == NULL)
        return NULL;
    snprintf(copy, sizeof copy, "%s", text);
    return copy;
}

static const char *string_received(const char *text) {
    snprintf(printed, sizeof printed, "%s", text == NULL ? "(null)" : text);
    return printed;
}

static char *owned_copy(const char *text) { return text == NULL ? NULL : strdup(text); }
static char *owned_invalid(void) { return strdup("\xff\xfe"); }
static const char *invalid(void) { return "caf\xe9"; }
static const char *dangling(void) { return (const char *)(uintptr_t)16; }

static int calls;
static void nothing(void) { calls++; }
static int32_t count_calls(void) { return calls; }

/// More arguments than registers, of both kinds in turn.
static const char *mixed(int8_t a, double b, uint16_t c, float d, int64_t e, double f, bool g,
                         float h, uint8_t i, double j, int32_t k, double l, uint64_t m, double n,
                         const char *o, double p, size_t q, double r, void *s, double t) {
    snprintf(printed, sizeof printed,
             "%d %g %u %g %" PRId64 " %g %d %g %u %g %" PRId32 " %g %" PRIu64 " %g %s %g %zu %g "
             "%" PRIuPTR " %g",
             a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, (uintptr_t)s, t);
    return printed;
}

static const char *joined(const char *a, const char *b, const char *c) {
    snprintf(printed, sizeof printed, "%s|%s|%s", a == NULL ? "(null)" : a,
             b == NULL ? "(null)" : b, c == NULL ? "(null)" : c);
    return printed;
}

#define BOTH(name) {#name "_same", (sample_function)name##_same},                                  \
                   {#name "_received", (sample_function)name##_received}
#define ONE(name) {#name, (sample_function)name}

sample_function sample_named(const char *name) {
    static const struct {
        const char *name;
        sample_function function;
    } samples[] = {
        BOTH(bool), BOTH(int8), BOTH(int16), BOTH(int32), BOTH(int64), BOTH(uint8),
        BOTH(uint16), BOTH(uint32), BOTH(uint64), BOTH(size), BOTH(float32), BOTH(float64),
        BOTH(object), BOTH(pointer), BOTH(string), ONE(owned_copy), ONE(owned_invalid),
        ONE(invalid),
        ONE(dangling), ONE(nothing), ONE(count_calls), ONE(mixed), ONE(joined),
    };
    for (size_t index = 0; index < sizeof samples / sizeof *samples; index++)
        if (strcmp(samples[index].name, name) == 0)
            return samples[index].function;
    return structured_sample_named(name);
}
