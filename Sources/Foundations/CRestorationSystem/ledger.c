#include "restoration_ledger.h"
#include "hang.h"

#include <stdatomic.h>
#include <string.h>

_Static_assert(sizeof(restoration_ledger) == RESTORATION_LEDGER_SIZE, "A page, without gaps");
_Static_assert(sizeof(restoration_ledger_suspect) == 40, "No gaps");
_Static_assert(sizeof(restoration_ledger_mark) == 64, "One line of the cache");
_Static_assert(sizeof(restoration_ledger_failure) == 32, "The bytes were unused before");
_Static_assert(offsetof(restoration_ledger, mark) == 64, "As version 5 has it");
_Static_assert(offsetof(restoration_ledger, sheets) == 128, "As version 5 has it");

static const uint8_t magic[8] = {'R', 'S', 'T', 'L', 'E', 'D', 'G', '\n'};

// FNV-1a over whole words. Each step is a bijection, so any change of one word is detected. It
// detects damage, not forgery.
static uint64_t check_of(const void *bytes, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325) + RESTORATION_LEDGER_VERSION;
    for (size_t offset = 0; offset < size; offset += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, (const char *)bytes + offset, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
    }
    return hash;
}

// MARK: The page

static uint64_t check_of_sheet(const restoration_ledger_sheet *sheet) {
    size_t checked = offsetof(restoration_ledger_sheet, number);
    return check_of((const char *)sheet + checked, sizeof *sheet - checked);
}

static int is_whole(const restoration_ledger_sheet *sheet) {
    return sheet->check == check_of_sheet(sheet);
}

static int is_zero(const uint8_t *bytes, size_t size) {
    for (size_t index = 0; index < size; index++)
        if (bytes[index] != 0)
            return 0;
    return 1;
}

static uint64_t check_of_hang(const restoration_ledger_hang *hang) {
    return check_of(&hang->sequence, sizeof hang->sequence);
}

static uint64_t check_of_failure(const restoration_ledger_failure *failure) {
    return check_of(&failure->moment, sizeof *failure - sizeof failure->check);
}

restoration_ledger_failure restoration_ledger_failure_make(int64_t moment, uint64_t generation,
                                                           uint32_t action, uint32_t error) {
    restoration_ledger_failure failure = {
        .moment = moment, .generation = generation, .action = action, .error = error};
    failure.check = check_of_failure(&failure);
    return failure;
}

static int is_failure_whole(const restoration_ledger_failure *failure) {
    return is_zero((const uint8_t *)failure, sizeof *failure) ||
           failure->check == check_of_failure(failure);
}

// Whether the page is valid apart from its mark and sheets.
static int has_frame(const restoration_ledger *page) {
    return memcmp(page->magic, magic, sizeof magic) == 0 &&
           page->version == RESTORATION_LEDGER_VERSION && page->size == RESTORATION_LEDGER_SIZE &&
           page->hang.check == check_of_hang(&page->hang) &&
           is_failure_whole(&page->failure) && is_zero(page->rest, sizeof page->rest);
}

static void frame(restoration_ledger *page) {
    page->version = RESTORATION_LEDGER_VERSION;
    page->size = RESTORATION_LEDGER_SIZE;
    memcpy(page->magic, magic, sizeof magic);
    if (page->hang.check != check_of_hang(&page->hang)) {
        page->hang.sequence = 0;
        page->hang.check = check_of_hang(&page->hang);
    }
    if (!is_failure_whole(&page->failure))
        memset(&page->failure, 0, sizeof page->failure);
    memset(page->rest, 0, sizeof page->rest);
}

static uint64_t check_of_stamp(const restoration_ledger_mark *mark) {
    const uint64_t stamp[2] = {mark->stamped, (uint64_t)mark->thread << 32 | mark->signal};
    return check_of(stamp, sizeof stamp);
}

int restoration_ledger_examine(const restoration_ledger *page) {
    if (is_zero((const uint8_t *)page, sizeof *page))
        return RESTORATION_LEDGER_EMPTY;
    int whole = is_whole(&page->sheets[0]) + is_whole(&page->sheets[1]);
    if (whole == 0)
        return RESTORATION_LEDGER_DAMAGED;
    return whole == 2 && has_frame(page) &&
                   restoration_ledger_mark_examine(&page->mark) != RESTORATION_MARK_DAMAGED
               ? RESTORATION_LEDGER_INTACT
               : RESTORATION_LEDGER_FLAWED;
}

void restoration_ledger_format(restoration_ledger *page, uint64_t salt) {
    memset(page, 0, sizeof *page);
    page->sheets[0].salt = salt;
    page->sheets[0].check = check_of_sheet(&page->sheets[0]);
    page->mark.stamp_check = check_of_stamp(&page->mark);
    restoration_ledger_repair(page);
}

