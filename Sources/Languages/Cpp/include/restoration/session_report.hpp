/// The reports of a session in C++: the plan and the outcome of a restore, and the outcome of a
/// save. All are plain values, independent of the session. Included by `restoration/session.hpp`.
#ifndef RESTORATION_SESSION_REPORT_HPP
#define RESTORATION_SESSION_REPORT_HPP

#include "restoration/session_report.h"

#include "restoration/plugin.hpp"

#include <ostream>

namespace restoration {

/// A remark, or the reason of a failure.
struct note {
    std::string problem; ///< A sentence without its full stop. Empty for none.
    std::string place;   ///< A path, file or identifier.
    std::string remedy;  ///< One or more sentences.

    note() = default;
    note(const char *problem, const char *place, const char *remedy)
        : problem(problem), place(place), remedy(remedy) {}
    explicit note(const restoration_note &c) : note(c.problem, c.place, c.remedy) {}

    /// One line: "problem (place). remedy". The place is left out if it is `subject`.
    std::string text(std::string_view subject = {}) const {
        const bool names_place = !place.empty() && place != subject;
        return problem + (names_place ? " (" + place + "). " : ". ") + remedy;
    }
};

inline std::ostream &operator<<(std::ostream &stream, const note &note) {
    return stream << note.text();
}

namespace detail {

template <class T, class C>
std::vector<T> copied(const C *const *list, uint64_t count) {
    std::vector<T> copies;
    for (uint64_t index = 0; index < count; index += 1) copies.emplace_back(*list[index]);
    return copies;
}

inline const char *name_of_outcome(uint32_t outcome) noexcept {
    switch (outcome) {
    case RESTORATION_OUTCOME_RESTORED: return "restored";
    case RESTORATION_OUTCOME_MIGRATED: return "migrated";
    case RESTORATION_OUTCOME_CREATED: return "created";
    case RESTORATION_OUTCOME_SKIPPED: return "skipped";
    case RESTORATION_OUTCOME_RETAINED: return "retained";
    case RESTORATION_OUTCOME_AWAITED: return "awaited";
    case RESTORATION_OUTCOME_MISSING: return "missing";
    case RESTORATION_OUTCOME_LOST: return "lost";
    default: return "unknown";
    }
}

} // namespace detail

/// One object in a report or a plan.
struct entry {
    explicit entry(const restoration_entry &c)
        : outcome(c.outcome), planned(c.planned), recorded_version(c.recorded_version),
          path(c.path), class_id(c.class_id), plugin(c.plugin),
          reason(c.problem, c.place, c.remedy), nanoseconds(c.nanoseconds),
          size_in_bytes(c.size_in_bytes) {}

    uint32_t outcome; ///< RESTORATION_OUTCOME_…; 0 in a plan.
    /// RESTORATION_DECISION_…. In a report, …_NONE unless the outcome differs from the plan.
    uint32_t planned;
    uint32_t recorded_version; ///< The schema version of the saved state in a plan; 0 for none.
    std::string path;
    std::string class_id; ///< Empty for an object that the program builds.
    std::string plugin;   ///< Empty for the program's own classes.
    note reason;
    uint64_t nanoseconds;   ///< The time that its plugin took; 0 for objects of the program.
    uint64_t size_in_bytes; ///< The size of its saved state in a plan.

    /// Whether the object has its state.
    bool is_restored() const noexcept {
        return outcome == RESTORATION_OUTCOME_RESTORED || outcome == RESTORATION_OUTCOME_MIGRATED;
    }
    /// One line of a report: the path, the outcome, and the reason, if any.
    std::string text() const {
        const std::string head = path + ": " + detail::name_of_outcome(outcome);
        return reason.problem.empty() ? head : head + ": " + reason.text(path);
    }
};

inline std::ostream &operator<<(std::ostream &stream, const entry &entry) {
    return stream << entry.text();
}

/// The outcome of a restore, including deferred objects.
struct report {
    explicit report(const restoration_report &c)
        : reason(c.reason), generation(c.generation), saved_at(c.saved_at),
          application_version(c.application_version),
          entries(detail::copied<entry>(c.entries, c.entry_count)),
          notes(detail::copied<note>(c.notes, c.note_count)) {}

    uint32_t reason;                 ///< RESTORATION_REASON_…
    uint64_t generation;             ///< The restored generation; 0 for none.
    int64_t saved_at;                ///< Seconds since 1970; 0 for none.
    std::string application_version; ///< The version of the program that saved.
    std::vector<entry> entries;      ///< Parents before children.
    std::vector<note> notes;         ///< Remarks about the whole.

    /// The objects that do not have their state, and why.
    std::vector<entry> not_restored() const {
        std::vector<entry> found;
        for (const entry &object : entries) {
            if (!object.is_restored()) found.push_back(object);
        }
        return found;
    }
};

/// The intended actions of a restore, before any object's code runs.
struct plan {
    explicit plan(const restoration_plan &c)
        : decision(c.decision), generation(c.generation), saved_at(c.saved_at),
          application_version(c.application_version), reason(c.problem, c.place, c.remedy),
          entries(detail::copied<entry>(c.entries, c.entry_count)),
          notes(detail::copied<note>(c.notes, c.note_count)) {}

    uint32_t decision;   ///< RESTORATION_DECISION_… about the whole archive.
    uint64_t generation; ///< The generation to restore; 0 for none.
    int64_t saved_at;    ///< Seconds since 1970; 0 for none.
    std::string application_version;
    note reason;                ///< If the archive is not restored.
    std::vector<entry> entries; ///< Parents before children.
    std::vector<note> notes;
};

/// The outcome of a save.
struct save {
    explicit save(const restoration_save &c)
        : status(c.status), generation(c.generation), object_count(c.object_count),
          size_in_bytes(c.size_in_bytes), reason(c.problem, c.place, c.remedy),
          issues(detail::copied<note>(c.issues, c.issue_count)),
          notes(detail::copied<note>(c.notes, c.note_count)) {}

    restoration_status status; ///< RESTORATION_OK if the state is durable.
    uint64_t generation;       ///< 0 if nothing was captured.
    uint64_t object_count;
    uint64_t size_in_bytes;
    note reason;              ///< Why the state is not durable.
    std::vector<note> issues; ///< Objects that were left out, and why.
    std::vector<note> notes;  ///< Repairs of the store.
};

/// The end of the previous launch.
struct previous_launch {
    explicit previous_launch(const restoration_previous_launch &c)
        : ending(c.ending), problem(c.problem), plugin(c.plugin) {}

    uint32_t ending;     ///< RESTORATION_ENDING_…
    std::string problem; ///< Names the callback and its object. Empty for an ordinary ending.
    std::string plugin;  ///< Empty for the program's own code.
};

/// Facts about one object.
struct description {
    explicit description(const restoration_description &c)
        : flags(c.flags), path(c.path), class_id(c.class_id), plugin(c.plugin),
          reason(c.problem, c.place, c.remedy) {}

    uint32_t flags;       ///< RESTORATION_OBJECT_…
    std::string path;     ///< Empty without one.
    std::string class_id; ///< Empty for an object that the program builds.
    std::string plugin;
    note reason; ///< Why it does not have its saved state, if so.

    /// Whether the object could not be restored: the handle is a stand-in's.
    bool is_unavailable() const noexcept { return (flags & RESTORATION_OBJECT_UNAVAILABLE) != 0; }
    /// Whether the object, or its state, is expected in this launch.
    bool is_awaited() const noexcept { return (flags & RESTORATION_OBJECT_AWAITED) != 0; }
};

} // namespace restoration
#endif
