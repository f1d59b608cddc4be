/// Functions for the GTK 4 binding that need loops or conditions.
///
/// They do not depend on RestorationKit. Call all of them on GTK's thread.
#ifndef RESTORATION_GTK4_H
#define RESTORATION_GTK4_H

#include <gtk/gtk.h>

/// The names of a widget's type and its ancestors below GtkWidget, one a line, the most derived
/// first. Free the result with g_free.
char *restoration_gtk4_types(GtkWidget *widget);

/// Whether a window is maximised. For a fullscreen window, the last answer from before.
gboolean restoration_gtk4_is_maximized(GtkWindow *window);

/// 1 if the text of a widget must not be stored: the GtkText behind its delegates is invisible, or
/// has the input purpose PASSWORD or PIN.
gboolean restoration_gtk4_is_secret(GtkWidget *widget);
/// The last of an editable's chain of delegates, usually a GtkText.
GtkWidget *restoration_gtk4_innermost(GtkWidget *widget);

/// The text of a text view, with U+FFFC for each embedded object; the text of an editable, or null
/// if it is secret; the selection of a list or drop-down; else a number, 1 or 0 for one that is on
/// or off. Free the result with g_free.
char *restoration_gtk4_value(GtkWidget *widget);
/// Restores the user's value, without an undo step, now or at the end of the main loop iteration.
/// Returns FALSE if the widget cannot have it yet.
gboolean restoration_gtk4_put_value(GtkWidget *widget, const char *value);
/// The half-typed text of a spin button; null if the text is that of its number. Free the result
/// with g_free.
char *restoration_gtk4_typed(GtkSpinButton *spin);

// The origin of a widget's value: the program or the user.

/// Watches the value of a control, entry or text view, or the selection of a list. Calls `changed`
/// when the user has changed it, and when that change no longer exists.
void *restoration_gtk4_origin_new(GtkWidget *widget, void (*changed)(void *, void *));
void restoration_gtk4_origin_end(void *origin);
/// A digest of the program's value that the user has changed; null if the user has changed none.
///
/// The part of `salt` before the first ":" salts the digest. The part after "@" identifies the
/// selections of the window's lists. Free the result with g_free.
char *restoration_gtk4_base(GtkWidget *widget, const char *salt);
/// A digest of the current value; "" for a widget without a value and while no value may be
/// restored; null once input has reached the widget or a button of its window, and for a window
/// once any input has. Free the result with g_free.
char *restoration_gtk4_shows(GtkWidget *widget, const char *salt);
/// Begins a change that restores the user's value. Returns FALSE, except within a look and for a
/// widget that is not watched, and later calls the looks: the program's handlers may run a main
/// loop, which must not hold up a restore.
gboolean restoration_gtk4_begin_put(GtkWidget *widget);
void restoration_gtk4_end_put(GtkWidget *widget);

// The end of a main loop iteration: after the handlers of a change, before GTK draws.

/// Calls `look` at that time, so that it can restore a value.
void *restoration_gtk4_look_new(GtkWidget *widget, void (*look)(void *, void *));
/// Calls `changed` at that time if a widget has new rows, or if descendants were shown, before the
/// user can type into them, or removed.
void *restoration_gtk4_watch_arrivals(GtkWidget *widget, void (*changed)(void *, void *));
/// Ends either.
void restoration_gtk4_look_end(void *look);

/// The named widget that has a window's focus or contains the focused one; null without one.
GtkWidget *restoration_gtk4_get_focus(GtkWindow *window);
/// Focuses a widget if it is shown and sensitive, without selecting its text. Null clears the
/// focus.
void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget);

/// The cursor of an entry; 0 if it is secret.
int restoration_gtk4_cursor(GtkEditable *editable);

/// The widget name of the current page, or "#" and its number; null without one. Free the result
/// with g_free.
char *restoration_gtk4_page(GtkNotebook *notebook);
/// Shows the first page of that name. Ignores unknown names.
void restoration_gtk4_set_page(GtkNotebook *notebook, const char *name);

/// Whether a widget has a name of its own. GTK names others by their type.
gboolean restoration_gtk4_has_name(GtkWidget *widget);

// The offset of a scrolled window in pixels.

/// Calls `changed` when the offset changes. Follows the scrolled window's current adjustment.
void *restoration_gtk4_offset_new(GtkScrolledWindow *window, GtkOrientation orientation,
                                  void (*changed)(void *, void *));
void restoration_gtk4_offset_end(void *offset);
/// The requested offset until the user or the program scrolls, then the current one.
double restoration_gtk4_offset(GtkScrolledWindow *window, GtkOrientation orientation);
/// Scrolls as far as possible, and farther as content grows, until the user or the program scrolls.
void restoration_gtk4_set_offset(GtkScrolledWindow *window, GtkOrientation orientation,
                                 double offset);

/// Whether a widget is a box of rows, or a view with a selection model.
gboolean restoration_gtk4_is_list(GtkWidget *widget);
/// The names of the selected rows of a list or drop-down, one a line, sorted. A name is the string
/// of a GtkStringObject, the property "restoration-identifier" of other objects, or the widget name
/// of a box's row; of equal names, the later ones have a number. A drop-down's item without a name
/// has "#" and its number. Free the result with g_free.
char *restoration_gtk4_selection(GtkWidget *list);
/// Selects the rows of these names. Returns FALSE, without a change, if there are none of them.
gboolean restoration_gtk4_set_selection(GtkWidget *list, const char *selection);

#endif
