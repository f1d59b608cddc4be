/// Tests of a program's restoration: launches and ends it repeatedly in one process, without files
/// and without waiting.
///
///     static restoration_status build(void *context, restoration_session *session) { … }
///     static void dispose(void *context) { … }
///
///     const restoration_test_program program = {sizeof program, 0, &context, build, dispose};
///     restoration_test *test = restoration_test_begin("org.example.desk", NULL, &program);
///     restoration_session *session = restoration_test_launch(test);
///     … change the program's objects …
///     session = restoration_test_relaunch(test, RESTORATION_TEST_KILLED);
///     … look at them …
///     restoration_test_end(test);
///
/// The state is in memory, the clock stands still, and saves are audited. A test belongs to the
/// thread that begins it.
#ifndef RESTORATION_SESSION_TESTING_H
#define RESTORATION_SESSION_TESTING_H

#include "restoration/session.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The program under test.
typedef struct restoration_test_program {
    uint32_t struct_size; ///< `sizeof(restoration_test_program)` as the test compiled it.
    uint32_t reserved;    ///< Zero.
    void *user_data;      ///< The first argument of each function.

    /// Builds the program's objects for a launch: adds roots and classes. The session restores
    /// afterwards. Its failure fails the launch.
    restoration_status (*build)(void *user_data, restoration_session *session);
    /// Frees the program's objects after a launch has ended, and its session is closed. May be
    /// null.
    void (*dispose)(void *user_data);
    // Since the next minor version: new fields go here, never above.
} restoration_test_program;

typedef struct restoration_test restoration_test;

/// How a launch ends.
enum {
    RESTORATION_TEST_CLEAN = 0,      ///< It saves and closes.
    RESTORATION_TEST_KILLED = 1,     ///< By SIGKILL: unsaved changes are lost.
    RESTORATION_TEST_POWER_LOSS = 2, ///< The power fails while a save is written.
    RESTORATION_TEST_FORCE_QUIT = 3  ///< The user discards the state.
};

/// Begins a test. `options` as for `restoration_session_open`, without directories of state. Both
/// tables must live until the end. Null on failure.
#define restoration_test_begin(application, options, program)                                      \
    restoration_test_begin_version(RESTORATION_ABI_VERSION, application, options, program)
RESTORATION_API restoration_test *
restoration_test_begin_version(uint32_t version, const char *application,
                               const restoration_options *options,
                               const restoration_test_program *program);
/// Launches the program: opens its session, builds its objects and restores. Null on failure, such
/// as while a launch runs. The end of the launch closes the session.
RESTORATION_API restoration_session *restoration_test_launch(restoration_test *test);
/// Ends the running launch. If that fails, such as in the last save, the launch continues.
RESTORATION_API restoration_status restoration_test_terminate(restoration_test *test,
                                                              uint32_t ending);
/// Ends the running launch and starts the next one. Null if either fails.
RESTORATION_API restoration_session *restoration_test_relaunch(restoration_test *test,
                                                               uint32_t ending);
/// Advances the clock of the test, and does the work of the running session that is due then.
RESTORATION_API restoration_status restoration_test_advance(restoration_test *test,
                                                            uint64_t milliseconds);
/// The state that a launch would restore, as text for comparison. Free it with `restoration_free`.
/// RESTORATION_ABSENT if nothing is saved.
RESTORATION_API restoration_status restoration_test_saved_state(restoration_test *test,
                                                                char **text);
/// Ends the test, and the running launch as if killed. Null does nothing.
RESTORATION_API void restoration_test_end(restoration_test *test);

#ifdef __cplusplus
}
#endif
#endif
