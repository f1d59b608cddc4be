/// The host side of state preservation and restoration for C++17: a header-only wrapper around
/// `restoration/session.h` and `librestoration.so.0`.
///
/// Objects derive from `restoration::object` and pass their state through `encoder` and `decoder`,
/// as in a plugin (`plugin.hpp`), so one class serves a plugin and a program:
///
///     class Desk : public restoration::object {
///     public:
///         int starts = 0;
///         void encode(restoration::encoder &coder) const override { coder.put("starts", starts); }
///         void decode(restoration::decoder &coder) override { starts = coder.get("starts", 0); }
///     };
///
///     Desk desk;
///     restoration::session session("org.example.desk");
///     session.add_root("Desk", desk);
///     session.restore();
///     desk.starts += 1;
///     session.preserve();
///
/// A file that serves both a plugin and a program includes `plugin.hpp`. The program includes this
/// header before that file.
///
/// **Ownership.** An object that the program lends (`add_root`, `add_child`, `register_object`)
/// stays the program's. Declare the session after the objects, so that it is closed first. Closing
/// saves nothing, and calls no function of a lent object. Deleting a lent object while the session
/// is open removes it from the session (`session::forget`): its state ends at the next save, as
/// when the user closes a window. An object that a class creates belongs to the session, which
/// deletes it: never delete it yourself. It lives while a living object refers to it by its latest
/// `encode` or `decode`, or contains it, or while the program has a `held` of it. Store its handle,
/// and get the object by `session::get`.
///
/// **Threads.** A session belongs to the thread that opens it, with all its objects. Only
/// `session::invalidate`, `session::arrived`, `object::invalidate` and `host::log` may be called
/// elsewhere, while the session is open. Deleting a lent object on another thread ends the program
/// with `std::terminate`, because the session would still call it.
///
/// **Errors.** Functions throw `session_error`, which has status, problem, place and remedy. An
/// exception from a function of yours never crosses the C boundary. One from an object's function
/// becomes the failure of that object, with `what()` as its reason, in the report or in the outcome
/// of the save. One from a function of its shape, or from a callback of `options`, is logged.
///
/// **Callbacks.** From inside `encode`, `decode` and the other functions that the session calls,
/// call only the functions marked [in callbacks] and those of `object`. Others throw
/// RESTORATION_IN_CALLBACK. A lent object may be deleted there, but not by its own functions.
#ifndef RESTORATION_SESSION_HPP
#define RESTORATION_SESSION_HPP

#include "restoration/session_options.hpp"
#include "restoration/session_value.hpp"

#include <array>
#include <cstdio>
#include <deque>
#include <unordered_set>

namespace restoration {

namespace detail {

/// The address of this variable identifies the type.
template <class T> inline constexpr char type_key = 0;

} // namespace detail

/// Holds an object of a session, so that it lives without a reference to it. Destroy it on the
/// session's thread.
class held {
public:
    held() = default;
    held(held &&other) noexcept
        : session_(other.session_), object_(std::exchange(other.object_, handle::none)) {}
    held &operator=(held &&other) noexcept {
        std::swap(session_, other.session_);
        std::swap(object_, other.object_);
        return *this;
    }
    ~held() {
        if (object_ == handle::none) return;
        // Fails if the session is closed. Closing has deleted the object.
        (void)restoration_session_release(session_, static_cast<restoration_handle>(object_));
    }

    handle object() const noexcept { return object_; }

private:
    friend class session;
    held(restoration_session *session, handle object) noexcept
        : session_(session), object_(object) {}

