/// The crash ledger: a page of memory, mostly of a file, that says whose code is running while a
/// program restores its state. `Docs/Crashes.md` says what is made of it.
///
/// It holds numbers only: a record's number in a generation of the archive, and digests.
/// Identifiers, keys and values are as private as state is, and this file is not sealed.
#ifndef RESTORATION_LEDGER_H
#define RESTORATION_LEDGER_H

#include <stddef.h>
#include <stdint.h>

enum {
    RESTORATION_LEDGER_SIZE = 4096,
    RESTORATION_LEDGER_SUSPECTS = 32,
    RESTORATION_LEDGER_VERSION = 1
};

/// An object that is set aside.
typedef struct restoration_ledger_suspect {
    uint64_t object;   ///< Digest of its path and class; 0 for a free place.
    uint64_t identity; ///< Digest of the program and the plugin that crashed.
    int64_t moment;    ///< When that was found, in seconds since 1970.
    uint32_t stage;    ///< What was asked of it.
    uint32_t signal;   ///< What ended the program; 0 if that is not known.
} restoration_ledger_suspect;

/// What lasts from launch to launch. There are two, written in turn, so that one is always whole.
typedef struct restoration_ledger_sheet {
    uint64_t number;  ///< The higher one counts.
    uint64_t boot[2]; ///< During which the launch began that wrote it.
    uint64_t doubted; ///< Digest of the object in which the last launch ended, unstamped; or 0.
    restoration_ledger_suspect suspects[RESTORATION_LEDGER_SUSPECTS];
    uint64_t check;
} restoration_ledger_sheet;

/// Whose code is running.
typedef struct restoration_ledger_mark {
    uint64_t sequence;   ///< Odd while the mark is being written.
    uint64_t generation; ///< Of the archive; of an object that comes late, its digest.
    uint64_t identity;   ///< Digest of the program and the plugin.
    uint32_t record;     ///< Its number in that archive.
    uint32_t stage;      ///< What is asked of it; 0 while nobody's code runs. 0x100 more: late.
    uint64_t check;
    uint64_t stamped;    ///< The sequence of the mark that the stamp is about.
    uint32_t signal;     ///< The stamp: which signal came.
    uint32_t thread;     ///< 0 if the thread was the one that restores, else which.
} restoration_ledger_mark;

/// The page as it lies in the file.
typedef struct restoration_ledger {
    uint8_t magic[8];
    uint32_t version;
    uint32_t size;
    uint64_t salt;           ///< What digests begin with.
    uint32_t launches;       ///< In a row that did not come up.
    uint32_t is_window_open; ///< 1 while a crash counts as one of the restore.
    restoration_ledger_sheet sheets[2];
    uint64_t endings;  ///< Launches in a row that ended while the window was open.
    uint64_t reserved; ///< So that the mark has a line of the cache for itself.
    restoration_ledger_mark mark;
} restoration_ledger;

/// How a page was found.
enum { RESTORATION_LEDGER_INTACT, RESTORATION_LEDGER_EMPTY, RESTORATION_LEDGER_DAMAGED };

/// Looks at a page of RESTORATION_LEDGER_SIZE bytes. Changes nothing.
int restoration_ledger_examine(const restoration_ledger *page);
/// Makes an empty page of it.
void restoration_ledger_format(restoration_ledger *page, uint64_t salt);

/// The sheet that counts. The page must be intact.
restoration_ledger_sheet restoration_ledger_sheet_read(const restoration_ledger *page);
/// Writes a sheet in the place of the older one; number and check are its own business.
void restoration_ledger_sheet_write(restoration_ledger *page, restoration_ledger_sheet sheet);

/// Says whose code is going to run. Plain memory writes; a stamp of before is void.
void restoration_ledger_mark_write(restoration_ledger *page, uint64_t generation, uint32_t record,
                                   uint32_t stage, uint64_t identity);
/// Says that nobody's code runs.
void restoration_ledger_mark_clear(restoration_ledger *page);
/// Copies the mark. Returns 0 if it is torn: somebody's code was about to run, and it is not known
/// whose.
int restoration_ledger_mark_read(const restoration_ledger *page, restoration_ledger_mark *mark);
/// Whether the mark is stamped.
int restoration_ledger_mark_is_stamped(const restoration_ledger_mark *mark);
/// Stamps the mark: the program ends by a signal. Async-signal-safe.
///
/// `thread` is 0 if the signal came to the thread that restores.
void restoration_ledger_stamp(restoration_ledger *page, int signal_number, uint32_t thread);

/// Lets the signals that end a program because of its own code (SEGV, BUS, ILL, FPE, ABRT, TRAP)
/// stamp a page, from now on, on behalf of this thread. Gives the thread an alternate stack if it
/// has none, so that a stack that overflows is stamped, too.
///
/// The disposition of before is put back as soon as such a signal has been stamped, and the signal
/// then takes its course: a handler of before runs as if there had been no other, and a program
/// without one ends with the same status and the same core dump.
///
/// Returns a number for the watch, or minus an error number: ENOSPC when 16 pages are watched.
int restoration_crash_watch(restoration_ledger *page);
/// Ends a watch. With the last one, what was there before is put back, unless somebody else has
/// installed a handler meanwhile. The alternate stack is taken back if this is the thread that got
/// it.
void restoration_crash_unwatch(int watch);

#endif
