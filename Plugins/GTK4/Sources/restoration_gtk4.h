/// Functions that several files of this library use. The other exported functions are called by the
/// binding only. They do not depend on RestorationKit. Call all of them on GTK's thread.
#pragma once

#include <gtk/gtk.h>

/// Whether a widget has a name of its own. GTK names others by their type.
gboolean restoration_gtk4_has_name(GtkWidget *widget);
/// The last of an editable's chain of delegates, usually a GtkText.
GtkWidget *restoration_gtk4_innermost(GtkWidget *widget);
/// 1 if the text of a widget must not be stored: the GtkText behind its delegates is invisible, or
/// has the input purpose PASSWORD or PIN.
gboolean restoration_gtk4_is_secret(GtkWidget *widget);
/// Whether a widget is a box of rows, or a view with a selection model.
gboolean restoration_gtk4_is_list(GtkWidget *widget);
/// Whether a widget is a list, a notebook or a stack.
gboolean restoration_gtk4_is_container(GtkWidget *widget);
char *restoration_gtk4_value(GtkWidget *widget);

/// Begins a change that restores the user's value. Returns FALSE, except within a look and for a
/// widget that is not watched, and later calls the looks: the program's handlers may run a main
/// loop, which must not hold up a restore.
gboolean restoration_gtk4_begin_put(GtkWidget *widget);
void restoration_gtk4_end_put(GtkWidget *widget);
/// Sets whether the user has used a widget or window, so that no restore changes it any more.
void restoration_gtk4_set_used(gpointer widget, gboolean is_used);

/// Calls `look` at the end of each iteration of the main loop that may have changed a value: after
/// the program's handlers, before GTK draws. With `is_for_descendants` only if the widget has new
/// rows or pages, or if descendants were shown, before the user can type into them, or removed.
void *restoration_gtk4_look_new(GtkWidget *widget, gboolean is_for_descendants,
                                void (*look)(void *, void *), void *data);
void restoration_gtk4_look_end(void *look);
/// Calls all looks after the current handlers and before GTK draws or handles the next event.
void restoration_gtk4_end_turn_later(void);
/// Records a widget with new rows, or a new or removed descendant.
void restoration_gtk4_record_descendants(GtkWidget *widget);
/// Whether a look is running. A handler may run a main loop of its own, whose sources call none.
gboolean restoration_gtk4_is_in_look(void);
/// Calls `hook` for a signal of every object of a type.
void restoration_gtk4_hook(const char *name, GType type, GSignalEmissionHook hook, gpointer data);
