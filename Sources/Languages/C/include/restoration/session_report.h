/// Reports of a session: the plan and the outcome of a restore, and the outcome of a save.
///
/// Every result is one block of memory, which the caller frees with `restoration_free`. Texts are
/// NUL-terminated and never null: "" stands for none. Lists are arrays of pointers, so that their
/// elements can grow.
#ifndef RESTORATION_SESSION_REPORT_H
#define RESTORATION_SESSION_REPORT_H

#include "restoration/session.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A remark: what happened, where, and the remedy.
typedef struct restoration_note {
    uint32_t struct_size; ///< Size the library compiled; fields past it do not exist.
    uint32_t reserved;
    const char *problem; ///< A sentence without its full stop.
    const char *place;
    const char *remedy;
} restoration_note;

/// The outcome of one object in a restore.
enum {
    RESTORATION_OUTCOME_RESTORED = 1, ///< It has its state.
    RESTORATION_OUTCOME_MIGRATED = 2, ///< It has its state, rewritten from an older version.
    RESTORATION_OUTCOME_CREATED = 3,  ///< It exists without its state: none was saved.
    RESTORATION_OUTCOME_SKIPPED = 4,  ///< Its class declined it.
    RESTORATION_OUTCOME_RETAINED = 5, ///< Not restored; its state is retained.
    RESTORATION_OUTCOME_AWAITED = 6,  ///< It, or its state, comes later in this launch.
    RESTORATION_OUTCOME_MISSING = 7,  ///< No object has its path; the next save gives its state up.
    RESTORATION_OUTCOME_LOST = 8      ///< Its state is damaged in every generation.
};

/// The decision of a plan about one object, or about the whole archive.
enum {
    RESTORATION_DECISION_NONE = 0,
    RESTORATION_DECISION_RESTORE = 1,
    RESTORATION_DECISION_MIGRATE = 2,
    RESTORATION_DECISION_RETAIN = 3,
    RESTORATION_DECISION_SET_ASIDE = 4, ///< Left out after crashes, or the archive set aside.
    RESTORATION_DECISION_SKIP = 5,
    RESTORATION_DECISION_PROGRAM_DECIDES = 6 ///< The program builds the object, or does not.
};

/// One object in a report or a plan.
typedef struct restoration_entry {
    uint32_t struct_size; ///< Size the library compiled; fields past it do not exist.
    uint32_t outcome;     ///< RESTORATION_OUTCOME_…; 0 in a plan.
    /// RESTORATION_DECISION_…. In a report, …_NONE unless the outcome differs from the plan.
    uint32_t planned;
    uint32_t recorded_version; ///< The schema version of the saved state in a plan; 0 for none.
    const char *path;
    const char *class_id; ///< "" for an object that the program builds.
    const char *plugin;   ///< "" for the program's own classes.
    const char *problem;  ///< The reason, if any.
    const char *place;
    const char *remedy;
    uint64_t nanoseconds;   ///< The time that its plugin took; 0 for objects of the program.
    uint64_t size_in_bytes; ///< The size of its saved state in a plan.
} restoration_entry;

/// Whether the object of a report has its saved state.
static inline int restoration_is_restored(const restoration_entry *entry) {
    return entry->outcome == RESTORATION_OUTCOME_RESTORED ||
           entry->outcome == RESTORATION_OUTCOME_MIGRATED;
}

/// The outcome of a restore, including deferred objects.
typedef struct restoration_report {
    uint32_t struct_size;            ///< Size the library compiled; fields past it do not exist.
    uint32_t reason;                 ///< RESTORATION_REASON_…
    uint64_t generation;             ///< The restored generation; 0 for none.
    int64_t saved_at;                ///< Seconds since 1970; 0 for none.
    const char *application_version; ///< The version of the program that saved.
    const restoration_entry *const *entries; ///< Parents before children.
    uint64_t entry_count;
    const restoration_note *const *notes; ///< Remarks about the whole.
    uint64_t note_count;
} restoration_report;

/// The intended actions of a restore, before any object's code runs.
typedef struct restoration_plan {
    uint32_t struct_size; ///< Size the library compiled; fields past it do not exist.
    uint32_t decision;    ///< RESTORATION_DECISION_… about the whole archive.
    uint64_t generation;  ///< The generation to restore; 0 for none.
    int64_t saved_at;     ///< Seconds since 1970; 0 for none.
    const char *application_version;
    const char *problem; ///< The reason, if the archive is not restored.
    const char *place;
    const char *remedy;
    const restoration_entry *const *entries; ///< Parents before children.
    uint64_t entry_count;
    const restoration_note *const *notes;
    uint64_t note_count;
} restoration_plan;

/// The outcome of a save.
struct restoration_save {
    uint32_t struct_size;      ///< Size the library compiled; fields past it do not exist.
    restoration_status status; ///< RESTORATION_OK if the state is durable.
    uint64_t generation;       ///< 0 if nothing was captured.
    uint64_t object_count;
    uint64_t size_in_bytes;
    const char *problem; ///< Why the state is not durable.
    const char *place;
    const char *remedy;
    const restoration_note *const *issues; ///< Objects that were left out, and why.
    uint64_t issue_count;
    const restoration_note *const *notes; ///< Repairs of the store.
    uint64_t note_count;
};

