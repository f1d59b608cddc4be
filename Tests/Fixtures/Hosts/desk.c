// The desk of the README: counts its starts, and waits for its end.
#include <restoration/session.h>

struct desk {
    int64_t starts;
};

static restoration_status encode(void *object, restoration_coder *coder) {
    struct desk *desk = object;
    return restoration_put_int64(coder, RESTORATION_LITERAL("starts"), desk->starts);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    struct desk *desk = object;
    return restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("starts"), &desk->starts));
}

static const restoration_class desk_class = {RESTORATION_CLASS("Desk", 1), .encode = encode,
                                             .decode = decode};

int main(void) {
    struct desk desk = {0};
    restoration_session *session = restoration_session_open("org.example.desk", NULL);
    if (session == NULL)
        return restoration_print_problem(stderr);
    if (restoration_session_add_root(session, "Desk", &desk_class, &desk, NULL) != RESTORATION_OK ||
        restoration_session_restore(session, RESTORATION_REASON_LAUNCH) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    desk.starts++;
    if (restoration_session_preserve(session) != RESTORATION_OK)
        restoration_print_problem(stderr);
    printf("Start number %d\n", (int)desk.starts);
    fflush(stdout);
    while (getchar() != EOF) {
    }
    restoration_session_close(session);
}
