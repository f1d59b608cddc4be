// The functions of session.h: each checks its caller in C, and then calls Swift.
#include "slots.h"

#define ENTER(session, place)                                                                      \
    void *swift = NULL;                                                                            \
    const restoration_status refused = restoration_slot_enter(session, __func__, place, &swift);   \
    if (refused != RESTORATION_OK)                                                                 \
    return refused

#define OUTSIDE(session) ENTER(session, RESTORATION_OUTSIDE_CALLBACKS)
#define ANYWHERE(session) ENTER(session, RESTORATION_ANYWHERE_ON_THREAD)

static restoration_status refuse_null(const char *function) {
    return restoration_refuse(RESTORATION_INVALID, "A required argument is null", function,
                                      "Pass it.");
}
#define REQUIRE(condition)                                                                         \
    if (!(condition))                                                                              \
    return refuse_null(__func__)

// MARK: Opening and closing

static restoration_status check_version(uint32_t version, const char *function) {
    char problem[160];
    if (version == RESTORATION_ABI_VERSION)
        return RESTORATION_OK;
    snprintf(problem, sizeof problem,
             "The program was compiled with the headers of version %u.%u, the library is %u.%u",
             (unsigned)(version >> 16), (unsigned)(version & 0xffff), RESTORATION_ABI_MAJOR,
             RESTORATION_ABI_MINOR);
    return restoration_refuse(RESTORATION_VERSION_MISMATCH, problem, function,
                                      "Compile the program with the headers of the library.");
}

static restoration_status check_size(uint32_t size, size_t known, const char *table) {
    char problem[160];
    if (size == known)
        return RESTORATION_OK;
    snprintf(problem, sizeof problem, "The %s have %u bytes in place of %zu", table,
             (unsigned)size, known);
    return restoration_refuse(RESTORATION_VERSION_MISMATCH, problem, NULL,
                                      "Set struct_size to the table's size, and compile the program"
                                      " with the headers of the library.");
}

static restoration_status check_options(const restoration_options *options) {
    restoration_status status = RESTORATION_OK;
    if (options == NULL)
        return RESTORATION_OK;
    status = check_size(options->struct_size, sizeof *options, "options");
    if (status != RESTORATION_OK || options->callbacks == NULL)
        return status;
    return check_size(options->callbacks->struct_size, sizeof *options->callbacks, "callbacks");
}

restoration_session *restoration_session_open_version(uint32_t version, const char *application,
                                                      const restoration_options *options) {
    if (check_version(version, "restoration_session_open") != RESTORATION_OK)
        return NULL;
    if (application == NULL) {
        refuse_null("restoration_session_open");
        return NULL;
    }
    if (check_options(options) != RESTORATION_OK)
        return NULL;
    restoration_slot *slot = restoration_slot_make();
    if (slot == NULL) {
        restoration_refuse(RESTORATION_LIMIT, "No further session can be opened", NULL,
                                   "Close sessions that are no longer used.");
        return NULL;
    }
    if (restoration_swift_open(slot, application, options) != RESTORATION_OK) {
        restoration_slot_free(slot);
        return NULL;
    }
    return restoration_slot_session(slot);
}

restoration_status restoration_session_close(restoration_session *session) {
    void *swift = NULL;
    restoration_slot *slot = NULL;
    if (session == NULL)
        return RESTORATION_OK;
    const restoration_status refused = restoration_slot_close(session, &swift, &slot);
    if (refused != RESTORATION_OK)
        return refused;
    const restoration_status status = restoration_swift_close(swift);
    restoration_slot_free(slot);
    return status;
}

restoration_status restoration_session_discard(restoration_session *session) {
    void *swift = NULL;
    restoration_slot *slot = NULL;
    REQUIRE(session != NULL);
    restoration_status status = restoration_slot_close(session, &swift, &slot);
    if (status != RESTORATION_OK)
        return status;
    status = restoration_swift_discard(swift);
    if (status == RESTORATION_OK)
        restoration_slot_free(slot);
    return status;
}

