/// The options and the errors of a session in C++. Included by `restoration/session.hpp`.
#ifndef RESTORATION_SESSION_OPTIONS_HPP
#define RESTORATION_SESSION_OPTIONS_HPP

#include "restoration/session_report.hpp"

#include <chrono>
#include <functional>

namespace restoration {

/// A function of the session that failed.
class session_error : public error {
public:
    session_error(restoration_status status, note reason)
        : error(status, reason.text()), reason_(std::move(reason)) {}

    const note &reason() const noexcept { return reason_; }

private:
    note reason_;
};

/// A session's settings.
struct options {
    uint32_t preset = RESTORATION_PRESET_GRANULAR; ///< RESTORATION_PRESET_…
    uint32_t flags = 0;                            ///< RESTORATION_OPTION_…
    /// One directory for all files of the session, with its key. Empty for the user's directories.
    std::string private_directory;
    /// The directory of the archives. Empty for `$XDG_STATE_HOME/<application>/restoration`.
    std::string state_directory;
    /// The directory of the key file. Empty for `$XDG_DATA_HOME/restoration/keys`.
    std::string key_directory;
    /// Directories searched for plugins before all others.
    std::vector<std::string> plugin_directories;
    std::string application_version; ///< Stored with the state.
    /// The longest time before a change is saved; 0 for one second.
    std::chrono::milliseconds autosave{0};
    /// How long a callback may run before it counts as hung; 0 for 10 seconds, `max()` for ever.
    std::chrono::milliseconds hang{0};
    /// How long the session waits for objects that said "not yet"; 0 for 30 seconds, `max()` for
    /// ever.
    std::chrono::milliseconds arrival{0};
    /// The age above which state is set aside; 0 for no limit.
    std::chrono::seconds maximum_age{0};

    // Callbacks, on the session's thread and from inside a call of the program. An exception is
    // logged; one from `on_log` is dropped.

    /// A line of the log, at a level of `host.h`.
    std::function<void(uint32_t level, std::string_view message)> on_log;
    /// The outcome of a save.
    std::function<void(const save &outcome)> on_save;
    /// The restoration window has closed: the restore is complete.
    std::function<void()> on_settled;
    /// Another build of a plugin has replaced the loaded one.
    std::function<void(std::string_view plugin)> on_plugin_reload;
    /// Deferred objects have been restored, parents first.
    std::function<void(const std::vector<handle> &objects)> on_awaited;
    /// A signal has arrived, and the session has saved (`session::handle_signals`).
    std::function<void(int signal)> on_signal;

    // The application's own record, which the four functions share. An exception is a failure.

    /// Asked before each save. False saves nothing, and sets saved state aside.
    std::function<bool(encoder &coder)> should_preserve;
    /// Stores values of the application itself, before any object encodes.
    std::function<void(encoder &coder)> encode;
    /// Asked before a restore if state was saved. False starts afresh.
    std::function<bool(decoder &coder)> should_restore;
    /// Reads the application's values, when all objects have decoded.
    std::function<void(decoder &coder)> decode;
};

namespace detail {

[[noreturn]] inline void throw_invalid(const char *problem, const char *remedy) {
    throw session_error(RESTORATION_INVALID, note(problem, "", remedy));
}

/// Throws the thread's last problem unless the call succeeded.
inline void check(restoration_status status) {
    if (status == RESTORATION_OK) return;
    const restoration_problem *last = restoration_last_problem();
    throw session_error(status, note(last->problem, last->place, last->remedy));
}

/// The text for C. Throws if it contains a NUL.
inline const char *c_text(const std::string &text) {
    if (text.find('\0') != std::string::npos) {
        throw_invalid("A text has a NUL inside", "Pass text without NUL.");
    }
    return text.c_str();
}
inline const char *c_text_or_null(const std::string &text) {
    return text.empty() ? nullptr : c_text(text);
}

template <class Duration> uint64_t c_duration(Duration duration) {
    if (duration < Duration::zero()) {
        throw_invalid("A duration of the options is negative",
                      "Use zero for the default, or max() for ever.");
    }
    return duration == Duration::max() ? UINT64_MAX : static_cast<uint64_t>(duration.count());
}

/// A block of the library, freed at the end of its scope.
template <class C> struct block {
    C *c = nullptr;

    block() = default;
    block(const block &) = delete;
    block &operator=(const block &) = delete;
    ~block() { restoration_free(c); }
};

/// The options in C. Lives until the session is closed.
class settings {
public:
    explicit settings(options given) : given_(std::move(given)) {
        table_ = RESTORATION_OPTIONS_INIT;
        table_.preset = given_.preset;
        table_.flags = given_.flags;
        table_.private_directory = c_text_or_null(given_.private_directory);
        table_.state_directory = c_text_or_null(given_.state_directory);
        table_.key_directory = c_text_or_null(given_.key_directory);
        for (const std::string &directory : given_.plugin_directories) {
            directories_.push_back(c_text(directory));
        }
        table_.plugin_directories = directories_.data();
        table_.plugin_directory_count = directories_.size();
        table_.application_version = c_text_or_null(given_.application_version);
        table_.autosave_milliseconds = c_duration(given_.autosave);
        table_.hang_milliseconds = c_duration(given_.hang);
        table_.arrival_milliseconds = c_duration(given_.arrival);
        table_.maximum_age_seconds = c_duration(given_.maximum_age);
        set_callbacks();
        table_.callbacks = &callbacks_;
    }
    settings(const settings &) = delete;
    settings &operator=(const settings &) = delete;

