// A callback throws an exception through the library, and the program catches it.
#include <restoration/session.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

static int throws;
static int64_t number;

static restoration_status encode(void *, restoration_coder *coder) {
    if (throws)
        throw 1;
    return restoration_put_int64(coder, RESTORATION_LITERAL("number"), number);
}

static restoration_status decode(void *, restoration_coder *coder) {
    return restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("number"), &number));
}

static restoration_session *begin() {
    static restoration_class thrower;
    static int object;
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.private_directory = std::getenv("STATE");
    thrower.struct_size = sizeof thrower;
    thrower.schema_version = 1;
    thrower.id = RESTORATION_LITERAL("Thrower");
    thrower.encode = encode;
    thrower.decode = decode;
    restoration_session *session = restoration_session_open("org.example.tested", &options);
    if (session == nullptr ||
        restoration_session_add_root(session, "Root", &thrower, &object, nullptr) !=
            RESTORATION_OK ||
        restoration_session_restore(session, RESTORATION_REASON_LAUNCH) != RESTORATION_OK)
        std::exit(restoration_print_problem(stderr));
    return session;
}

int main() {
    restoration_session *session = begin();
    number = 5;
    if (restoration_session_preserve(session) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    number = 6;
    throws = 1;
    try {
        if (restoration_session_preserve(session) == RESTORATION_OK)
            return 2;
        return 3;
    } catch (int) {
    }
    throws = 0;
    if (restoration_session_preserve(session) != RESTORATION_JUMPED)
        return 4;
    std::puts(restoration_last_problem()->problem);
    if (restoration_session_close(session) != RESTORATION_JUMPED)
        return 5;
    session = begin();
    if (number != 5)
        return 6;
    restoration_session_close(session);
    std::puts("ok");
}
