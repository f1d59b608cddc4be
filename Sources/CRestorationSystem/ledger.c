#include "restoration_ledger.h"

#include <stdatomic.h>
#include <string.h>

_Static_assert(sizeof(restoration_ledger) <= RESTORATION_LEDGER_SIZE, "The page holds it");
_Static_assert(sizeof(restoration_ledger_suspect) == 32, "No gaps");
_Static_assert(offsetof(restoration_ledger, sheets) == 32, "As version 1 has it");
_Static_assert(offsetof(restoration_ledger, mark) % 64 == 0, "One line of the cache");

static const uint8_t magic[8] = {'R', 'S', 'T', 'L', 'E', 'D', 'G', '\n'};

// FNV-1a over whole words. It tells damage, not forgery.
static uint64_t check_of(const void *bytes, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t offset = 0; offset < size; offset += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, (const char *)bytes + offset, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static int is_whole(const restoration_ledger_sheet *sheet) {
    return sheet->check == check_of(sheet, offsetof(restoration_ledger_sheet, check));
}

int restoration_ledger_examine(const restoration_ledger *page) {
    static const restoration_ledger nothing;
    if (memcmp(page, &nothing, sizeof nothing) == 0)
        return RESTORATION_LEDGER_EMPTY;
    if (memcmp(page->magic, magic, sizeof magic) != 0 ||
        page->version != RESTORATION_LEDGER_VERSION || page->size != RESTORATION_LEDGER_SIZE)
        return RESTORATION_LEDGER_DAMAGED;
    return is_whole(&page->sheets[0]) || is_whole(&page->sheets[1]) ? RESTORATION_LEDGER_INTACT
                                                                    : RESTORATION_LEDGER_DAMAGED;
}

void restoration_ledger_format(restoration_ledger *page, uint64_t salt) {
    memset(page, 0, RESTORATION_LEDGER_SIZE);
    page->version = RESTORATION_LEDGER_VERSION;
    page->size = RESTORATION_LEDGER_SIZE;
    page->salt = salt;
    for (int place = 0; place < 2; place++)
        page->sheets[place].check =
            check_of(&page->sheets[place], offsetof(restoration_ledger_sheet, check));
    restoration_ledger_mark_clear(page);
    // Last of all: until then, the page is damaged.
    atomic_thread_fence(memory_order_release);
    memcpy(page->magic, magic, sizeof magic);
}

static int newer_sheet(const restoration_ledger *page) {
    if (!is_whole(&page->sheets[0]))
        return 1;
    if (!is_whole(&page->sheets[1]))
        return 0;
    return page->sheets[1].number > page->sheets[0].number;
}

restoration_ledger_sheet restoration_ledger_sheet_read(const restoration_ledger *page) {
    return page->sheets[newer_sheet(page)];
}

void restoration_ledger_sheet_write(restoration_ledger *page, restoration_ledger_sheet sheet) {
    int newest = newer_sheet(page);
    sheet.number = page->sheets[newest].number + 1;
    sheet.check = check_of(&sheet, offsetof(restoration_ledger_sheet, check));
    page->sheets[1 - newest] = sheet;
}

// Tells a mark that the disk has kept in part.
static uint64_t check_of_mark(const restoration_ledger_mark *mark) {
    uint64_t place = (uint64_t)mark->record << 32 | mark->stage;
    uint64_t sum = mark->sequence ^ mark->generation * UINT64_C(0x9e3779b97f4a7c15) ^ place;
    return (sum ^ mark->identity) * UINT64_C(0xff51afd7ed558ccd);
}

void restoration_ledger_mark_write(restoration_ledger *page, uint64_t generation, uint32_t record,
                                   uint32_t stage, uint64_t identity) {
    restoration_ledger_mark *mark = &page->mark;
    // A mark that was torn in a launch before is odd already.
    uint64_t sequence = mark->sequence | 1;
    // Odd, then what it says, then even: whoever dies in between leaves an odd number.
    *(volatile uint64_t *)&mark->sequence = sequence;
    atomic_thread_fence(memory_order_release);
    mark->generation = generation;
    mark->identity = identity;
    mark->record = record;
    mark->stage = stage;
    restoration_ledger_mark next = {
        .sequence = sequence + 1, .generation = generation, .identity = identity,
        .record = record, .stage = stage};
    mark->check = check_of_mark(&next);
    atomic_thread_fence(memory_order_release);
    *(volatile uint64_t *)&mark->sequence = sequence + 1;
    // Before whatever comes next, the code that may end the program.
    atomic_signal_fence(memory_order_seq_cst);
}

void restoration_ledger_mark_clear(restoration_ledger *page) {
    restoration_ledger_mark_write(page, 0, 0, 0, 0);
}

int restoration_ledger_mark_read(const restoration_ledger *page, restoration_ledger_mark *mark) {
    *mark = page->mark;
    return mark->sequence % 2 == 0 && mark->check == check_of_mark(mark);
}

int restoration_ledger_mark_is_stamped(const restoration_ledger_mark *mark) {
    return mark->signal != 0 && mark->stamped == mark->sequence;
}

void restoration_ledger_stamp(restoration_ledger *page, int signal_number, uint32_t thread) {
    restoration_ledger_mark *mark = &page->mark;
    mark->signal = (uint32_t)signal_number;
    mark->thread = thread;
    atomic_thread_fence(memory_order_release);
    *(volatile uint64_t *)&mark->stamped = *(volatile uint64_t *)&mark->sequence;
}
