/// The crash ledger: a page of memory, mostly of a file, that says whose code is running while a
/// program restores or saves its state. `Docs/Crashes.md` says what is made of it.
///
/// It holds numbers only, most of them digests.
/// Identifiers, keys and values are as private as state is, and this file is not sealed.
#ifndef RESTORATION_LEDGER_H
#define RESTORATION_LEDGER_H

#include <stddef.h>
#include <stdint.h>

enum {
    RESTORATION_LEDGER_SIZE = 4096,
    RESTORATION_LEDGER_SUSPECTS = 32,
    RESTORATION_LEDGER_VERSION = 5,
    /// Stands for a signal where none came: the code had hung.
    RESTORATION_LEDGER_HANG = 0xffff
};

/// An object that is left out, or in which the last launch ended.
typedef struct restoration_ledger_suspect {
    uint64_t object;   ///< Digest of its path and class; 0 for a free place.
    uint64_t identity; ///< Digest of the program and the plugin that were running.
    uint64_t generation; ///< Of the archive that was there then.
    int64_t moment;    ///< When that was found, in seconds since 1970.
    uint16_t stage;    ///< What was asked of it.
    uint16_t signal;   ///< Which signal was stamped; 0 if none was.
    uint16_t standing; ///< What follows: a number of the session's own.
    uint16_t is_latest; ///< 1 if the last launch ended in it.
} restoration_ledger_suspect;

/// What lasts from launch to launch. The page has two copies, which say the same: they are written
/// one after the other, each in one write that nothing tears but a failing disk.
typedef struct restoration_ledger_sheet {
    uint64_t check;  ///< Over all that follows.
    uint64_t number; ///< The higher one counts, should the copies differ.
    uint64_t salt;   ///< What digests begin with.
    uint64_t boot[2];  ///< During which the launch began that wrote it.
    uint64_t saved;    ///< The newest generation that was saved; 0 if none is known.
    uint32_t launches;       ///< In a row that did not come up.
    uint32_t endings;        ///< Bad launches in a row.
    uint32_t is_window_open; ///< 1 while a crash counts as one of the restore.
    uint32_t reserved;
    restoration_ledger_suspect suspects[RESTORATION_LEDGER_SUSPECTS];
} restoration_ledger_sheet;

/// Whose code is running, and the stamp of a fatal signal. One line of the cache.
typedef struct restoration_ledger_mark {
    uint64_t sequence;   ///< Complemented while the mark is being written.
    uint64_t place;      ///< Digest of the object's record, or of the plugin.
    uint64_t identity;   ///< Digest of the program and the plugin.
    uint32_t reserved;
    uint32_t stage;      ///< What is asked of it; 0 while nobody's code runs.
    uint64_t check;      ///< Over all above.
    uint64_t stamped;    ///< The sequence of the mark that the stamp is about; 0 for no stamp.
    uint32_t signal;     ///< The stamp: which signal came.
    uint32_t thread;     ///< 0 if the thread was the one that restores, else which.
    uint64_t stamp_check; ///< Over the stamp.
} restoration_ledger_mark;

/// The stamp of a hang: the code that a mark names runs for longer than it may.
typedef struct restoration_ledger_hang {
    uint64_t sequence; ///< Of the mark; 0 for no stamp.
    uint64_t check;    ///< Over the sequence.
} restoration_ledger_hang;

/// The last save, if it has failed; zeroes if it has not.
typedef struct restoration_ledger_failure {
    uint64_t check;      ///< Over all that follows.
    int64_t moment;      ///< When it failed, in seconds since 1970.
    uint64_t generation; ///< That was not saved.
    uint32_t action;     ///< What was being done, by a number of the storage's own; 0 for nothing
                         ///< that the system refused.
    uint32_t error;      ///< The error number.
} restoration_ledger_failure;

/// The page as it lies in the file. No byte of it is outside every check: what is unused is 0.
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

/// How a page was found.
enum {
    RESTORATION_LEDGER_INTACT,
    /// There is nothing in it yet.
    RESTORATION_LEDGER_EMPTY,
    /// A part of it is damaged that is there twice, or can be done without.
    RESTORATION_LEDGER_FLAWED,
    /// What lasts from launch to launch cannot be read, or is of another version.
    RESTORATION_LEDGER_DAMAGED
};

