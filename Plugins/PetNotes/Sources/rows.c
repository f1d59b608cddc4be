#include "panel.h"

petfinder_character character_at(restoration_string text, size_t start) {
    petfinder_character character = {1, 1};
    restoration_string rest = {text.bytes + start, text.count - start};
    if (rest.count > 0)
        services.text->character(services.text, rest, &character);
    // The service may report 0 bytes, or more than are left. Advance by at least 1 byte, and not
    // past the end.
    if (character.bytes == 0)
        character.bytes = 1;
    if (character.bytes > rest.count)
        character.bytes = (uint32_t)rest.count;
    return character;
}

// A row ends
// 1. at a line feed, which is in no row;
// 2. after the last space before a character that does not fit. Spaces never make a row too long:
//    those at its end may extend past the right edge;
// 3. in a word longer than a row, before the character that does not fit. A character wider than
//    the row gets a row of its own, so that every row advances;
// 4. at the end of the text.
struct row row_at(restoration_string text, size_t start, uint32_t columns) {
    // The last column is for the cursor after the last character.
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
        // If a row is wrapped, the position at its end is the start of the next row.
        bool is_last = offset + character.bytes >= row.end;
        if (used + character.columns > column || (is_last && row.next == row.end && !row.is_last))
            break;
        used += character.columns;
        offset += character.bytes;
    }
    return offset;
}