/// The end of the previous launch.
enum {
    RESTORATION_ENDING_ORDINARY = 0,   ///< It ended properly, or its end is unknown.
    RESTORATION_ENDING_CRASH = 1,      ///< A fatal signal in a callback.
    RESTORATION_ENDING_HANG = 2,       ///< In a callback that had hung.
    RESTORATION_ENDING_INTERRUPTED = 3 ///< In a callback, by a kill, a power loss or `exit`.
};
typedef struct restoration_previous_launch {
    uint32_t struct_size; ///< Size the library compiled; fields past it do not exist.
    uint32_t ending;      ///< RESTORATION_ENDING_…
    const char *problem;  ///< A sentence that names the callback; "" for an ordinary ending.
    const char *plugin;   ///< "" for the program's own code.
} restoration_previous_launch;

/// Facts about one object.
typedef struct restoration_description {
    uint32_t struct_size; ///< Size the library compiled; fields past it do not exist.
    uint32_t flags;       ///< RESTORATION_OBJECT_…
    const char *path;     ///< "" without one.
    const char *class_id; ///< "" for an object that the program builds.
    const char *plugin;
    const char *problem; ///< Why it does not have its saved state, if so.
    const char *place;
    const char *remedy;
} restoration_description;

enum {
    RESTORATION_OBJECT_UNAVAILABLE = 1, ///< It could not be restored: the handle is a stand-in's.
    RESTORATION_OBJECT_AWAITED = 2,     ///< It, or its state, is expected in this launch.
    RESTORATION_OBJECT_LENT = 4         ///< The program lent it.
};

/// The newest save of another device of the same person.
typedef struct restoration_save_elsewhere {
    uint32_t struct_size; ///< Size the library compiled; fields past it do not exist.
    uint32_t reserved;
    const char *device;     ///< The device's ID, for `restoration_session_take_over`.
    const char *label;      ///< The device's host name. Several devices may have the same.
    uint64_t generation;    ///< The number of the save, counted by that device.
    int64_t saved_at;       ///< Seconds since 1970 by the database's clock, only to show to people.
    uint64_t size_in_bytes; ///< The size of the sealed state.
} restoration_save_elsewhere;

/// A list of such saves.
struct restoration_saves_elsewhere {
    uint64_t count;
    const restoration_save_elsewhere *const *saves;
};

/// A list of texts.
typedef struct restoration_texts {
    uint64_t count;
    const char *const *texts;
} restoration_texts;

/// The current outcome of every object. RESTORATION_NOT_RESTORED before the restore.
RESTORATION_API restoration_status restoration_session_report(restoration_session *session,
                                                              restoration_report **report);
/// The plan of the next restore. RESTORATION_ALREADY_RESTORED after it.
RESTORATION_API restoration_status restoration_session_plan(restoration_session *session,
                                                            restoration_plan **plan);
/// The outcome of the last save that ended. RESTORATION_ABSENT before the first.
RESTORATION_API restoration_status restoration_session_last_save(restoration_session *session,
                                                                 restoration_save **save);
/// How the previous launch ended.
RESTORATION_API restoration_status
restoration_session_previous_launch(restoration_session *session,
                                    restoration_previous_launch **launch);
/// The saves of the person's other devices about which the program has not decided, by
/// `restoration_session_keep_mine` or `restoration_session_take_over`. Empty without the option
/// `remote`. The first call waits for the database, for two seconds at most.
RESTORATION_API restoration_status
restoration_session_newer_elsewhere(restoration_session *session,
                                    restoration_saves_elsewhere **saves);
/// Why the newest state is not in the database, or why the database cannot be queried. The session
/// tries again by itself. RESTORATION_ABSENT if there is no problem.
RESTORATION_API restoration_status restoration_session_remote_problem(restoration_session *session,
                                                                      restoration_note **problem);
/// Describes an object. RESTORATION_STALE for a stale handle.
RESTORATION_API restoration_status
restoration_session_describe(restoration_session *session, restoration_handle object,
                             restoration_description **description);
/// The saved scopes of the roots with one identifier. Build a root for each before the restore.
RESTORATION_API restoration_status restoration_session_scopes(restoration_session *session,
                                                              const char *identifier,
                                                              restoration_texts **scopes);
/// The ids of the plugins that were found.
RESTORATION_API restoration_status restoration_session_plugins(restoration_session *session,
                                                               restoration_texts **plugins);
/// Plugins that cannot be used, one text each, with the reason.
RESTORATION_API restoration_status restoration_session_plugin_faults(restoration_session *session,
                                                                     restoration_texts **faults);

/// Prints an object of a report in one line, such as "Desk/Note: retained: The plugin …". Null is
/// ignored. [any thread] [in callbacks]
RESTORATION_API void restoration_print_entry(FILE *stream, const restoration_entry *entry);
/// Prints a remark in one line. As `restoration_print_entry`.
RESTORATION_API void restoration_print_note(FILE *stream, const restoration_note *note);

/// A report as JSON, in one text. Free it with `restoration_free`. Null without memory. [any
/// thread] [in callbacks]
RESTORATION_API char *restoration_report_json(const restoration_report *report);
/// A plan as JSON. As `restoration_report_json`.
RESTORATION_API char *restoration_plan_json(const restoration_plan *plan);
/// The outcome of a save as JSON. As `restoration_report_json`.
RESTORATION_API char *restoration_save_json(const restoration_save *save);

#ifdef __cplusplus
}
#endif
#endif
