/// The crash ledger: a page of memory, usually of a file, that records whose code is running during
/// a restore or a save. `Docs/Crashes.md` describes its use.
///
/// It holds only numbers, mostly digests: the file is not sealed, and identifiers, keys and values
/// are as private as state.
#ifndef RESTORATION_LEDGER_H
#define RESTORATION_LEDGER_H

#include <stddef.h>
#include <stdint.h>

enum {
    RESTORATION_LEDGER_SIZE = 4096,
    RESTORATION_LEDGER_SUSPECTS = 32,
    RESTORATION_LEDGER_VERSION = 5,
    /// Replaces the signal number for a hang.
    RESTORATION_LEDGER_HANG = 0xffff
};

/// An object that is left out, or in whose code the last launch ended.
typedef struct restoration_ledger_suspect {
    uint64_t object;   ///< Digest of its path and class; 0 for a free place.
    uint64_t identity; ///< Digest of the program and the plugin that were running.
    uint64_t generation; ///< The archive's generation at that time.
    int64_t moment;    ///< The time of detection, in seconds since 1970.
    uint16_t stage;    ///< The operation in progress.
    uint16_t signal;   ///< The stamped signal; 0 for none.
    uint16_t treatment; ///< The consequence; the session defines the numbers.
    uint16_t is_latest; ///< 1 if the last launch ended in it.
} restoration_ledger_suspect;

/// The state that lasts across launches. The page contains two equal copies, written in turn. Each
/// is one write, which only a failing disk can tear.
typedef struct restoration_ledger_sheet {
    uint64_t check;  ///< Over the following fields.
    uint64_t number; ///< If the copies differ, the higher one counts.
    uint64_t salt;   ///< The salt of digests.
    uint64_t boot[2];  ///< The boot in which the writing launch began.
    uint64_t saved;    ///< The newest saved generation; 0 if unknown.
    uint32_t launches;       ///< Consecutive launches that ended while starting.
    uint32_t endings;        ///< Consecutive bad launches.
    uint32_t is_window_open; ///< 1 while a crash counts as a crash of the restore.
    uint32_t reserved;
    restoration_ledger_suspect suspects[RESTORATION_LEDGER_SUSPECTS];
} restoration_ledger_sheet;

/// The object or plugin whose code is running, and the stamp of a fatal signal. One cache line.
typedef struct restoration_ledger_mark {
    uint64_t sequence;   ///< Complemented while the mark is being written.
    uint64_t place;      ///< Digest of the object's record, or of the plugin.
    uint64_t identity;   ///< Digest of the program and the plugin.
    uint32_t reserved;
    uint32_t stage;      ///< The operation in progress; 0 while no such code runs.
    uint64_t check;      ///< Over all fields above.
    uint64_t stamped;    ///< The sequence of the stamped mark; 0 for no stamp.
    uint32_t signal;     ///< The stamp: the signal.
    uint32_t thread;     ///< 0 for the restoring thread, otherwise the thread's ID.
    uint64_t stamp_check; ///< Over the stamp.
} restoration_ledger_mark;

/// The stamp of a hang: a mark's code exceeded its time limit.
typedef struct restoration_ledger_hang {
    uint64_t sequence; ///< Of the mark; 0 for no stamp.
    uint64_t check;    ///< Over the sequence.
} restoration_ledger_hang;

/// The last save if it failed, otherwise zeroes.
typedef struct restoration_ledger_failure {
    uint64_t check;      ///< Over the following fields.
    int64_t moment;      ///< The time of the failure, in seconds since 1970.
    uint64_t generation; ///< The generation that was not saved.
    uint32_t action;     ///< The failed action, as the storage numbers it; 0 for a
                         ///< failure without a system error.
    uint32_t error;      ///< The error number.
} restoration_ledger_failure;

/// The page's layout in the file. Checks cover all bytes; unused ones are 0.
typedef struct restoration_ledger {
    uint8_t magic[8];
    uint32_t version;
    uint32_t size;
    restoration_ledger_hang hang;
    restoration_ledger_failure failure;
    restoration_ledger_mark mark;
    restoration_ledger_sheet sheets[2];
    uint8_t rest[RESTORATION_LEDGER_SIZE - 128 - 2 * sizeof(restoration_ledger_sheet)];
} restoration_ledger;

