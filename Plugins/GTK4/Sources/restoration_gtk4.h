/// Functions for the GTK 4 binding that need loops or conditions.
///
/// They know nothing of restoration. Call all of them on GTK's thread.
#ifndef RESTORATION_GTK4_H
#define RESTORATION_GTK4_H

#include <gtk/gtk.h>

/// The names of a widget's type and its ancestors below GtkWidget, one a line, the most derived
/// first. Free the result with g_free.
char *restoration_gtk4_types(GtkWidget *widget);

/// 1 if the text of a widget must not be stored: the GtkText behind its delegates is invisible, or
/// has the input purpose PASSWORD or PIN.
gboolean restoration_gtk4_is_secret(GtkWidget *widget);
/// The last of an editable's chain of delegates, usually a GtkText.
GtkWidget *restoration_gtk4_innermost(GtkWidget *widget);
/// The text of an editable; null if it is secret.
const char *restoration_gtk4_text(GtkEditable *editable);
/// Sets the text. Ignores null and secret editables.
void restoration_gtk4_set_text(GtkEditable *editable, const char *text);

/// The named widget that has a window's focus or contains the focused one; null without one.
GtkWidget *restoration_gtk4_get_focus(GtkWindow *window);
/// Focuses a widget once it is shown and sensitive, without selecting its text. A move of the focus
/// between widgets cancels the request; null clears the focus. `restoration_gtk4_get_focus` returns
/// the widget at once.
void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget);

/// The cursor of an entry; 0 if it is secret.
int restoration_gtk4_cursor(GtkEditable *editable);
/// The start of an entry's selection, which ends at the cursor; without a selection, the cursor.
int restoration_gtk4_anchor(GtkEditable *editable);

/// The widget name of the current page; null without a name. Free the result with g_free.
char *restoration_gtk4_page(GtkNotebook *notebook);
/// Shows the page of that name. Ignores null and unknown names.
void restoration_gtk4_set_page(GtkNotebook *notebook, const char *name);
/// The number of the current page; -1 for a page with a name.
int restoration_gtk4_page_number(GtkNotebook *notebook);
/// Shows the page of that number. Ignores -1.
void restoration_gtk4_set_page_number(GtkNotebook *notebook, int number);

/// Whether a widget has a name of its own. GTK names others by their type.
gboolean restoration_gtk4_has_name(GtkWidget *widget);

/// Watches a replaceable object of a widget, such as a text view's buffer. Calls `changed` for a
/// signal of the current object, and for a replacement. Retains widget and object until it is
/// ended, which `changed` may do.
typedef struct restoration_gtk4_watch restoration_gtk4_watch;
restoration_gtk4_watch *restoration_gtk4_watch_new(GtkWidget *widget, const char *property,
                                                   const char *signal,
                                                   void (*changed)(void *, void *));
/// Watches the properties of an editable's inner widget, such as its cursor and visibility.
restoration_gtk4_watch *restoration_gtk4_watch_text(GtkWidget *editable,
                                                    void (*changed)(void *, void *));
/// Reports newly shown widgets of a window, before the user can type into them.
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

// Selected items by identifier: the string of a GtkStringObject, the property
// "restoration-identifier" of other objects, or the widget name of a GtkListBox's row or
// GtkFlowBox's child.

/// The identifier of the selected item of that number, from 0, or "" without an identifier; null
/// after the last. Free the result with g_free.
char *restoration_gtk4_selected(GtkWidget *list, guint number);
/// Adds the item of that identifier to the selection. Ignores unknown identifiers.
void restoration_gtk4_select(GtkWidget *list, const char *identifier);
/// The identifier of a drop-down's selected item; null without one. Free the result with g_free.
char *restoration_gtk4_choice(GtkDropDown *drop_down);
/// Selects the first item of that identifier. Ignores unknown identifiers.
void restoration_gtk4_choose(GtkDropDown *drop_down, const char *identifier);
/// The number of the selected item; an invalid number for one with an identifier.
guint restoration_gtk4_choice_number(GtkDropDown *drop_down);
/// Selects an item by number. Ignores the number of items with an identifier.
void restoration_gtk4_choose_number(GtkDropDown *drop_down, guint number);
/// Clears the selection, if the list allows it.
void restoration_gtk4_unselect_all(GtkWidget *list);

#endif
