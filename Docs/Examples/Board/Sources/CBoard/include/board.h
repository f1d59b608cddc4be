/// What the board asks of what a plugin puts on it. Nothing of Swift is in it.
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/// The table that the board asks an object for. It lives as long as the object; all calls come on
/// the program's main thread.
#define BOARD_CONTENT "org.example.board.content/1"

typedef struct board_content {
    uint32_t struct_size; ///< sizeof(board_content) as the plugin compiled it.
    uint32_t reserved;    ///< 0
    void *context;        ///< The object's own; the board passes it to the functions.
    /// Writes a one-line description of the object into `text`, at most `size` bytes of UTF-8.
    /// Returns the number of bytes written.
    uint32_t (*show)(void *context, char *text, uint32_t size);
    /// Tells the object that the user has pressed it.
    void (*press)(void *context);
} board_content;

#endif