    restoration_session *session_ = nullptr;
    handle object_ = handle::none;
};

/// An open session, which preserves the program's objects and brings them back at the next launch.
class session {
public:
    /// Opens the session of an application and locks its state.
    ///
    /// `application` is reverse DNS, such as "org.example.desk", and names the state's directory.
    /// Throws with RESTORATION_BUSY if another process, or another session of this process, has the
    /// state in use; RESTORATION_INVALID for a bad id or option; RESTORATION_FAILED if a directory
    /// cannot be used; RESTORATION_VERSION_MISMATCH for a library of another version.
    explicit session(const std::string &application, options settings = {})
        : state_(std::make_unique<state>()) {
        state_->settings = std::make_unique<detail::settings>(std::move(settings));
        restoration_session *const opened = restoration_session_open_version(
            RESTORATION_ABI_VERSION, detail::c_text(application), state_->settings->table());
        if (opened == nullptr) detail::check(restoration_last_problem()->status);
        state_->open(opened);
    }
    /// Takes over a session that C code opened, such as a launch of `session_testing.h`.
    explicit session(restoration_session *opened) : state_(std::make_unique<state>()) {
        state_->open(opened);
    }
    session(session &&) noexcept = default;
    session &operator=(session &&other) noexcept {
        std::swap(state_, other.state_);
        return *this;
    }
    /// Closes the session, as `close`. On another thread or in a callback it cannot close: it
    /// prints the problem and leaves the session open until the process ends.
    ~session() {
        if (state_ == nullptr) return;
        const restoration_status status = state_->close();
        if (status == RESTORATION_WRONG_THREAD || status == RESTORATION_IN_CALLBACK) {
            restoration_print_problem(stderr);
        }
        // Callbacks and classes belong to the state.
        if (state_->is_open) state_.release();
    }

    /// Ends the session and releases the lock. Saves nothing, so unsaved changes are lost. Calls no
    /// function of a lent object. Waits for a save in progress, and deletes the session's own
    /// objects. Throws with RESTORATION_IN_CALLBACK in a callback: the session stays open.
    void close() { detail::check(use().close()); }
    /// Removes the saved state for good, when the user asks for it, and closes the session. Throws
    /// with RESTORATION_FAILED if a file cannot be removed; the session then stays open.
    void discard() {
        detail::check(restoration_session_discard(raw()));
        use().closed();
    }

    /// The session of the C interface. Close it only through `close`. [in callbacks]
    restoration_session *raw() const noexcept {
        return state_ == nullptr ? nullptr : state_->opened;
    }

    // MARK: Objects of the program

