/// Tests of a C++ program's restoration: launches and ends it repeatedly in one process, without
/// files and without waiting. Wraps `restoration/session_testing.h`.
///
///     std::optional<Desk> desk;
///     restoration::test test("org.example.desk", [&](restoration::session &session) {
///         session.add_root("Desk", desk.emplace());
///     });
///     restoration::session *session = &test.launch();
///     desk->starts += 1;
///     session->preserve();
///     session = &test.relaunch(RESTORATION_TEST_KILLED);
///     assert(desk->starts == 1);
///
/// The state is in memory, the clock stands still, and saves are audited. A test belongs to the
/// thread that begins it. Functions throw `session_error`.
#ifndef RESTORATION_SESSION_TESTING_HPP
#define RESTORATION_SESSION_TESTING_HPP

#include "restoration/session_testing.h"

#include "restoration/session.hpp"

namespace restoration {

/// A program under test.
class test {
public:
    /// `build` builds the program's objects for a launch: adds roots and classes. The session
    /// restores afterwards. If it throws, `launch` throws the same exception. `dispose` deletes the
    /// objects when a launch has ended and its session is closed. `settings` has no directories of
    /// state.
    test(const std::string &application, std::function<void(session &)> build,
         std::function<void()> dispose = {}, options settings = {})
        : program_(std::make_unique<program>(std::move(build), std::move(dispose),
                                             std::move(settings))) {
        program_->begun = restoration_test_begin_version(
            RESTORATION_ABI_VERSION, detail::c_text(application), program_->settings.table(),
            &program_->table);
        if (program_->begun == nullptr) detail::check(restoration_last_problem()->status);
    }

    /// Launches the program: opens its session, builds its objects and restores. Throws while a
    /// launch runs. The end of the launch closes the session.
    session &launch() { return program_->launched(restoration_test_launch(program_->begun)); }
    /// Ends the running launch. `ending` is RESTORATION_TEST_…. If that fails, such as in the last
    /// save, the launch continues.
    void terminate(uint32_t ending) {
        const restoration_status status = restoration_test_terminate(program_->begun, ending);
        program_->rethrow();
        detail::check(status);
    }
    /// Ends the running launch and starts the next one.
    session &relaunch(uint32_t ending) {
        return program_->launched(restoration_test_relaunch(program_->begun, ending));
    }
    /// Advances the clock of the test, and does the work of the running session that is due then.
    void advance(std::chrono::milliseconds time) {
        detail::check(restoration_test_advance(program_->begun, detail::c_duration(time)));
    }
    /// The state that a launch would restore, as text for comparison, or nothing.
    std::optional<std::string> saved_state() {
        detail::block<char> text;
        const restoration_status status = restoration_test_saved_state(program_->begun, &text.c);
        if (status == RESTORATION_ABSENT) return std::nullopt;
        detail::check(status);
        return text.c;
    }

private:
    /// The memory that the library points to. Does not move with the test.
    struct program {
        program(std::function<void(session &)> build, std::function<void()> dispose,
                options given)
            : build_objects(std::move(build)), dispose_objects(std::move(dispose)),
              settings(std::move(given)),
              table{sizeof(restoration_test_program), 0, this, build_callback, dispose_callback} {}
        /// Ends the running launch as if killed.
        ~program() { restoration_test_end(begun); }
        program(const program &) = delete;
        program &operator=(const program &) = delete;

        static restoration_status build_callback(void *context, restoration_session *opened) {
            program &self = *static_cast<program *>(context);
            return self.guard([&] {
                self.running.emplace(opened);
                self.settings.host = restoration_session_host(opened);
                self.build_objects(*self.running);
            });
        }
        static void dispose_callback(void *context) {
            program &self = *static_cast<program *>(context);
            self.settings.host = nullptr;
            self.guard([&] {
                self.running.reset();
                if (self.dispose_objects) self.dispose_objects();
            });
        }

        template <class Body> restoration_status guard(Body &&body) noexcept {
            try {
                body();
                return RESTORATION_OK;
            } catch (...) {
                if (!thrown) thrown = std::current_exception();
                return RESTORATION_FAILED;
            }
        }

        session &launched(restoration_session *opened) {
            rethrow();
            if (opened == nullptr) detail::check(restoration_last_problem()->status);
            return *running;
        }
        void rethrow() {
            if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
        }

        std::function<void(session &)> build_objects;
        std::function<void()> dispose_objects;
        detail::settings settings;
        restoration_test_program table;
        std::optional<session> running;
        std::exception_ptr thrown;
        restoration_test *begun = nullptr;
    };

    std::unique_ptr<program> program_;
};

} // namespace restoration
#endif
