/// Checks for programs that test the host library. A failed check prints a message and ends the
/// program.
#ifndef CHECK_H
#define CHECK_H

#include <restoration/session_report.h>
#include <restoration/session_testing.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            restoration_print_problem(stderr);                                                     \
            _Exit(1);                                                                              \
        }                                                                                          \
    } while (0)

#define CHECK_OK(call) CHECK((call) == RESTORATION_OK)

/// Checks that the call failed with the status, and that its problem begins with the text.
#define CHECK_REFUSED(call, expected, beginning)                                                   \
    do {                                                                                           \
        const restoration_status check_status = (call);                                            \
        const restoration_problem *check_problem = restoration_last_problem();                     \
        if (check_status != (expected) || check_problem->status != (expected) ||                   \
            strncmp(check_problem->problem, beginning, strlen(beginning)) != 0 ||                  \
            check_problem->remedy[0] == '\0') {                                                    \
            fprintf(stderr, "%s:%d: %s gave %s: %s\n", __FILE__, __LINE__, #call,                  \
                    restoration_status_name(check_status), check_problem->problem);                \
            _Exit(1);                                                                              \
        }                                                                                          \
    } while (0)

struct item {
    int64_t number;
    int is_destroyed;
    restoration_handle own, other;
};

/// Opens a session in the directory that the environment names.
static inline restoration_session *open_session(const restoration_callbacks *callbacks) {
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.private_directory = getenv("STATE");
    options.callbacks = callbacks;
    return restoration_session_open("org.example.tested", &options);
}

static inline restoration_status item_encode(void *object, restoration_coder *coder) {
    const struct item *item = object;
    const restoration_status status =
        restoration_put_int64(coder, RESTORATION_LITERAL("number"), item->number);
    // Refuses the handle of an object that has ended, and omits the reference.
    if (item->other != 0)
        restoration_put_reference(coder, RESTORATION_LITERAL("other"), item->other);
    return status;
}

static inline restoration_status item_decode(void *object, restoration_coder *coder) {
    struct item *item = object;
    restoration_status status = restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("number"), &item->number));
    if (status == RESTORATION_OK)
        status = restoration_optional(
            restoration_get_reference(coder, RESTORATION_LITERAL("other"), &item->other));
    return status;
}

static inline restoration_status item_create(const restoration_creation_request *request,
                                             void **object) {
    struct item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return RESTORATION_FAILED;
    item->own = request->object;
    *object = item;
    return RESTORATION_OK;
}

static int destroyed_count;
static inline void item_destroy(void *object) {
    destroyed_count++;
    free(object);
}

static const restoration_class item_class = {RESTORATION_CLASS("Item", 1), .create = item_create,
                                             .encode = item_encode, .decode = item_decode,
                                             .destroy = item_destroy};

#endif