// MARK: Objects of the program

enum { LEND_ROOT, LEND_CHILD, LEND_REGISTERED };

restoration_status restoration_session_add_root(restoration_session *session,
                                                const char *identifier,
                                                const restoration_class *object_class, void *object,
                                                restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_ROOT, 0, identifier, NULL, object_class, object,
                                    handle);
}

restoration_status restoration_session_add_scoped_root(restoration_session *session,
                                                       const char *identifier, const char *scope,
                                                       const restoration_class *object_class,
                                                       void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && scope != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_ROOT, 0, identifier, scope, object_class, object,
                                    handle);
}

restoration_status restoration_session_use_as_root(restoration_session *session,
                                                   restoration_handle object, const char *scope) {
    OUTSIDE(session);
    return restoration_swift_use_as_root(swift, object, scope);
}

restoration_status restoration_session_add_child(restoration_session *session,
                                                 restoration_handle parent, const char *identifier,
                                                 const restoration_class *object_class,
                                                 void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_CHILD, parent, identifier, NULL, object_class,
                                    object, handle);
}

restoration_status restoration_session_register_object(restoration_session *session,
                                                       restoration_handle parent,
                                                       const char *identifier,
                                                       const restoration_class *object_class,
                                                       void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_REGISTERED, parent, identifier, NULL, object_class,
                                    object, handle);
}

restoration_status restoration_session_adopt(restoration_session *session, const char *binding,
                                             const char *class_name, const char *identifier,
                                             void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(binding != NULL && object != NULL);
    return restoration_swift_adopt(swift, binding, class_name, identifier, object, handle);
}

restoration_status restoration_session_forget(restoration_session *session,
                                              restoration_handle object) {
    OUTSIDE(session);
    return restoration_swift_forget(swift, object);
}

void *restoration_session_object(restoration_session *session, restoration_handle object) {
    void *swift = NULL;
    if (restoration_slot_enter(session, __func__, RESTORATION_ANYWHERE_ON_THREAD, &swift) !=
        RESTORATION_OK)
        return NULL;
    return restoration_swift_object(swift, object);
}

restoration_status restoration_session_hold(restoration_session *session,
                                            restoration_handle object) {
    ANYWHERE(session);
    return restoration_swift_hold(swift, object);
}

restoration_status restoration_session_release(restoration_session *session,
                                               restoration_handle object) {
    ANYWHERE(session);
    return restoration_swift_release(swift, object);
}

// MARK: Classes

restoration_status restoration_session_add_class(restoration_session *session,
                                                 const restoration_class *object_class) {
    OUTSIDE(session);
    REQUIRE(object_class != NULL);
    return restoration_swift_add_class(swift, object_class);
}

restoration_status restoration_session_alias_class(restoration_session *session,
                                                   const char *former_id, const char *id) {
    OUTSIDE(session);
    REQUIRE(former_id != NULL && id != NULL);
    return restoration_swift_alias_class(swift, former_id, id);
}

restoration_status restoration_session_alias_path(restoration_session *session,
                                                  const char *former_path, const char *path) {
    OUTSIDE(session);
    REQUIRE(former_path != NULL && path != NULL);
    return restoration_swift_alias_path(swift, former_path, path);
}

const restoration_host *restoration_session_host(restoration_session *session) {
    return restoration_slot_host(session);
}

void restoration_session_fail(restoration_session *session, const char *reason) {
    void *swift = NULL;
    if (reason != NULL && restoration_slot_enter(session, __func__, RESTORATION_ANYWHERE_ON_THREAD,
                                                 &swift) == RESTORATION_OK)
        restoration_swift_fail(swift, reason);
}

// MARK: Restoring

restoration_status restoration_session_restore(restoration_session *session, uint32_t reason) {
    OUTSIDE(session);
    restoration_acquire_changes();
    return restoration_swift_restore(swift, reason);
}