    const restoration_options *table() const noexcept { return &table_; }
    /// Callbacks report failures to this session. Null while the session opens.
    const restoration_host *host = nullptr;

private:
    /// Sets the C function only if there is a callback, since some have a default action.
    void set_callbacks() {
        callbacks_.struct_size = sizeof(restoration_callbacks);
        callbacks_.user_data = this;
        if (given_.on_log) callbacks_.log = log;
        if (given_.on_save) callbacks_.saved = saved;
        if (given_.on_settled) callbacks_.settled = settled;
        if (given_.on_plugin_reload) callbacks_.plugin_reloaded = plugin_reloaded;
        if (given_.on_awaited) callbacks_.restored_awaited = restored_awaited;
        if (given_.on_signal) callbacks_.signalled = signalled;
        if (given_.should_preserve) callbacks_.should_preserve = should_preserve;
        if (given_.encode) callbacks_.encode = encode;
        if (given_.should_restore) callbacks_.should_restore = should_restore;
        if (given_.decode) callbacks_.decode = decode;
    }

    /// Calls a function that has a result.
    template <class Body> static restoration_status ask(void *context, Body &&body) noexcept {
        settings &self = *static_cast<settings *>(context);
        return guarded_state(self.host, [&] { body(self.given_); });
    }

    /// Calls a function without a result, and logs an exception.
    template <class Body> static void tell(void *context, Body &&body) noexcept {
        settings &self = *static_cast<settings *>(context);
        try {
            body(self.given_);
        } catch (const std::exception &thrown) {
            self.log_failure(thrown.what());
        } catch (...) {
            self.log_failure("it threw an object that is not a std::exception");
        }
    }

    void log_failure(const char *reason) noexcept {
        if (host != nullptr) {
            host->log(host, RESTORATION_LOG_ERROR, lend(reason));
        }
    }

    static void log(void *context, uint32_t level, restoration_string message) {
        // Reporting a failure would log again.
        try {
            static_cast<settings *>(context)->given_.on_log(level, view(message));
        } catch (...) {
        }
    }
    static void saved(void *context, const restoration_save *outcome) {
        tell(context, [&](options &given) { given.on_save(save(*outcome)); });
    }
    static void settled(void *context) {
        tell(context, [](options &given) { given.on_settled(); });
    }
    static void plugin_reloaded(void *context, const char *plugin) {
        tell(context, [&](options &given) { given.on_plugin_reload(plugin); });
    }
    static void restored_awaited(void *context, const restoration_handle *objects,
                                 uint64_t count) {
        tell(context, [&](options &given) {
            std::vector<handle> all;
            for (uint64_t index = 0; index < count; index += 1) {
                all.push_back(handle{objects[index]});
            }
            given.on_awaited(all);
        });
    }
    static void signalled(void *context, int signal) {
        tell(context, [&](options &given) { given.on_signal(signal); });
    }
    static restoration_status should_preserve(void *context, restoration_coder *coder) {
        bool agrees = true;
        const restoration_status status = ask(context, [&](options &given) {
            storing(coder, [&](encoder &out) { agrees = given.should_preserve(out); });
        });
        return status == RESTORATION_OK && !agrees ? RESTORATION_DECLINED : status;
    }
    static restoration_status encode(void *context, restoration_coder *coder) {
        return ask(context, [&](options &given) { storing(coder, given.encode); });
    }
    static restoration_status should_restore(void *context, restoration_coder *coder) {
        bool agrees = true;
        const restoration_status status = ask(context, [&](options &given) {
            decoder in(coder);
            agrees = given.should_restore(in);
        });
        return status == RESTORATION_OK && !agrees ? RESTORATION_DECLINED : status;
    }
    static restoration_status decode(void *context, restoration_coder *coder) {
        return ask(context, [&](options &given) {
            decoder in(coder);
            given.decode(in);
        });
    }

    options given_;
    std::vector<const char *> directories_;
    restoration_callbacks callbacks_ = {};
    restoration_options table_;
};

} // namespace detail
} // namespace restoration
#endif
