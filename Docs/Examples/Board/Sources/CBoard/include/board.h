/// The interface between the board and the objects of plugins, in plain C.
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/// The table that the board requests from an object. It lives as long as the object. The board
/// calls its functions on the main thread.
#define BOARD_CONTENT "org.example.board.content/1"

typedef struct board_content {
    uint32_t struct_size; ///< sizeof(board_content) as the plugin compiled it.
    uint32_t reserved;    ///< 0
    void *context;        ///< The object's own; the board passes it to the functions.
    /// Writes a one-line description of the object into `text`, at most `size` bytes of UTF-8.
    /// Returns the number of bytes written.
    uint32_t (*show)(void *context, char *text, uint32_t size);
    /// Called when the user has pressed the object.
    void (*press)(void *context);
} board_content;

#endif