    /// Lends an object at which preservation starts. The program builds roots on every launch, with
    /// the same identifiers, before it restores.
    ///
    /// `class_id` names the object's class in archives: by default the id from `add_class`, or else
    /// the identifier. A saved object of another class is not restored into this one. Throws with
    /// RESTORATION_INVALID for a bad identifier, and for an object that belongs to a session
    /// already.
    template <class T>
    handle add_root(const std::string &identifier, T &root, const std::string &class_id = {},
                    uint32_t schema_version = 1) {
        return lend(identifier, root, class_id, schema_version,
                    [&](const restoration_class *table, restoration_handle *lent) {
                        return restoration_session_add_root(raw(), detail::c_text(identifier),
                                                            table, pointer(root), lent);
                    });
    }
    /// As `add_root`, for one root of several with equal identifiers, such as windows. `scope`
    /// distinguishes them.
    template <class T>
    handle add_scoped_root(const std::string &identifier, const std::string &scope, T &root,
                           const std::string &class_id = {}, uint32_t schema_version = 1) {
        return lend(identifier, root, class_id, schema_version,
                    [&](const restoration_class *table, restoration_handle *lent) {
                        return restoration_session_add_scoped_root(
                            raw(), detail::c_text(identifier), detail::c_text(scope), table,
                            pointer(root), lent);
                    });
    }
    /// Makes an object with a handle a root: one that was made without a parent, or adopted.
    void use_as_root(handle object, const std::string &scope = {}) {
        detail::check(restoration_session_use_as_root(raw(), number(object),
                                                      detail::c_text_or_null(scope)));
    }
    /// Lends an object that the program builds on every launch below `parent`, so that a restore
    /// finds it there. It is preserved if the parent contains it, or encodes a reference to it.
    /// Throws as `add_root`, and with RESTORATION_STALE for a stale parent.
    template <class T>
    handle add_child(handle parent, const std::string &identifier, T &child,
                     const std::string &class_id = {}, uint32_t schema_version = 1) {
        return lend(identifier, child, class_id, schema_version,
                    [&](const restoration_class *table, restoration_handle *lent) {
                        return restoration_session_add_child(raw(), number(parent),
                                                             detail::c_text(identifier), table,
                                                             pointer(child), lent);
                    });
    }
    /// Lends an object, which need not be a child, under an identifier, so that others can refer to
    /// it. It is preserved if a preserved object refers to it. `parent` gives its path a prefix.
    /// Throws as `add_child`.
    template <class T>
    handle register_object(const std::string &identifier, T &registered,
                           handle parent = handle::none, const std::string &class_id = {},
                           uint32_t schema_version = 1) {
        return lend(identifier, registered, class_id, schema_version,
                    [&](const restoration_class *table, restoration_handle *lent) {
                        return restoration_session_register_object(
                            raw(), number(parent), detail::c_text(identifier), table,
                            pointer(registered), lent);
                    });
    }
    /// Lends an object of a library to a binding, which reads and writes its state. Without
    /// `class_name` or `identifier`, the binding is asked. Adopting an object twice gives the same
    /// handle. Throws with RESTORATION_FAILED if there is no such binding, or it has no class for
    /// the object.
    handle adopt(const std::string &binding, void *object, const std::string &class_name = {},
                 const std::string &identifier = {}) {
        restoration_handle adopted = 0;
        detail::check(restoration_session_adopt(
            raw(), detail::c_text(binding), detail::c_text_or_null(class_name),
            detail::c_text_or_null(identifier), object, &adopted));
        return handle{adopted};
    }

    /// Removes a lent object from the session, as its deletion does. Its state ends at the next
    /// save, as when the user closes a window. If it was a root, the outcome of that save names it.
    /// [in callbacks]
    void forget(restoration::object &lent) {
        detail::check(restoration_session_forget(raw(), number(lent.self())));
        use().lent.erase(&lent);
        detail::binding::release(lent);
    }
    /// Removes an adopted object from the session. [in callbacks]
    void forget(handle adopted) {
        detail::check(restoration_session_forget(raw(), number(adopted)));
    }

    /// The object of the program that a handle names: a lent one, or one that a class created. Null
    /// for an object of another class or of a plugin, for one that could not be restored, and for a
    /// stale handle. Undefined behaviour as for `object::of`. [in callbacks]
    template <class T> T *get(handle named) const noexcept {
        void *own = restoration_session_object(raw(), number(named));
        return dynamic_cast<T *>(static_cast<restoration::object *>(own));
    }

    /// Holds an object of the session for the lifetime of the result. [in callbacks]
    [[nodiscard]] held hold(handle object) {
        detail::check(restoration_session_hold(raw(), number(object)));
        return held(raw(), object);
    }

    // MARK: Classes

    /// Registers a class, so that restores and `make` create its objects. See `class_of` for its
    /// static functions. A class replaces an earlier one with the same id.
    template <class T> void add_class(const std::string &id, uint32_t schema_version = 1) {
        static_assert(std::is_constructible_v<T, const creation_request &>,
                      "a restorable class has a constructor that takes a creation request");
        detail::check(
            restoration_session_add_class(raw(), use().created<T>(id, schema_version)));
    }
    /// Declares a former id of a class, for older archives. Also for the class of a lent object.
    void alias_class(const std::string &former_id, const std::string &id) {
        detail::check(restoration_session_alias_class(raw(), detail::c_text(former_id),
                                                      detail::c_text(id)));
    }
    /// Declares a former path of an object, such as "Tabs/Games" for "Tabs/Matches". Before the
    /// restore.
    void alias_path(const std::string &former_path, const std::string &path) {
        detail::check(restoration_session_alias_path(raw(), detail::c_text(former_path),
                                                     detail::c_text(path)));
    }

