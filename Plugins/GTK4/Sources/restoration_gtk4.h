/// What the GTK 4 binding needs and cannot say in calls one after the other: loops and conditions.
///
/// A binding names functions; it does not matter which library they are in. These live beside the
/// binding and know nothing of restoration. All are called on GTK's thread.
#ifndef RESTORATION_GTK4_H
#define RESTORATION_GTK4_H

#include <gtk/gtk.h>

/// The names of a widget's type and of the types that it derives from, below GtkWidget: each on a
/// line, the most derived first. To be freed with g_free.
char *restoration_gtk4_types(GtkWidget *widget);

/// 1 if what is typed into a widget is not to be stored: its GtkText is invisible, or has the input
/// purpose PASSWORD or PIN. That of an editable is found through its delegates.
gboolean restoration_gtk4_is_secret(GtkWidget *widget);
/// The last one of an editable and its delegates; mostly a GtkText.
GtkWidget *restoration_gtk4_innermost(GtkWidget *widget);
/// The text of an editable; null if it is secret by now.
const char *restoration_gtk4_text(GtkEditable *editable);
/// Does nothing to one that is secret, and for null.
void restoration_gtk4_set_text(GtkEditable *editable, const char *text);

/// The widget with a name of its own that has the focus of a window, or has it in it; null if none
/// has.
GtkWidget *restoration_gtk4_get_focus(GtkWindow *window);
/// Gives a widget the focus of its window without selecting what is in it, as soon as it is shown
/// and sensitive, unless the focus has moved from one widget to another by then; null takes it from
/// all. Until then `restoration_gtk4_get_focus` says what was asked for.
void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget);

/// Where the cursor of an entry is; 0 if it is secret.
int restoration_gtk4_cursor(GtkEditable *editable);
/// Where the selection of an entry begins; its end is the cursor. Without one it is the cursor.
int restoration_gtk4_anchor(GtkEditable *editable);

/// The widget name of the page in front; null if it has no name of its own. To be freed with
/// g_free.
char *restoration_gtk4_page(GtkNotebook *notebook);
/// Brings the page of that name to the front; does nothing for null, and if there is none.
void restoration_gtk4_set_page(GtkNotebook *notebook, const char *name);
/// The number of the page in front; -1 if it is known by its name.
int restoration_gtk4_page_number(GtkNotebook *notebook);
/// Does nothing for -1.
void restoration_gtk4_set_page_number(GtkNotebook *notebook, int number);

/// Whether a widget has a name of its own: GTK calls one that has none by its type.
gboolean restoration_gtk4_has_name(GtkWidget *widget);

/// Tells about an object that a widget has and a program may replace, such as a text view's buffer:
/// about a signal of the one that it has, and that it has another one. Keeps both until it is
/// ended, which `changed` may do.
typedef struct restoration_gtk4_watch restoration_gtk4_watch;
restoration_gtk4_watch *restoration_gtk4_watch_new(GtkWidget *widget, const char *property,
                                                   const char *signal,
                                                   void (*changed)(void *, void *));
/// Tells about the properties of the widget in which an editable is edited, such as its cursor and
/// whether its text is visible.
restoration_gtk4_watch *restoration_gtk4_watch_text(GtkWidget *editable,
                                                    void (*changed)(void *, void *));
/// Tells that widgets have been shown in a window, before anything can be typed into them.
restoration_gtk4_watch *restoration_gtk4_watch_widgets(GtkWidget *window,
                                                       void (*changed)(void *, void *));
void restoration_gtk4_watch_end(restoration_gtk4_watch *watch);

// How far a scrolled window is scrolled to a side, in pixels: `property` is "hadjustment" or
// "vadjustment".

/// The offset; the one that was set, as long as nobody has scrolled since.
double restoration_gtk4_offset(GtkWidget *window, const char *property);
/// Scrolls as far as there is something, and farther as soon as there is more to scroll, until
/// somebody else scrolls.
void restoration_gtk4_set_offset(GtkWidget *window, const char *property, double offset);

/// The selection model of a list view, grid view or column view; null if it has none.
GtkSelectionModel *restoration_gtk4_model(GtkWidget *view);

// Selected items, by the identifier that the program gave each: the string of a GtkStringObject, or
// the property "restoration-identifier" of another object. A row of a GtkListBox or child of a
// GtkFlowBox is known by its widget name, if that is one of its own.

/// The identifier of the selected item of that number, from 0, or "" if it has none; null behind
/// the last. To be freed with g_free.
char *restoration_gtk4_selected(GtkWidget *list, guint number);
/// Selects the item of that identifier beside what is selected; does nothing if there is none.
void restoration_gtk4_select(GtkWidget *list, const char *identifier);
/// The identifier of the item that a drop-down has selected; null if it has none. To be freed with
/// g_free.
char *restoration_gtk4_choice(GtkDropDown *drop_down);
/// Selects the first item of that identifier; does nothing if there is none.
void restoration_gtk4_choose(GtkDropDown *drop_down, const char *identifier);
/// The number of the selected item; one that no item has if the item is known by its identifier.
guint restoration_gtk4_choice_number(GtkDropDown *drop_down);
/// Does nothing for the number of an item that is known by its identifier.
void restoration_gtk4_choose_number(GtkDropDown *drop_down, guint number);
/// Selects nothing, where the list allows that.
void restoration_gtk4_unselect_all(GtkWidget *list);

#endif
