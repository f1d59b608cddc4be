/// The interfaces between the desk and the objects on it.
#ifndef DESK_H
#define DESK_H

#include <stdint.h>

/// The interface of an object on the desk. The desk asks each object for this table, which must
/// live as long as the object. The desk calls its functions on the session's thread.
#define DESK_ITEM "org.example.desk.item/1"

typedef struct desk_item {
    uint32_t struct_size; ///< sizeof(desk_item) as the plugin compiled it.
    uint32_t reserved;    ///< 0
    void *context;        ///< The object's own; the desk passes it to the functions.
    /// Writes a one-line description of the object into `text`, at most `size` bytes of UTF-8.
    /// Returns the number of bytes written.
    uint32_t (*show)(void *context, char *text, uint32_t size);
    /// Receives a line typed for the object: `count` bytes of UTF-8, lent for the call.
    void (*type)(void *context, const char *text, uint32_t count);
} desk_item;

/// The interface that the desk offers to its plugins. The table lives until the process ends.
#define DESK_INFO "org.example.desk.info/1"

typedef struct desk_info {
    uint32_t struct_size; ///< sizeof(desk_info) as the desk compiled it.
    uint32_t reserved;    ///< 0
    /// The number of launches of the desk, including this one.
    uint64_t (*starts)(void);
} desk_info;

#endif