restoration_status restoration_session_make(restoration_session *session, restoration_handle parent,
                                            const char *identifier, const char *class_id,
                                            restoration_status (*write_parameters)(
                                                void *context, restoration_coder *coder),
                                            void *context, restoration_handle *object) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object != NULL);
    return restoration_swift_make(swift, parent, identifier, class_id, write_parameters, context,
                                    object);
}

restoration_status restoration_session_rename(restoration_session *session,
                                              restoration_handle object, const char *identifier) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL);
    return restoration_swift_rename(swift, object, identifier);
}

restoration_status restoration_session_move(restoration_session *session, restoration_handle object,
                                            restoration_handle parent) {
    OUTSIDE(session);
    return restoration_swift_move(swift, object, parent);
}

restoration_status restoration_session_find(restoration_session *session, const char *path,
                                            restoration_handle *object) {
    ANYWHERE(session);
    REQUIRE(path != NULL && object != NULL);
    return restoration_swift_find(swift, path, object);
}

restoration_status restoration_session_apply_awaited(restoration_session *session,
                                                     restoration_handle object) {
    OUTSIDE(session);
    return restoration_swift_apply_awaited(swift, object);
}

restoration_status restoration_session_arrived(restoration_session *session,
                                               restoration_handle object) {
    ENTER(session, RESTORATION_ON_ANY_THREAD);
    restoration_release_changes();
    restoration_swift_post_arrival(object);
    return RESTORATION_OK;
}

// MARK: Saving

restoration_status restoration_session_invalidate(restoration_session *session,
                                                  restoration_handle object) {
    ENTER(session, RESTORATION_ON_ANY_THREAD);
    if (swift != NULL)
        return restoration_swift_invalidate(swift, object);
    restoration_release_changes();
    restoration_swift_post_invalidation(object);
    return RESTORATION_OK;
}

restoration_status restoration_session_preserve(restoration_session *session) {
    OUTSIDE(session);
    restoration_acquire_changes();
    return restoration_swift_preserve(swift);
}

restoration_status restoration_session_preserve_in_background(restoration_session *session) {
    OUTSIDE(session);
    restoration_acquire_changes();
    return restoration_swift_preserve_in_background(swift);
}

int restoration_session_has_unsaved_changes(restoration_session *session) {
    void *swift = NULL;
    return restoration_slot_enter(session, __func__, RESTORATION_ANYWHERE_ON_THREAD, &swift) ==
               RESTORATION_OK &&
           restoration_swift_has_unsaved_changes(swift);
}

restoration_status restoration_session_give_up(restoration_session *session, const char *path,
                                               const char *plugin, uint64_t *count) {
    OUTSIDE(session);
    REQUIRE((path != NULL) != (plugin != NULL));
    return restoration_swift_give_up(swift, path, plugin, count);
}

// MARK: Event loop

int restoration_session_descriptor(restoration_session *session) {
    void *swift = NULL;
    return restoration_slot_enter(session, __func__, RESTORATION_ANYWHERE_ON_THREAD, &swift) ==
                   RESTORATION_OK
               ? restoration_swift_descriptor(swift)
               : -1;
}

int restoration_session_milliseconds(restoration_session *session) {
    void *swift = NULL;
    return restoration_slot_enter(session, __func__, RESTORATION_ANYWHERE_ON_THREAD, &swift) ==
                   RESTORATION_OK
               ? restoration_swift_milliseconds(swift)
               : -1;
}

restoration_status restoration_session_run_pending(restoration_session *session) {
    OUTSIDE(session);
    restoration_acquire_changes();
    return restoration_swift_run_pending(swift);
}

restoration_status restoration_session_attach_to_glib(restoration_session *session,
                                                      void *main_context) {
    OUTSIDE(session);
    return restoration_swift_attach_to_glib(swift, main_context);
}