    // MARK: Restoring

    /// Restores the saved state. Call it once, when the roots are added, even if nothing was saved:
    /// until then nothing is saved. Damaged state is set aside, never deleted. Objects that were
    /// not restored are not a failure: see `report`.
    ///
    /// `reason` is one of RESTORATION_REASON_LAUNCH, _SESSION, _RECOVERY and _PRISTINE, which
    /// restores nothing. Throws with RESTORATION_INVALID for another;
    /// RESTORATION_ALREADY_RESTORED for a second call; RESTORATION_KEY_UNAVAILABLE if there is
    /// saved state without its key: nothing is saved then.
    void restore(uint32_t reason = RESTORATION_REASON_LAUNCH) {
        detail::check(restoration_session_restore(raw(), reason));
    }

    /// Makes a new object, which the next launch recreates in the same way, with the class of
    /// `class_id`, or else the class that the plugins' routes choose. `parameters` writes the
    /// parameters that its constructor reads.
    ///
    /// The object lives until the next durable save, and longer if a living object then refers to
    /// it or contains it, or the program holds it. Throws `declined` if its class declines; with
    /// RESTORATION_NOT_YET if it cannot create it yet; with RESTORATION_FAILED if no route matches,
    /// or the creation fails.
    handle make(const std::string &identifier, handle parent = handle::none,
                const std::function<void(encoder &parameters)> &parameters = {},
                const std::string &class_id = {}) {
        detail::writing<const std::function<void(encoder &)>> context{parameters};
        restoration_handle made = 0;
        const restoration_status status = restoration_session_make(
            raw(), number(parent), detail::c_text(identifier), detail::c_text_or_null(class_id),
            parameters ? context.function : nullptr, &context, &made);
        context.rethrow();
        if (status == RESTORATION_DECLINED) throw declined();
        detail::check(status);
        return handle{made};
    }
    /// Makes an object of a class that `add_class` registered. The session owns it.
    template <class T>
    T &make(const std::string &identifier, handle parent = handle::none,
            const std::function<void(encoder &parameters)> &parameters = {}) {
        const described_class *const known = use().template registered_class<T>();
        if (known == nullptr) {
            detail::throw_invalid("The class is not registered", "Call add_class first.");
        }
        return *get<T>(make(identifier, parent, parameters, known->id));
    }
    /// Renames an object that was made, restored by its class or registered. Throws with
    /// RESTORATION_TAKEN if another object has the path; RESTORATION_INVALID for an object that the
    /// program names itself.
    void rename(handle object, const std::string &identifier) {
        detail::check(
            restoration_session_rename(raw(), number(object), detail::c_text(identifier)));
    }
    /// Moves an object, one that `rename` accepts, below another one, or to the top. Needed only
    /// for an object that no container contains: a save learns the parent from the container.
    /// Throws as `rename`.
    void move(handle object, handle parent) {
        detail::check(restoration_session_move(raw(), number(object), number(parent)));
    }

    /// The live object at a path such as "Desk/Note", or `handle::none`. [in callbacks]
    handle find(const std::string &path) const {
        restoration_handle found = 0;
        is_there(restoration_session_find(raw(), detail::c_text(path), &found));
        return handle{found};
    }

    /// Restores the deferred state of an object that can apply it now, or of an owner that has
    /// loaded its elements. Does nothing without deferred state. Throws if state cannot be applied;
    /// it is then retained.
    void apply_awaited(handle object) {
        detail::check(restoration_session_apply_awaited(raw(), number(object)));
    }
    /// Reports that the data of an object has arrived, after `not_yet`. The session asks again in
    /// the next `run_pending`. [any thread] [in callbacks]
    void arrived(handle object) const {
        detail::check(restoration_session_arrived(raw(), number(object)));
    }

