/// The private interface of librestoration.so between its C functions, which check their callers,
/// and the session in Swift. Not installed.
#ifndef RESTORATION_LIBRARY_H
#define RESTORATION_LIBRARY_H

#include "restoration/session.h"
#include "restoration/session_report.h"
#include "restoration/session_testing.h"
#include "restoration_guard.h"

/// The slot of an open session. A slot is reused for later sessions, and lives as long as the
/// process.
typedef struct restoration_slot restoration_slot;

// MARK: Functions in C, called by Swift

/// Returns a free slot for the calling thread; null without memory.
restoration_slot *restoration_slot_make(void);
/// Frees a slot and invalidates its session's number.
void restoration_slot_free(restoration_slot *slot);
/// The number that the program uses as its session pointer.
restoration_session *restoration_slot_session(restoration_slot *slot);
/// The record of the slot's running callback.
restoration_guard *restoration_slot_guard(restoration_slot *slot);
/// Opens the slot for calls. `session` is passed to the functions below. `lock_file` may be null.
void restoration_slot_open(restoration_slot *slot, void *session, const restoration_host *host,
                           const char *lock_file);

/// Stores the last problem of the calling thread, and returns `status`.
restoration_status restoration_refuse(restoration_status status, const char *problem,
                                              const char *place, const char *remedy);

// MARK: Functions in Swift, called by C

restoration_status restoration_swift_open(restoration_slot *slot, const char *application,
                                            const restoration_options *options);
restoration_status restoration_swift_close(void *session);
restoration_status restoration_swift_discard(void *session);
restoration_status restoration_swift_lend(void *session, uint32_t kind, restoration_handle parent,
                                            const char *identifier, const char *scope,
                                            const restoration_class *object_class, void *object,
                                            restoration_handle *handle);
restoration_status restoration_swift_use_as_root(void *session, restoration_handle object,
                                                   const char *scope);
restoration_status restoration_swift_adopt(void *session, const char *binding,
                                             const char *class_name, const char *identifier,
                                             void *object, restoration_handle *handle);
restoration_status restoration_swift_forget(void *session, restoration_handle object);
void *restoration_swift_object(void *session, restoration_handle object);
restoration_status restoration_swift_hold(void *session, restoration_handle object);
restoration_status restoration_swift_release(void *session, restoration_handle object);
restoration_status restoration_swift_add_class(void *session,
                                                 const restoration_class *object_class);
restoration_status restoration_swift_alias_class(void *session, const char *former_id,
                                                   const char *id);
restoration_status restoration_swift_alias_path(void *session, const char *former_path,
                                                  const char *path);
void restoration_swift_fail(void *session, const char *reason);
restoration_status restoration_swift_restore(void *session, uint32_t reason);
restoration_status restoration_swift_make(void *session, restoration_handle parent,
                                            const char *identifier, const char *class_id,
                                            restoration_status (*write_parameters)(
                                                void *context, restoration_coder *coder),
                                            void *context, restoration_handle *object);
restoration_status restoration_swift_rename(void *session, restoration_handle object,
                                              const char *identifier);
restoration_status restoration_swift_move(void *session, restoration_handle object,
                                            restoration_handle parent);
restoration_status restoration_swift_find(void *session, const char *path,
                                            restoration_handle *object);
restoration_status restoration_swift_apply_awaited(void *session, restoration_handle object);
restoration_status restoration_swift_invalidate(void *session, restoration_handle object);
/// On any thread.
void restoration_swift_post_invalidation(restoration_handle object);
/// On any thread.
void restoration_swift_post_arrival(restoration_handle object);
restoration_status restoration_swift_preserve(void *session);
restoration_status restoration_swift_preserve_in_background(void *session);
int restoration_swift_has_unsaved_changes(void *session);
restoration_status restoration_swift_give_up(void *session, const char *path, const char *plugin,
                                               uint64_t *count);
restoration_status restoration_swift_keep_mine(void *session);
/// `device` is null for the state that was replaced before. `*is_closed` receives whether the
/// session has closed.
restoration_status restoration_swift_replace_state(void *session, const char *device,
                                                     int *is_closed);
int restoration_swift_descriptor(void *session);
int restoration_swift_milliseconds(void *session);
restoration_status restoration_swift_run_pending(void *session);
restoration_status restoration_swift_attach_to_glib(void *session, void *main_context);
restoration_status restoration_swift_detach_from_glib(void *session);
restoration_status restoration_swift_handle_signals(void *session, const int *signals,
                                                      uint64_t count);
restoration_status restoration_swift_perform_default_action(void *session, int signal);
restoration_status restoration_swift_interface(void *session, restoration_handle object,
                                                 const char *id, const void **table,
                                                 void **pointer);
restoration_status restoration_swift_offer(void *session, const char *id, const void *table);
restoration_status restoration_swift_call(void *session, restoration_handle object,
                                            const char *method, const restoration_value *arguments,
                                            uint64_t count, restoration_value *result);
restoration_status restoration_swift_get_property(void *session, restoration_handle object,
                                                    const char *key, restoration_value *value);
restoration_status restoration_swift_set_property(void *session, restoration_handle object,
                                                    const char *key,
                                                    const restoration_value *value);
restoration_status restoration_swift_plugins_changed(void *session);
restoration_status restoration_swift_reload_plugin(void *session, const char *plugin);
restoration_status restoration_swift_pin(void *session, const char *plugin,
                                           const char *class_name, const char *route);
restoration_status restoration_swift_retry_objects_set_aside(void *session);
restoration_status restoration_swift_report_progress(void *session);
restoration_status restoration_swift_extend_window(void *session);
restoration_status restoration_swift_complete_window(void *session);

restoration_status restoration_swift_report(void *session, restoration_report **report);
restoration_status restoration_swift_plan(void *session, restoration_plan **plan);
restoration_status restoration_swift_last_save(void *session, restoration_save **save);
restoration_status restoration_swift_previous_launch(void *session,
                                                       restoration_previous_launch **launch);
restoration_status restoration_swift_newer_elsewhere(void *session,
                                                       restoration_saves_elsewhere **saves);
restoration_status restoration_swift_remote_problem(void *session, restoration_note **problem);
restoration_status restoration_swift_describe(void *session, restoration_handle object,
                                                restoration_description **description);
restoration_status restoration_swift_scopes(void *session, const char *identifier,
                                              restoration_texts **scopes);
restoration_status restoration_swift_plugins(void *session, restoration_texts **plugins);
restoration_status restoration_swift_plugin_faults(void *session, restoration_texts **faults);

restoration_status restoration_swift_test_begin(const char *application,
                                                  const restoration_options *options,
                                                  const restoration_test_program *program,
                                                  void **test);
restoration_status restoration_swift_test_launch(void *test, restoration_session **session);
restoration_status restoration_swift_test_terminate(void *test, uint32_t ending);
restoration_status restoration_swift_test_advance(void *test, uint64_t milliseconds);
restoration_status restoration_swift_test_saved_state(void *test, char **text);
/// The session of the running launch; null without one. Touches no code of the session.
restoration_session *restoration_swift_test_session(void *test);
void restoration_swift_test_end(void *test);

#endif
