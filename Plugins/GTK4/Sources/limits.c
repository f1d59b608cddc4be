#include "restoration_gtk4.h"

struct restoration_gtk4_watch {
    GtkAdjustment *adjustment;
    void (*changed)(GtkAdjustment *, void *);
    gulong handler;
    guint task;
};

static gboolean tell(gpointer data) {
    restoration_gtk4_watch *watch = data;
    watch->task = 0;
    // May end the watch.
    watch->changed(watch->adjustment, NULL);
    return G_SOURCE_REMOVE;
}

static void schedule(GtkAdjustment *adjustment, gpointer data) {
    (void)adjustment;
    restoration_gtk4_watch *watch = data;
    // Before anything is drawn again.
    if (watch->task == 0) watch->task = g_idle_add_full(G_PRIORITY_HIGH, tell, watch, NULL);
}

restoration_gtk4_watch *restoration_gtk4_watch_limits(GtkAdjustment *adjustment,
                                                      void (*changed)(GtkAdjustment *, void *)) {
    restoration_gtk4_watch *watch = g_new0(restoration_gtk4_watch, 1);
    watch->adjustment = g_object_ref(adjustment);
    watch->changed = changed;
    watch->handler = g_signal_connect(adjustment, "changed", G_CALLBACK(schedule), watch);
    return watch;
}

void restoration_gtk4_watch_end(restoration_gtk4_watch *watch) {
    if (watch->task != 0) g_source_remove(watch->task);
    g_signal_handler_disconnect(watch->adjustment, watch->handler);
    g_object_unref(watch->adjustment);
    g_free(watch);
}