/// Looks at a page. Changes nothing.
int restoration_ledger_examine(const restoration_ledger *page);
/// Makes an empty page of it.
void restoration_ledger_format(restoration_ledger *page, uint64_t salt);
/// Makes whole again what is damaged in a page that is flawed.
void restoration_ledger_mend(restoration_ledger *page);

/// The sheet that counts. The page must not be damaged.
restoration_ledger_sheet restoration_ledger_sheet_read(const restoration_ledger *page);
/// A sheet as it is written after `former`: number, salt and check are not the caller's business.
restoration_ledger_sheet restoration_ledger_sheet_after(restoration_ledger_sheet former,
                                                        restoration_ledger_sheet sheet);

/// A failure of a save with its check.
restoration_ledger_failure restoration_ledger_failure_make(int64_t moment, uint64_t generation,
                                                           uint32_t action, uint32_t error);

/// Says whose code is going to run. Plain memory writes; a stamp of before is void.
void restoration_ledger_mark_write(restoration_ledger_mark *mark, uint64_t place, uint32_t stage,
                                   uint64_t identity);
/// Says that nobody's code runs.
void restoration_ledger_mark_clear(restoration_ledger_mark *mark);

/// What is known of a mark.
enum {
    RESTORATION_MARK_WHOLE,
    /// Somebody's code was about to run, and it is not known whose.
    RESTORATION_MARK_TORN,
    RESTORATION_MARK_DAMAGED
};
/// Looks at a mark. Changes nothing.
int restoration_ledger_mark_examine(const restoration_ledger_mark *mark);
/// Whether a mark is stamped.
int restoration_ledger_mark_is_stamped(const restoration_ledger_mark *mark);
/// Stamps a mark: the program ends by a signal. Async-signal-safe.
///
/// `thread` is 0 if the signal came to the thread that restores.
void restoration_ledger_stamp(restoration_ledger_mark *mark, int signal_number, uint32_t thread);

/// Says that the code that a mark names gets on: its time begins anew.
void restoration_ledger_mark_refresh(restoration_ledger_mark *mark);
/// Stamps a mark as one of a hang, if it still has that sequence. Returns whether it had.
int restoration_ledger_stamp_hang(restoration_ledger *page, uint64_t sequence);
/// Whether the mark of a page is stamped as one of a hang.
int restoration_ledger_is_hung(const restoration_ledger *page);

/// Has a thread look at the mark of a page from now on: one that stays the same for as long as
/// `milliseconds` say, and up to a quarter longer, is stamped as a hang, and then `report` is
/// called by that thread. Time in which the process is stopped, or the machine sleeps, is not
/// counted.
///
/// The thread sleeps while no code runs in any page. It is one for the process, and blocks all
/// signals but those of faults.
///
/// Returns a number for the watch, which no other one has; 0 where there is no thread or no room.
uint64_t restoration_hang_watch(restoration_ledger *page, uint64_t milliseconds,
                                void (*report)(uint64_t watch,
                                               const restoration_ledger_mark *mark));
/// Ends a watch: nobody looks at the page any more. `report` may still be running if there are
/// other watches. With the last one, the thread ends before this returns.
void restoration_hang_unwatch(uint64_t watch);

/// Lets the signals that end a program because of its own code (SEGV, BUS, ILL, FPE, ABRT, TRAP)
/// stamp a mark, from now on, on behalf of this thread. Gives the thread an alternate stack if it
/// has none, so that a stack that overflows is stamped, too.
///
/// The disposition of before is put back as soon as such a signal has been stamped, and the signal
/// then takes its course: a handler of before runs as if there had been no other, and a program
/// without one ends with the same status and the same core dump.
///
/// `page` is the page of memory in which the mark lies. Where that is a file's and can no longer be
/// reached (the file was cut short, the disk fails), the SIGBUS that says so has memory put in its
/// place, and the program goes on; the next launch does not see what is noted from then on.
///
/// Returns a number for the watch, or minus an error number: ENOSPC when 128 pages are watched.
int restoration_crash_watch(restoration_ledger *page);
/// Lets a watch follow to this thread: a main actor has not always the same. The alternate stack
/// stays with the thread that got it.
void restoration_crash_follow(int watch);
/// Ends a watch. With the last one, what was there before is put back, unless somebody else has
/// installed a handler meanwhile. The alternate stack is taken back if this is the thread that got
/// it.
void restoration_crash_unwatch(int watch);

#endif