    // MARK: Saving

    /// Reports that an object's state has changed, so that it is saved within the autosave
    /// interval. Cheap: call it on every change. [any thread] [in callbacks]
    void invalidate(handle object) const {
        detail::check(restoration_session_invalidate(raw(), number(object)));
    }
    /// Saves now, and returns when the state is durable. `last_save` has the outcome.
    ///
    /// Throws with RESTORATION_DISK_FULL if the disk is full; RESTORATION_FAILED if it fails: the
    /// previous state is intact, and the save is tried again. RESTORATION_NOT_RESTORED before the
    /// restore; RESTORATION_DECLINED if `options::should_preserve` declined.
    void preserve() { detail::check(restoration_session_preserve(raw())); }
    /// Captures the state now, and writes it on a thread of the library. A later `run_pending`
    /// passes the outcome to `options::on_save`. Throws as `preserve`.
    void preserve_in_background() {
        detail::check(restoration_session_preserve_in_background(raw()));
    }
    /// Whether a change is not on the disk yet. [in callbacks]
    bool has_unsaved_changes() const noexcept {
        return restoration_session_has_unsaved_changes(raw()) != 0;
    }

    /// Gives up retained state for good: of the object at `path` and all below it. Saves before and
    /// after. Returns the number of records.
    uint64_t give_up(const std::string &path) {
        uint64_t count = 0;
        is_there(restoration_session_give_up(raw(), detail::c_text(path), nullptr, &count));
        return count;
    }
    /// Gives up the retained state of all objects of a plugin. As `give_up`.
    uint64_t give_up_plugin(const std::string &plugin) {
        uint64_t count = 0;
        is_there(restoration_session_give_up(raw(), nullptr, detail::c_text(plugin), &count));
        return count;
    }

    // MARK: Event loop

    /// A descriptor that is readable when `run_pending` has work. Wait for it beside the program's
    /// own, and ask for it before each wait. [in callbacks]
    int descriptor() const noexcept { return restoration_session_descriptor(raw()); }
    /// The time until work is due, in milliseconds for poll(2): -1 for none. [in callbacks]
    int milliseconds() const noexcept { return restoration_session_milliseconds(raw()); }
    /// Does all pending work: due saves, outcomes of saves, arrivals, signals. Does not wait.
    void run_pending() { detail::check(restoration_session_run_pending(raw())); }
    /// Attaches the session to a GLib main loop, which then calls `run_pending`. `main_context` is
    /// a `GMainContext` that the session's thread runs; null for the default one, GTK's. Throws
    /// with RESTORATION_UNSUPPORTED if the process has no GLib.
    void attach_to_glib(void *main_context = nullptr) {
        detail::check(restoration_session_attach_to_glib(raw(), main_context));
    }
    /// Undoes `attach_to_glib`.
    void detach_from_glib() { detail::check(restoration_session_detach_from_glib(raw())); }

    /// Saves when one of the signals arrives (SIGINT, SIGTERM, SIGHUP or SIGTSTP), then calls
    /// `options::on_signal`, or without it performs the default action. Happens in `run_pending`.
    /// Another call replaces the signals; an empty list ends the handling.
    void handle_signals(const std::vector<int> &signals) {
        detail::check(restoration_session_handle_signals(raw(), signals.data(), signals.size()));
    }
    /// Performs the default action of a signal, which usually ends the process. [in callbacks]
    void perform_default_action(int signal) {
        detail::check(restoration_session_perform_default_action(raw(), signal));
    }

    // MARK: Interfaces, methods and properties

