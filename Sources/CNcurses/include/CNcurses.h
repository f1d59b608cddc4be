/// ncurses with wide characters, as far as Swift cannot call it itself: macros, variadic functions
/// and the library's global variables become functions here.
///
/// All of it belongs to one thread. Functions return 0, or -1 if ncurses refused.
#ifndef CNCURSES_H
#define CNCURSES_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdint.h>

/// Keys beyond those of ncurses.
enum {
    NCURSES_PASTE = 0x1000,     ///< What follows was pasted, up to the next one.
    NCURSES_PASTE_END = 0x1001,
    NCURSES_WORD_LEFT = 0x1002, ///< Control and an arrow.
    NCURSES_WORD_RIGHT = 0x1003
};

/// What the mouse does.
enum { NCURSES_PRESS = 1, NCURSES_WHEEL_UP = 2, NCURSES_WHEEL_DOWN = 3 };

/// Something that the mouse did, and where.
typedef struct ncurses_mouse {
    int what;
    int row;
    int column;
} ncurses_mouse;

/// Has the mouse and what is pasted come as keys, as long as the terminal is taken. A terminal that
/// knows neither ignores this.
void ncurses_enable_mouse_and_paste(void);

/// After KEY_MOUSE. -1 if the mouse did nothing that counts.
int ncurses_read_mouse(ncurses_mouse *mouse);

/// Attributes, combined with `|`.
static const uint32_t ncurses_normal = A_NORMAL;
static const uint32_t ncurses_bold = A_BOLD;
static const uint32_t ncurses_dim = A_DIM;
static const uint32_t ncurses_reverse = A_REVERSE;
static const uint32_t ncurses_underline = A_UNDERLINE;

/// What `ncurses_read_key` found.
enum {
    NCURSES_NOTHING = 0,
    NCURSES_SCALAR = 1,      ///< A character.
    NCURSES_FUNCTION_KEY = 2 ///< One of KEY_….
};

/// Takes over the terminal on standard input and output. -1 if its kind (TERM) is unknown.
///
/// Call it when SIGINT, SIGTERM and SIGTSTP have handlers, which ncurses then leaves alone. Else it
/// would end the process by itself, and ignore SIGTSTP while it draws.
int ncurses_start(void);

/// Gives the terminal back, in the state in which it was; `ncurses_resume` takes it again.
void ncurses_stop(void);

/// Takes the terminal again after `ncurses_stop`; what is drawn next appears as a whole.
void ncurses_resume(void);

/// The window's size before `ncurses_start`. -1 if the terminal does not say.
int ncurses_window_size(int *row_count, int *column_count);

/// Returns a descriptor that becomes readable when the window has changed its size, or -1. Call it
/// once, before `ncurses_start`, which leaves the signal to whoever has it.
int ncurses_watch_size(void);

/// Takes note of the window's size now, and makes `ncurses_watch_size`'s descriptor unreadable.
void ncurses_update_size(void);

/// Makes the terminal usable before a crash ends the process: handles fatal signals, then lets
/// whoever handled them before do so. Call it after `ncurses_start`.
void ncurses_survive_crashes(void);

/// The size of the window.
static inline int ncurses_rows(void) { return getmaxy(stdscr); }
static inline int ncurses_columns(void) { return getmaxx(stdscr); }

/// Waits up to `milliseconds` for a key.
static inline int ncurses_read_key(int milliseconds, uint32_t *value) {
    wint_t read = 0;
    wtimeout(stdscr, milliseconds);
    int kind = wget_wch(stdscr, &read);
    *value = (uint32_t)read;
    if (kind == KEY_CODE_YES)
        return NCURSES_FUNCTION_KEY;
    return kind == OK ? NCURSES_SCALAR : NCURSES_NOTHING;
}

/// Draws one cell: a scalar that takes room and up to four that combine with it, ended by 0.
static inline void ncurses_put(int row, int column, const uint32_t *scalars, uint32_t attributes,
                               int16_t pair) {
    wchar_t text[CCHARW_MAX + 1] = {0};
    cchar_t cell;
    for (int index = 0; index < CCHARW_MAX && scalars[index] != 0; index++)
        text[index] = (wchar_t)scalars[index];
    // At the last place of the window this reports an error, because the cursor cannot go on, and
    // draws nevertheless.
    if (setcchar(&cell, text, attributes, pair, NULL) == OK)
        mvwadd_wch(stdscr, row, column, &cell);
}

/// How many columns ncurses believes that a scalar takes; -1 if it does not know.
int ncurses_width(uint32_t scalar);

/// Shows what was drawn, with the cursor there; no cursor for a negative row.
static inline void ncurses_show(int row, int column) {
    curs_set(row < 0 ? 0 : 1);
    wmove(stdscr, row < 0 ? 0 : row, row < 0 ? 0 : column);
    wrefresh(stdscr);
}

/// Whether the terminal has colours to choose from.
static inline int ncurses_has_colors(void) { return has_colors() && COLORS >= 8; }

#endif