restoration_status restoration_session_detach_from_glib(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_detach_from_glib(swift);
}

restoration_status restoration_session_handle_signals(restoration_session *session,
                                                      const int *signals, uint64_t count) {
    OUTSIDE(session);
    REQUIRE(signals != NULL || count == 0);
    return restoration_swift_handle_signals(swift, signals, count);
}

restoration_status restoration_session_perform_default_action(restoration_session *session,
                                                              int signal) {
    ANYWHERE(session);
    return restoration_swift_perform_default_action(swift, signal);
}

// MARK: Interfaces, methods and properties

restoration_status restoration_session_interface(restoration_session *session,
                                                 restoration_handle object, const char *id,
                                                 const void **table, void **pointer) {
    ANYWHERE(session);
    REQUIRE(id != NULL && table != NULL && pointer != NULL);
    return restoration_swift_interface(swift, object, id, table, pointer);
}

restoration_status restoration_session_offer(restoration_session *session, const char *id,
                                             const void *table) {
    OUTSIDE(session);
    REQUIRE(id != NULL && table != NULL);
    return restoration_swift_offer(swift, id, table);
}

restoration_status restoration_session_call(restoration_session *session, restoration_handle object,
                                            const char *method, const restoration_value *arguments,
                                            uint64_t count, restoration_value *result) {
    OUTSIDE(session);
    REQUIRE(method != NULL && (arguments != NULL || count == 0));
    return restoration_swift_call(swift, object, method, arguments, count, result);
}

restoration_status restoration_session_get_property(restoration_session *session,
                                                    restoration_handle object, const char *key,
                                                    restoration_value *value) {
    OUTSIDE(session);
    REQUIRE(key != NULL && value != NULL);
    return restoration_swift_get_property(swift, object, key, value);
}

restoration_status restoration_session_set_property(restoration_session *session,
                                                    restoration_handle object, const char *key,
                                                    const restoration_value *value) {
    OUTSIDE(session);
    REQUIRE(key != NULL && value != NULL);
    return restoration_swift_set_property(swift, object, key, value);
}

// MARK: Plugins

restoration_status restoration_session_plugins_changed(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_plugins_changed(swift);
}

restoration_status restoration_session_reload_plugin(restoration_session *session,
                                                     const char *plugin) {
    OUTSIDE(session);
    REQUIRE(plugin != NULL);
    return restoration_swift_reload_plugin(swift, plugin);
}

restoration_status restoration_session_pin(restoration_session *session, const char *plugin,
                                           const char *class_name, const char *route) {
    OUTSIDE(session);
    REQUIRE(plugin != NULL);
    return restoration_swift_pin(swift, plugin, class_name, route);
}

// MARK: After a crash

restoration_status restoration_session_retry_objects_set_aside(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_retry_objects_set_aside(swift);
}

restoration_status restoration_session_report_progress(restoration_session *session) {
    ANYWHERE(session);
    return restoration_swift_report_progress(swift);
}

restoration_status restoration_session_extend_window(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_extend_window(swift);
}

restoration_status restoration_session_complete_window(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_complete_window(swift);
}

// MARK: Reports

restoration_status restoration_session_report(restoration_session *session,
                                              restoration_report **report) {
    OUTSIDE(session);
    REQUIRE(report != NULL);
    return restoration_swift_report(swift, report);
}

restoration_status restoration_session_plan(restoration_session *session, restoration_plan **plan) {
    OUTSIDE(session);
    REQUIRE(plan != NULL);
    return restoration_swift_plan(swift, plan);
}

restoration_status restoration_session_last_save(restoration_session *session,
                                                 restoration_save **save) {
    OUTSIDE(session);
    REQUIRE(save != NULL);
    return restoration_swift_last_save(swift, save);
}

restoration_status restoration_session_previous_launch(restoration_session *session,
                                                       restoration_previous_launch **launch) {
    OUTSIDE(session);
    REQUIRE(launch != NULL);
    return restoration_swift_previous_launch(swift, launch);
}