    /// The table of an interface of any object, and the first argument for its functions. Nulls if
    /// the object has no such table. [in callbacks]
    template <class Table>
    std::pair<const Table *, void *> interface(handle object, const std::string &id) const {
        const void *table = nullptr;
        void *pointer = nullptr;
        const restoration_status status = restoration_session_interface(
            raw(), number(object), detail::c_text(id), &table, &pointer);
        if (status != RESTORATION_UNSUPPORTED) detail::check(status);
        return {static_cast<const Table *>(table), pointer};
    }
    /// Offers an interface of the program to its plugins. `table` must live, unchanged, until the
    /// process ends.
    void offer(const std::string &id, const void *table) {
        detail::check(restoration_session_offer(raw(), detail::c_text(id), table));
    }

    /// Calls a method by name, and returns its first result:
    ///
    ///     const auto sum = session.call<int>(counter, "add", 2);
    ///
    /// Arguments and result are `bool`, numbers, text, `bytes`, `date`, `uuid`, `handle`, or an
    /// optional of these for null. Throws with RESTORATION_ABSENT without such a method;
    /// RESTORATION_MISMATCH if arguments or result do not fit, before anything is called where
    /// possible; RESTORATION_FAILED if the method fails.
    template <class Result = void, class... Arguments>
    Result call(handle object, const std::string &method, const Arguments &...arguments) {
        const std::array<restoration_value, sizeof...(Arguments)> values{
            detail::c_value(arguments)...};
        restoration_value result = {};
        detail::check(restoration_session_call(raw(), number(object), detail::c_text(method),
                                               values.data(), values.size(), &result));
        if constexpr (!std::is_void_v<Result>) return detail::from_value<Result>(result, method);
    }
    /// Reads a property of an object by key. Types and errors as for `call`.
    template <class T> T property(handle object, const std::string &key) {
        restoration_value value = {};
        detail::check(restoration_session_get_property(raw(), number(object), detail::c_text(key),
                                                       &value));
        return detail::from_value<T>(value, key);
    }
    /// Writes a property of an object by key, and reports the change. Types and errors as for
    /// `call`.
    template <class T> void set_property(handle object, const std::string &key, const T &value) {
        const restoration_value stored = detail::c_value(value);
        detail::check(restoration_session_set_property(raw(), number(object), detail::c_text(key),
                                                       &stored));
    }

    // MARK: Plugins

    /// Searches for plugins again, after some were installed or updated, and restores their
    /// objects.
    void plugins_changed() { detail::check(restoration_session_plugins_changed(raw())); }
    /// Replaces the loaded build of a plugin by the one in the plugin directories. For development.
    void reload_plugin(const std::string &plugin) {
        detail::check(restoration_session_reload_plugin(raw(), detail::c_text(plugin)));
    }
    /// Chooses a plugin where several have equally specific routes. Without `class_name` or
    /// `route`, for all.
    void pin(const std::string &plugin, const std::string &class_name = {},
             const std::string &route = {}) {
        detail::check(restoration_session_pin(raw(), detail::c_text(plugin),
                                              detail::c_text_or_null(class_name),
                                              detail::c_text_or_null(route)));
    }
    /// The ids of the plugins that were found.
    std::vector<std::string> plugins() const {
        return texts([&](auto **found) { return restoration_session_plugins(raw(), found); });
    }
    /// Plugins that cannot be used, one text each, with the reason.
    std::vector<std::string> plugin_faults() const {
        return texts([&](auto **found) { return restoration_session_plugin_faults(raw(), found); });
    }

    // MARK: After a crash

    /// How the previous launch ended.
    restoration::previous_launch previous_launch() const {
        return copy<restoration::previous_launch, restoration_previous_launch>(
            restoration_session_previous_launch);
    }
    /// Restores objects again that were left out after crashes, and lets all objects encode again.
    /// Before the restore, it also ignores a crash of the last launch.
    void retry_objects_set_aside() {
        detail::check(restoration_session_retry_objects_set_aside(raw()));
    }
    /// Restarts the hang timer of the running callback. Call it about once a second in slow work.
    /// [in callbacks]
    void report_progress() { detail::check(restoration_session_report_progress(raw())); }
    /// Announces that restoring continues after the restore. A crash before the matching
    /// `complete_window` counts as one of the restore.
    void extend_window() { detail::check(restoration_session_extend_window(raw())); }
    /// Ends the work that `extend_window` announced.
    void complete_window() { detail::check(restoration_session_complete_window(raw())); }