/// The condition of a page.
enum {
    RESTORATION_LEDGER_INTACT,
    /// The page is empty.
    RESTORATION_LEDGER_EMPTY,
    /// The damage affects only redundant or dispensable parts.
    RESTORATION_LEDGER_FLAWED,
    /// The lasting state is unreadable or of another version.
    RESTORATION_LEDGER_DAMAGED
};

/// Examines a page without changing it.
int restoration_ledger_examine(const restoration_ledger *page);
/// Formats an empty page.
void restoration_ledger_format(restoration_ledger *page, uint64_t salt);
/// Repairs a flawed page.
void restoration_ledger_repair(restoration_ledger *page);

/// The current sheet. The page must not be damaged.
restoration_ledger_sheet restoration_ledger_sheet_read(const restoration_ledger *page);
/// The successor of `former`; fills in the number, salt and check of `sheet`.
restoration_ledger_sheet restoration_ledger_sheet_after(restoration_ledger_sheet former,
                                                        restoration_ledger_sheet sheet);

/// A save's failure with its check.
restoration_ledger_failure restoration_ledger_failure_make(int64_t moment, uint64_t generation,
                                                           uint32_t action, uint32_t error);

/// Records whose code is about to run. Plain memory writes. An earlier stamp becomes void.
void restoration_ledger_mark_write(restoration_ledger_mark *mark, uint64_t place, uint32_t stage,
                                   uint64_t identity);
/// Records that no object's or plugin's code runs.
void restoration_ledger_mark_clear(restoration_ledger_mark *mark);

/// The condition of a mark.
enum {
    RESTORATION_MARK_WHOLE,
    /// Code was about to run, but its owner is unknown.
    RESTORATION_MARK_TORN,
    RESTORATION_MARK_DAMAGED
};
/// Examines a mark without changing it.
int restoration_ledger_mark_examine(const restoration_ledger_mark *mark);
int restoration_ledger_mark_is_stamped(const restoration_ledger_mark *mark);
/// Stamps a mark with a fatal signal. Async-signal-safe.
///
/// `thread` is 0 if the restoring thread received the signal.
void restoration_ledger_stamp(restoration_ledger_mark *mark, int signal_number, uint32_t thread);

/// Restarts the hang timer of a mark's code.
void restoration_ledger_mark_refresh(restoration_ledger_mark *mark);
/// Stamps a mark as hung if it still has that sequence. Returns whether it had.
int restoration_ledger_stamp_hang(restoration_ledger *page, uint64_t sequence);
/// Whether a page's mark is stamped as hung.
int restoration_ledger_is_hung(const restoration_ledger *page);

/// Starts watching a page's mark for hangs. A mark that is unchanged for `milliseconds`, and up to
/// a quarter longer, is stamped; the watching thread then calls `report`. Time in which the process
/// is stopped or the machine sleeps does not count.
///
/// All watches share one thread, which sleeps while no code runs in any page. It blocks all signals
/// except faults.
///
/// Returns a unique number for the watch, or 0 without a thread or a free place.
uint64_t restoration_hang_watch(restoration_ledger *page, uint64_t milliseconds,
                                void (*report)(uint64_t watch,
                                               const restoration_ledger_mark *mark));
/// Ends a watch. `report` may still be running if there are other watches. With the last watch, the
/// thread ends before this returns.
void restoration_hang_unwatch(uint64_t watch);

/// Starts stamping the page's mark on signals that the program's own code causes (SEGV, BUS, ILL,
/// FPE, ABRT, TRAP). This thread counts as the restoring one. It gets an alternate stack if it has
/// none, so that stack overflows are stamped, too.
///
/// After stamping, the handler restores the earlier disposition and lets the signal take its
/// course: an earlier handler runs as usual, and a program without one ends with the same status
/// and core dump.
///
/// If the page's file becomes unreachable (cut short, or on a failing disk), the SIGBUS handler
/// replaces the page with memory and the program continues. The next launch does not see later
/// entries.
///
/// Returns a number for the watch, or minus an error number: ENOSPC when 128 pages are watched.
int restoration_crash_watch(restoration_ledger *page);
/// Moves a watch to this thread, because a main actor can change threads. The alternate stack stays
/// with its thread.
void restoration_crash_follow(int watch);
/// Ends a watch. The last one restores the earlier dispositions, unless another handler was
/// installed meanwhile. Removes the alternate stack if this is its thread.
void restoration_crash_unwatch(int watch);

#endif
