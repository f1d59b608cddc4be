#include "panel.h"

petfinder_character character_at(restoration_string text, size_t start) {
    petfinder_character character = {1, 1};
    restoration_string rest = {text.bytes + start, text.count - start};
    if (rest.count > 0)
        services.text->character(services.text, rest, &character);
    // Never a step of nothing, and never one past the end, whatever the answer was.
    if (character.bytes == 0)
        character.bytes = 1;
    if (character.bytes > rest.count)
        character.bytes = (uint32_t)rest.count;
    return character;
}

// A row ends
// 1. at a line feed, which is shown in no row;
// 2. after the last blank before the character that would not fit. Blanks themselves never make a
//    row too long: those at its end hang over the border, where they are not missed;
// 3. in a word that is longer than a row, before the character that would not fit. A character
//    that is wider than the row has a row to itself, so that every row moves on;
// 4. at the end of the text.
struct row row_at(restoration_string text, size_t start, uint32_t columns) {
    // The last column is for the cursor behind the last character.
    uint32_t room = columns > 1 ? columns - 1 : 1;
    uint32_t used = 0;
    size_t offset = start;
    size_t after_blank = start;
    while (offset < text.count) {
        if (text.bytes[offset] == '\n')
            return (struct row){start, offset, offset + 1, false};
        petfinder_character character = character_at(text, offset);
        bool is_blank = text.bytes[offset] == ' ';
        if (!is_blank && offset > start && used + character.columns > room) {
            size_t end = after_blank > start ? after_blank : offset;
            return (struct row){start, end, end, false};
        }
        offset += character.bytes;
        used += character.columns;
        if (is_blank)
            after_blank = offset;
    }
    return (struct row){start, text.count, text.count, true};
}

struct row row_holding(restoration_string text, size_t offset, uint32_t columns, size_t *index) {
    struct row row = row_at(text, 0, columns);
    *index = 0;
    while (!row.is_last && offset >= row.next) {
        row = row_at(text, row.next, columns);
        *index += 1;
    }
    return row;
}

uint32_t columns_between(restoration_string text, size_t start, size_t end) {
    uint32_t columns = 0;
    while (start < end) {
        petfinder_character character = character_at(text, start);
        columns += character.columns;
        start += character.bytes;
    }
    return columns;
}

size_t offset_at_column(restoration_string text, struct row row, uint32_t column) {
    size_t offset = row.start;
    uint32_t used = 0;
    while (offset < row.end) {
        petfinder_character character = character_at(text, offset);
        // In a row that is broken, the place behind its last character is the next row's first.
        bool is_last = offset + character.bytes >= row.end;
        if (used + character.columns > column || (is_last && row.next == row.end && !row.is_last))
            break;
        used += character.columns;
        offset += character.bytes;
    }
    return offset;
}
