#include "invocation_samples.h"
#include "structured.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Functions with structures, pointers, bytes, variable arguments and ways to fail.

typedef struct { double x, y; } point;
typedef struct { int64_t a, b, c, d, e, f, g, h; } large;
typedef struct { uint32_t domain; int32_t code; char *message; } failure;

static point point_sum(point a, point b) { return (point){a.x + b.x, a.y + b.y}; }

static large large_same(large value) { return value; }

/// Overwrites its copies of the arguments, and writes through both pointers.
static int64_t large_sum(large first, int32_t *count, large second, int64_t *last) {
    int64_t sum = first.a + first.h + second.a + second.h;
    memset(&first, 0xEE, sizeof first);
    *count = 2;
    *last = second.h;
    memset(&second, 0xEE, sizeof second);
    return sum;
}

static _Thread_local char printed[4096];

static const char *formatted(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(printed, sizeof printed, format, arguments);
    va_end(arguments);
    return printed;
}

static bool divided(int32_t a, int32_t b, int32_t *quotient, int32_t *remainder) {
    if (b == 0)
        return false;
    *quotient = a / b;
    *remainder = a % b;
    return true;
}

static int8_t incremented(int8_t *value) { return (*value)++; }
static void scaled(point *value, double factor) {
    *value = (point){value->x * factor, value->y * factor};
}
static double point_length(const point *value) { return value == NULL ? -1 : value->x + value->y; }
static const point *point_at(int32_t index) {
    static const point points[] = {{1, 2}, {3, 4}};
    return index < 2 ? &points[index] : NULL;
}

static uint32_t bytes_sum(const uint8_t *bytes, size_t count) {
    uint32_t sum = bytes == NULL ? 1000 : 0;
    for (size_t index = 0; index < count; index++)
        sum += bytes[index];
    return sum;
}
static uint32_t bytes_sum_16(const uint8_t *bytes, int16_t count) {
    return bytes_sum(bytes, (size_t)count);
}
static void bytes_reversed(uint8_t *bytes, size_t count) {
    for (size_t index = 0; index < count / 2; index++) {
        uint8_t byte = bytes[index];
        bytes[index] = bytes[count - 1 - index];
        bytes[count - 1 - index] = byte;
    }
}
static void bytes_lent(const void **bytes, size_t *count) {
    *bytes = "\0\1\2";
    *count = 3;
}
static const void *bytes_returned(int32_t count, int64_t *length) {
    *length = count;
    return count == 0 ? NULL : "abcdef";
}

static int32_t frees;
static int32_t count_frees(void) { return frees; }
static void *free_counted(void *memory) {
    frees++;
    free(memory);
    return NULL;
}
static char *counted_copy(const char *text) { return strdup(text); }
static void *counted_bytes(size_t *length) {
    *length = 4;
    return memcpy(malloc(4), "\1\2\3\4", 4);
}
static void counted_out(char **first, char **second) {
    *first = strdup("first");
    *second = strdup("\xff");
}
static char *counted_failure(char **copy, char **error) {
    *copy = strdup("copy");
    *error = strdup("\xff");
    return strdup("result");
}
/// Returns a text as lent, and stores the same pointer as owned in `copy`.
static const char *returned_twice(const char *text, char **copy) { return *copy = strdup(text); }
/// Overwrites the text before freeing it, so that a later read finds invalid UTF-8.
static void free_overwritten(char *text) {
    memset(text, 0xFF, strlen(text));
    free(text);
}
static point *counted_point(void) {
    point *value = malloc(sizeof *value);
    *value = (point){5, 6};
    return value;
}

static int32_t negative_errno(int32_t code) {
    errno = code;
    return code == 0 ? 7 : -code;
}
static const char *null_errno(int32_t code) {
    errno = code;
    return code == 0 ? "fine" : NULL;
}
static int32_t plain_errno(int32_t code) {
    errno = code;
    return 5;
}
static int32_t code_same(int32_t code) { return code; }
static bool bool_same(bool value) { return value; }
static uint8_t byte_same(uint8_t value) { return value; }

static bool failing(bool fails, failure **error) {
    if (!fails)
        return true;
    *error = malloc(sizeof **error);
    **error = (failure){3, -4, "it was asked to"};
    return false;
}

static int32_t weekday_after(int32_t day) { return day + 1; }
static int8_t small_enum(int8_t value) { return value; }

// Structures whose integer half takes the last integer register, after floating-point arguments.

struct mixed {
    uint64_t number;
    double fraction;
};

struct short_mixed {
    struct {
        int32_t a, b;
    } numbers;
    float fraction;
};

struct mixed_sums {
    int64_t integers;
    double fractions;
    uint64_t number;
};

static struct mixed_sums mixed_last(int16_t a, int16_t b, int16_t c, int16_t d, float e,
                                    struct mixed f, double g) {
    return (struct mixed_sums){a + b + c + d, (double)e + f.fraction * 10 + g * 100, f.number};
}

static double short_mixed_last(double a, int8_t b, int8_t c, int8_t d, int8_t e, int8_t f,
                               struct short_mixed g, int8_t h) {
    return a + b + c + d + e + f + g.numbers.a * 1000 + g.numbers.b * 10000 + (double)g.fraction +
           h * 100000;
}

#define ONE(name) {#name, (sample_function)name}

sample_function structured_sample_named(const char *name) {
    static const struct {
        const char *name;
        sample_function function;
    } samples[] = {
        ONE(mixed_last), ONE(short_mixed_last),
        ONE(point_sum), ONE(large_same),
        ONE(large_sum), ONE(formatted), ONE(divided), ONE(incremented), ONE(scaled),
        ONE(point_length), ONE(point_at), ONE(bytes_sum), ONE(bytes_sum_16), ONE(bytes_reversed),
        ONE(bytes_lent), ONE(bytes_returned), ONE(count_frees), ONE(free_counted),
        ONE(counted_copy), ONE(counted_bytes), ONE(counted_out), ONE(counted_point),
        ONE(counted_failure), ONE(returned_twice), ONE(free_overwritten),
        ONE(negative_errno), ONE(null_errno), ONE(plain_errno), ONE(code_same), ONE(byte_same),
        ONE(failing), ONE(weekday_after), ONE(small_enum), {"truth", (sample_function)bool_same},
    };
    for (size_t index = 0; index < sizeof samples / sizeof *samples; index++)
        if (strcmp(samples[index].name, name) == 0)
            return samples[index].function;
    return callback_sample_named(name);
}
