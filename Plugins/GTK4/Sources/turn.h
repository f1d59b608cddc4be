/// The end of a main loop iteration, for use within this library.
#ifndef RESTORATION_GTK4_TURN_H
#define RESTORATION_GTK4_TURN_H

#include "restoration_gtk4.h"

/// Like `restoration_gtk4_look_new`, with a second argument for `look`.
void *restoration_gtk4_look_start(GtkWidget *widget, void (*look)(void *, void *), void *data);
/// Records a widget with new rows, or a new or removed descendant.
void restoration_gtk4_record_descendants(GtkWidget *widget);
/// Calls all looks after the current handlers and before GTK draws or handles the next event.
void restoration_gtk4_end_turn_later(void);
/// Whether a look is running. A handler may run a main loop of its own, whose sources call none.
gboolean restoration_gtk4_is_in_look(void);
/// Calls `hook` for a signal of every object of a type.
void restoration_gtk4_add_hook(const char *signal, GType type, GSignalEmissionHook hook);
/// Sets whether the user has used a widget or window, so that no restore changes it any more.
void restoration_gtk4_set_used(gpointer widget, gboolean is_used);

#endif