void restoration_ledger_repair(restoration_ledger *page) {
    frame(page);
    page->sheets[0] = page->sheets[1] = restoration_ledger_sheet_read(page);
    restoration_ledger_mark *mark = &page->mark;
    if (restoration_ledger_mark_examine(mark) != RESTORATION_MARK_DAMAGED)
        return;
    // The running code is unknown, as if the mark was being written.
    memset(mark, 0, sizeof *mark);
    mark->stamp_check = check_of_stamp(mark);
    mark->sequence = ~UINT64_C(0);
}

restoration_ledger_sheet restoration_ledger_sheet_read(const restoration_ledger *page) {
    const restoration_ledger_sheet *one = &page->sheets[0], *other = &page->sheets[1];
    if (!is_whole(one) || (is_whole(other) && other->number > one->number))
        return *other;
    return *one;
}

restoration_ledger_sheet restoration_ledger_sheet_after(restoration_ledger_sheet former,
                                                        restoration_ledger_sheet sheet) {
    sheet.number = former.number + 1;
    sheet.salt = former.salt;
    sheet.check = check_of_sheet(&sheet);
    return sheet;
}

// MARK: The mark

static uint64_t check_of_mark(const restoration_ledger_mark *mark) {
    uint64_t stage = (uint64_t)mark->reserved << 32 | mark->stage;
    uint64_t sum = mark->sequence ^ mark->place * UINT64_C(0x9e3779b97f4a7c15) ^ stage;
    return (sum ^ mark->identity) * UINT64_C(0xff51afd7ed558ccd);
}

// An upper bound of sequences. A greater number is a complement, or damaged.
static const uint64_t last_sequence = UINT64_C(1) << 48;

static int is_being_written(uint64_t sequence) { return ~sequence < last_sequence; }

static inline void write_mark(restoration_ledger_mark *mark, uint64_t place, uint32_t stage,
                              uint64_t identity) {
    // An earlier launch may have ended during a write.
    uint64_t before = mark->sequence;
    uint64_t sequence = (is_being_written(before) ? ~before : before) + 1;
    // Writes the complement, the contents, then the number. A crash in between leaves the
    // complement.
    *(volatile uint64_t *)&mark->sequence = ~sequence;
    atomic_thread_fence(memory_order_release);
    restoration_ledger_mark next = {
        .sequence = sequence, .place = place, .identity = identity, .stage = stage};
    mark->place = place;
    mark->identity = identity;
    mark->reserved = 0;
    mark->stage = stage;
    mark->check = check_of_mark(&next);
    atomic_thread_fence(memory_order_release);
    *(volatile uint64_t *)&mark->sequence = sequence;
    // Precedes the code that may end the program.
    atomic_signal_fence(memory_order_seq_cst);
}

void restoration_ledger_mark_write(restoration_ledger_mark *mark, uint64_t place, uint32_t stage,
                                   uint64_t identity) {
    write_mark(mark, place, stage, identity);
    if (atomic_load_explicit(&restoration_hang_is_asleep, memory_order_relaxed) != 0)
        restoration_hang_wake();
}

void restoration_ledger_mark_refresh(restoration_ledger_mark *mark) {
    if (mark->stage != 0)
        write_mark(mark, mark->place, mark->stage, mark->identity);
}

void restoration_ledger_mark_clear(restoration_ledger_mark *mark) { write_mark(mark, 0, 0, 0); }

int restoration_ledger_mark_examine(const restoration_ledger_mark *mark) {
    if (is_being_written(mark->sequence))
        return RESTORATION_MARK_TORN;
    int is_stamp_whole = mark->stamp_check == check_of_stamp(mark);
    return is_stamp_whole && mark->check == check_of_mark(mark) ? RESTORATION_MARK_WHOLE
                                                                : RESTORATION_MARK_DAMAGED;
}

int restoration_ledger_mark_is_stamped(const restoration_ledger_mark *mark) {
    return mark->signal != 0 && mark->stamped == mark->sequence;
}

void restoration_ledger_stamp(restoration_ledger_mark *mark, int signal_number, uint32_t thread) {
    restoration_ledger_mark stamp = {.signal = (uint32_t)signal_number, .thread = thread};
    stamp.stamped = *(volatile uint64_t *)&mark->sequence;
    mark->signal = stamp.signal;
    mark->thread = stamp.thread;
    mark->stamp_check = check_of_stamp(&stamp);
    atomic_thread_fence(memory_order_release);
    *(volatile uint64_t *)&mark->stamped = stamp.stamped;
}

int restoration_ledger_stamp_hang(restoration_ledger *page, uint64_t sequence) {
    restoration_ledger_hang hang = {.sequence = sequence};
    // Independent of the signal handler's stamp.
    *(volatile uint64_t *)&page->hang.sequence = 0;
    atomic_thread_fence(memory_order_release);
    page->hang.check = check_of_hang(&hang);
    atomic_thread_fence(memory_order_release);
    *(volatile uint64_t *)&page->hang.sequence = sequence;
    return *(volatile uint64_t *)&page->mark.sequence == sequence;
}

int restoration_ledger_is_hung(const restoration_ledger *page) {
    return page->mark.stage != 0 && page->hang.sequence == page->mark.sequence &&
           page->hang.check == check_of_hang(&page->hang);
}
