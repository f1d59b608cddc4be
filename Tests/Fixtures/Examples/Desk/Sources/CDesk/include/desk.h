/// What the desk and the objects on it do for each other.
#ifndef DESK_H
#define DESK_H

#include <stdint.h>

/// What an object on the desk can do. The desk asks each for this table, which lives as long as
/// the object. All calls come on the session's thread.
#define DESK_ITEM "org.example.desk.item/1"

typedef struct desk_item {
    uint32_t struct_size; ///< sizeof(desk_item) as the plugin compiled it.
    uint32_t reserved;    ///< 0
    void *context;        ///< The object's own; the desk passes it to the functions.
    /// Writes the line that shows the object to `text`, at most `size` bytes of UTF-8, and returns
    /// how many it has written.
    uint32_t (*show)(void *context, char *text, uint32_t size);
    /// Takes a line that was typed for the object: `count` bytes of UTF-8, lent for the call.
    void (*type)(void *context, const char *text, uint32_t count);
} desk_item;

/// What the desk offers to its plugins. The table lives until the process ends.
#define DESK_INFO "org.example.desk.info/1"

typedef struct desk_info {
    uint32_t struct_size; ///< sizeof(desk_info) as the desk compiled it.
    uint32_t reserved;    ///< 0
    /// How often the desk was started, this time included.
    uint64_t (*starts)(void);
} desk_info;

#endif
