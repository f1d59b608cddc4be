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

/// The number of a spin button or range; 1 or 0 for one that is on or off.
double restoration_gtk4_number(GtkWidget *widget);
/// The text of a text view, with U+FFFC for each embedded object; the text of an editable, or null
/// if it is secret; the choice of a drop-down; or a number as text. Free the result with g_free.
char *restoration_gtk4_value(GtkWidget *widget);
/// Restores the user's number or text, without an undo step, now or at the end of the main loop
/// iteration. Returns FALSE if the widget cannot have it yet.
gboolean restoration_gtk4_put_number(GtkWidget *widget, double number);
gboolean restoration_gtk4_put_value(GtkWidget *widget, const char *value);
/// The half-typed text of a spin button; null if the text is that of its number. Free the result
/// with g_free.
char *restoration_gtk4_typed(GtkSpinButton *spin);

// The origin of a widget's value: the program or the user.

/// Watches the value of a control, entry or text view, or the selection of a list. Calls `changed`
/// when the user has changed it, and when that change no longer exists.
void *restoration_gtk4_origin_new(GtkWidget *widget, void (*changed)(void *, void *));
void restoration_gtk4_origin_end(void *origin);
/// Calls `look` when a value may be restored: after the handlers of a change, before GTK draws.
void *restoration_gtk4_look_new(GtkWidget *widget, void (*look)(void *, void *));
void restoration_gtk4_look_end(void *look);
/// A digest of the program's value that the user has changed; null if the user has changed none.
///
/// The part of `salt` before the first ":" salts the digest. The part after "@" identifies the
/// selections of the window's lists. Free the result with g_free.
char *restoration_gtk4_base(GtkWidget *widget, const char *salt);
/// A digest of the current value; "" while no value may be restored; null once input has reached
/// the widget or a button of its window. Free the result with g_free.
char *restoration_gtk4_shows(GtkWidget *widget, const char *salt);
/// Begins a change that restores the user's value. Returns FALSE, and later calls `look`, except
/// within `look` and for a widget that is not watched: the program's handlers may run a main loop,
/// which must not hold up a restore.
gboolean restoration_gtk4_begin_put(GtkWidget *widget);
void restoration_gtk4_end_put(GtkWidget *widget);

/// The named widget that has a window's focus or contains the focused one; null without one.
GtkWidget *restoration_gtk4_get_focus(GtkWindow *window);
/// Focuses a widget once it is shown and sensitive, without selecting its text. A move of the focus
/// between widgets cancels the request; null clears the focus. `restoration_gtk4_get_focus` returns
/// the widget at once.
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

/// Watches a replaceable object of a widget, such as a text view's buffer. Calls `changed` for a
/// signal of the current object, and for a replacement. Retains widget and object until the watch
/// ends, which `changed` may cause.
typedef struct restoration_gtk4_watch restoration_gtk4_watch;
restoration_gtk4_watch *restoration_gtk4_watch_new(GtkWidget *widget, const char *property,
                                                   const char *signal,
                                                   void (*changed)(void *, void *));
/// Reports newly shown widgets of a window, before the user can type into them, and removed ones.
restoration_gtk4_watch *restoration_gtk4_watch_widgets(GtkWidget *window,
                                                       void (*changed)(void *, void *));
void restoration_gtk4_watch_end(restoration_gtk4_watch *watch);

// The offset of a scrolled window in pixels. `property` is "hadjustment" or "vadjustment".

/// The requested offset until the user or the program scrolls, then the current one.
double restoration_gtk4_offset(GtkWidget *window, const char *property);
/// Scrolls as far as possible, and farther as content grows, until the user or the program scrolls.
void restoration_gtk4_set_offset(GtkWidget *window, const char *property, double offset);

/// The selection model of a list view, grid view or column view; null without one.
GtkSelectionModel *restoration_gtk4_model(GtkWidget *view);

/// Whether a widget is a box of rows, or a view with a model.
gboolean restoration_gtk4_is_list(GtkWidget *widget);
/// The names of the selected rows, one a line, sorted. A name is the string of a GtkStringObject,
/// the property "restoration-identifier" of other objects, or the widget name of a box's row; of
/// equal names, the later ones have a number. Free the result with g_free.
char *restoration_gtk4_selection(GtkWidget *list);
/// Selects the rows of these names, unless the list has none of them.
void restoration_gtk4_set_selection(GtkWidget *list, const char *selection);
/// The identifier of a drop-down's selected item, or "#" and its number; null without one. Free the
/// result with g_free.
char *restoration_gtk4_choice(GtkDropDown *drop_down);
/// Selects the first item of that name. Returns FALSE without one.
gboolean restoration_gtk4_choose(GtkDropDown *drop_down, const char *choice);

#endif