    // MARK: Reports

    /// The current outcome of every object. Throws with RESTORATION_NOT_RESTORED before the
    /// restore.
    restoration::report report() const {
        return copy<restoration::report, restoration_report>(restoration_session_report);
    }
    /// The plan of the next restore. Throws with RESTORATION_ALREADY_RESTORED after it.
    restoration::plan plan() const {
        return copy<restoration::plan, restoration_plan>(restoration_session_plan);
    }
    /// The outcome of the last save that ended. Throws with RESTORATION_ABSENT before the first.
    save last_save() const { return copy<save, restoration_save>(restoration_session_last_save); }
    /// Facts about one object. Throws with RESTORATION_STALE for a stale handle.
    description describe(handle object) const {
        detail::block<restoration_description> found;
        detail::check(restoration_session_describe(raw(), number(object), &found.c));
        return description(*found.c);
    }
    /// The saved scopes of the roots with one identifier. Build a root for each before the restore.
    std::vector<std::string> scopes(const std::string &identifier) const {
        return texts([&](auto **found) {
            return restoration_session_scopes(raw(), detail::c_text(identifier), found);
        });
    }

    /// `report` as JSON.
    std::string report_json() const {
        return json<restoration_report>(restoration_session_report, restoration_report_json);
    }
    /// `plan` as JSON.
    std::string plan_json() const {
        return json<restoration_plan>(restoration_session_plan, restoration_plan_json);
    }
    /// `last_save` as JSON.
    std::string last_save_json() const {
        return json<restoration_save>(restoration_session_last_save, restoration_save_json);
    }

private:
    /// A registered class, in the library's form.
    struct described_class {
        const void *type;
        std::string id;
        restoration_class table;
    };

    /// The memory that the library points to. Does not move with the session.
    struct state final : detail::owner {
        void open(restoration_session *session) {
            opened = session;
            services = restoration_session_host(session);
            is_open = services != nullptr;
            detail::host_table() = services;
            if (settings != nullptr) settings->host = services;
        }

        restoration_status close() noexcept {
            if (!is_open) return RESTORATION_CLOSED;
            const restoration_status status = restoration_session_close(opened);
            const bool is_closed = status == RESTORATION_OK || status == RESTORATION_CLOSED
                                   || status == RESTORATION_JUMPED;
            if (is_closed) closed();
            return status;
        }

        void closed() noexcept {
            is_open = false;
            for (restoration::object *object : lent) detail::binding::release(*object);
            lent.clear();
            const restoration_host *last = services;
            detail::host_table().compare_exchange_strong(last, nullptr);
            services = nullptr;
            if (settings != nullptr) settings->host = nullptr;
        }

        const restoration_host *host() const noexcept override { return services; }

        const restoration_class *class_named(std::string_view id) const noexcept override {
            for (auto known = classes.rbegin(); known != classes.rend(); ++known) {
                if (known->id == id && known->table.create != nullptr) return &known->table;
            }
            return nullptr;
        }

        void ended(restoration::object &object) noexcept override {
            const restoration_status status
                = restoration_session_forget(opened, number(object.self()));
            if (status == RESTORATION_WRONG_THREAD) {
                // The session would call functions of a deleted object.
                restoration_print_problem(stderr);
                std::terminate();
            }
            lent.erase(&object);
        }

        template <class T>
        const restoration_class *created(const std::string &id, uint32_t version) {
            return keep<T>(id, class_of<T>(std::string_view(), version));
        }

