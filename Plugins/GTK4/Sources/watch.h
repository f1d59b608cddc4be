/// What the library itself needs of watches beside what the binding calls.
#ifndef RESTORATION_GTK4_WATCH_H
#define RESTORATION_GTK4_WATCH_H

#include "restoration_gtk4.h"

/// `restoration_gtk4_watch_new`, with what `changed` gets behind the widget. It does not keep the
/// widget, so it has to be ended before that is gone.
///
/// - Parameter is_later: Tells after GTK has done with what it told about, and before anything is
///   drawn again. A list would overlook a new offset while it is changing the limits itself.
restoration_gtk4_watch *restoration_gtk4_watch_start(GtkWidget *widget, const char *property,
                                                     const char *signal,
                                                     void (*changed)(void *, void *), void *data,
                                                     gboolean is_later);

#endif
