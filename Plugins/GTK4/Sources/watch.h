/// Watches for use within this library.
#ifndef RESTORATION_GTK4_WATCH_H
#define RESTORATION_GTK4_WATCH_H

#include "restoration_gtk4.h"

/// Like `restoration_gtk4_watch_new`, with data for `changed`. It does not retain the widget, so
/// end it before the widget is destroyed.
///
/// - Parameter is_later: Calls back after GTK's signal handling and before the next drawing. A list
///   ignores a new offset while it changes its limits.
restoration_gtk4_watch *restoration_gtk4_watch_start(GtkWidget *widget, const char *property,
                                                     const char *signal,
                                                     void (*changed)(void *, void *), void *data,
                                                     gboolean is_later);

#endif