        /// The function table for a lent object: its class's table, if the class is registered.
        template <class T>
        const restoration_class *lendable(const std::string &identifier,
                                          const std::string &class_id, uint32_t version) {
            const described_class *const registered = registered_class<T>();
            if (class_id.empty() && registered != nullptr) return &registered->table;
            const std::string &id = class_id.empty() ? identifier : class_id;
            for (const described_class &known : classes) {
                if (known.type == &detail::type_key<T> && known.id == id
                    && known.table.schema_version == version) {
                    return &known.table;
                }
            }
            return keep<T>(id, detail::described<T>({}, version));
        }

        template <class T>
        const restoration_class *keep(const std::string &id, const restoration_class &table) {
            detail::c_text(id);
            described_class &kept = classes.emplace_back(
                described_class{&detail::type_key<T>, id, table});
            kept.table.id = detail::lend(kept.id);
            kept.table.user_data = static_cast<detail::owner *>(this);
            return &kept.table;
        }

        /// The class as it was registered last, or null.
        template <class T> const described_class *registered_class() const noexcept {
            for (auto known = classes.rbegin(); known != classes.rend(); ++known) {
                if (known->type == &detail::type_key<T> && known->table.create != nullptr) {
                    return &*known;
                }
            }
            return nullptr;
        }

        restoration_session *opened = nullptr;
        bool is_open = false;
        const restoration_host *services = nullptr;
        std::unique_ptr<detail::settings> settings;
        /// A deque, because the library points to the tables.
        std::deque<described_class> classes;
        std::unordered_set<restoration::object *> lent;
    };

    static restoration_handle number(handle named) noexcept {
        return static_cast<restoration_handle>(named);
    }
    template <class T> static void *pointer(T &object) noexcept {
        static_assert(std::is_base_of_v<restoration::object, T>,
                      "a lent object derives from restoration::object");
        return static_cast<restoration::object *>(&object);
    }

    state &use() const {
        if (state_ == nullptr) {
            throw session_error(RESTORATION_CLOSED,
                                note("The session was moved from", "",
                                     "Use the session that it was moved to."));
        }
        return *state_;
    }

    /// Throws unless the call succeeded or returned RESTORATION_ABSENT.
    static bool is_there(restoration_status status) {
        if (status == RESTORATION_ABSENT) return false;
        detail::check(status);
        return true;
    }

    template <class T, class Body>
    handle lend(const std::string &identifier, T &object, const std::string &class_id,
                uint32_t schema_version, Body &&body) {
        if (detail::binding::is_bound(object)) {
            detail::throw_invalid("The object has a session already",
                                  "Lend an object once, or forget it first.");
        }
        state &state = use();
        const restoration_class *table
            = state.template lendable<T>(identifier, class_id, schema_version);
        // The library may call the object before it returns.
        state.lent.insert(&object);
        detail::binding::lend(object, state);
        restoration_handle lent = 0;
        try {
            detail::check(body(table, &lent));
        } catch (...) {
            state.lent.erase(&object);
            detail::binding::release(object);
            throw;
        }
        detail::binding::set_handle(object, lent);
        return handle{lent};
    }

    template <class T, class C>
    T copy(restoration_status (*ask)(restoration_session *, C **)) const {
        detail::block<C> found;
        detail::check(ask(raw(), &found.c));
        return T(*found.c);
    }

    template <class Ask> static std::vector<std::string> texts(Ask &&ask) {
        detail::block<restoration_texts> found;
        detail::check(ask(&found.c));
        return {found.c->texts, found.c->texts + found.c->count};
    }

    template <class C>
    std::string json(restoration_status (*ask)(restoration_session *, C **),
                     char *(*write)(const C *)) const {
        detail::block<C> found;
        detail::check(ask(raw(), &found.c));
        detail::block<char> text;
        text.c = write(found.c);
        if (text.c == nullptr) throw std::bad_alloc();
        return text.c;
    }

    std::unique_ptr<state> state_;
};

} // namespace restoration
#endif
