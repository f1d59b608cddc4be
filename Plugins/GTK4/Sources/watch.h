/// Watches for use within this library.
#ifndef RESTORATION_GTK4_WATCH_H
#define RESTORATION_GTK4_WATCH_H

#include "restoration_gtk4.h"

/// Like `restoration_gtk4_watch_new`, with data for `changed`. Does not retain the widget: end it
/// before the widget is destroyed.
///
/// - Parameter is_later: Calls back after GTK's handlers and before the next drawing. A list
///   ignores offsets set while its limits change.
restoration_gtk4_watch *restoration_gtk4_watch_start(GtkWidget *widget, const char *property,
                                                     const char *signal,
                                                     void (*changed)(void *, void *), void *data,
                                                     gboolean is_later);

#endif