restoration_status restoration_session_describe(restoration_session *session,
                                                restoration_handle object,
                                                restoration_description **description) {
    OUTSIDE(session);
    REQUIRE(description != NULL);
    return restoration_swift_describe(swift, object, description);
}

restoration_status restoration_session_scopes(restoration_session *session, const char *identifier,
                                              restoration_texts **scopes) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && scopes != NULL);
    return restoration_swift_scopes(swift, identifier, scopes);
}

restoration_status restoration_session_plugins(restoration_session *session,
                                               restoration_texts **plugins) {
    OUTSIDE(session);
    REQUIRE(plugins != NULL);
    return restoration_swift_plugins(swift, plugins);
}

restoration_status restoration_session_plugin_faults(restoration_session *session,
                                                     restoration_texts **faults) {
    OUTSIDE(session);
    REQUIRE(faults != NULL);
    return restoration_swift_plugin_faults(swift, faults);
}

// MARK: Testing

restoration_test *restoration_test_begin_version(uint32_t version, const char *application,
                                                 const restoration_options *options,
                                                 const restoration_test_program *program) {
    void *test = NULL;
    if (check_version(version, "restoration_test_begin") != RESTORATION_OK)
        return NULL;
    if (application == NULL || program == NULL || program->build == NULL) {
        refuse_null("restoration_test_begin");
        return NULL;
    }
    if (check_options(options) != RESTORATION_OK ||
        check_size(program->struct_size, sizeof *program, "functions of the program") !=
            RESTORATION_OK)
        return NULL;
    if (restoration_swift_test_begin(application, options, program, &test) != RESTORATION_OK)
        return NULL;
    return test;
}

// Checks that the session of the test's launch is usable.
static restoration_status check_test(restoration_test *test, const char *function) {
    void *swift = NULL;
    restoration_session *session = restoration_swift_test_session(test);
    if (session == NULL)
        return RESTORATION_OK;
    const restoration_status status =
        restoration_slot_enter(session, function, RESTORATION_OUTSIDE_CALLBACKS, &swift);
    // The program may have closed it itself.
    return status == RESTORATION_CLOSED ? RESTORATION_OK : status;
}
#define CHECK_TEST(test)                                                                           \
    const restoration_status refused = check_test(test, __func__);                                 \
    if (refused != RESTORATION_OK)                                                                 \
    return refused

restoration_session *restoration_test_launch(restoration_test *test) {
    restoration_session *session = NULL;
    if (test == NULL) {
        refuse_null(__func__);
        return NULL;
    }
    if (check_test(test, __func__) != RESTORATION_OK)
        return NULL;
    restoration_swift_test_launch(test, &session);
    return session;
}

restoration_status restoration_test_terminate(restoration_test *test, uint32_t ending) {
    REQUIRE(test != NULL);
    CHECK_TEST(test);
    return restoration_swift_test_terminate(test, ending);
}

restoration_session *restoration_test_relaunch(restoration_test *test, uint32_t ending) {
    if (restoration_test_terminate(test, ending) != RESTORATION_OK)
        return NULL;
    return restoration_test_launch(test);
}

restoration_status restoration_test_advance(restoration_test *test, uint64_t milliseconds) {
    REQUIRE(test != NULL);
    CHECK_TEST(test);
    restoration_acquire_changes();
    return restoration_swift_test_advance(test, milliseconds);
}

restoration_status restoration_test_saved_state(restoration_test *test, char **text) {
    REQUIRE(test != NULL && text != NULL);
    CHECK_TEST(test);
    return restoration_swift_test_saved_state(test, text);
}

void restoration_test_end(restoration_test *test) {
    // After a jump, the test is leaked with its session.
    if (test != NULL && check_test(test, __func__) == RESTORATION_OK)
        restoration_swift_test_end(test);
}
