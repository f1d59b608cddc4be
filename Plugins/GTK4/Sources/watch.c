#include "watch.h"

struct restoration_gtk4_watch {
    GtkWidget *widget;
    char *property, *signal;
    void (*changed)(void *, void *);
    void *data;
    gboolean is_later, keeps_widget;
    // The object whose signal is connected; null if the property has none.
    GObject *watched;
    // 0 for absent handlers.
    gulong replacement, handler, hooks[2];
    guint task;
};

static gboolean tell(gpointer data) {
    restoration_gtk4_watch *watch = data;
    watch->task = 0;
    // The callback may end the watch.
    watch->changed(watch->widget, watch->data);
    return G_SOURCE_REMOVE;
}

// Connected with g_signal_connect_swapped(): the watch is the first argument, and the signal's own
// arguments are ignored.
static void note(restoration_gtk4_watch *watch) {
    if (!watch->is_later) {
        tell(watch);
    } else if (watch->task == 0) {
        // Runs before GTK draws the next frame.
        watch->task = g_idle_add_full(G_PRIORITY_HIGH, tell, watch, NULL);
    }
}

static void connect_to_property(restoration_gtk4_watch *watch) {
    g_object_get(watch->widget, watch->property, &watch->watched, NULL);
    if (watch->watched == NULL) return;
    watch->handler =
        g_signal_connect_swapped(watch->watched, watch->signal, G_CALLBACK(note), watch);
}

static void disconnect(restoration_gtk4_watch *watch) {
    if (watch->watched == NULL) return;
    g_signal_handler_disconnect(watch->watched, watch->handler);
    g_clear_object(&watch->watched);
}

static void replace(restoration_gtk4_watch *watch) {
    disconnect(watch);
    connect_to_property(watch);
    note(watch);
}

restoration_gtk4_watch *restoration_gtk4_watch_start(GtkWidget *widget, const char *property,
                                                     const char *signal,
                                                     void (*changed)(void *, void *), void *data,
                                                     gboolean is_later) {
    restoration_gtk4_watch *watch = g_new0(restoration_gtk4_watch, 1);
    watch->widget = widget;
    watch->property = g_strdup(property);
    watch->signal = g_strdup(signal);
    watch->changed = changed;
    watch->data = data;
    watch->is_later = is_later;
    char *replacement = g_strconcat("notify::", property, NULL);
    watch->replacement =
        g_signal_connect_swapped(widget, replacement, G_CALLBACK(replace), watch);
    g_free(replacement);
    connect_to_property(watch);
    return watch;
}

restoration_gtk4_watch *restoration_gtk4_watch_new(GtkWidget *widget, const char *property,
                                                   const char *signal,
                                                   void (*changed)(void *, void *)) {
    restoration_gtk4_watch *watch = restoration_gtk4_watch_start(g_object_ref(widget), property,
                                                                 signal, changed, NULL, FALSE);
    watch->keeps_widget = TRUE;
    return watch;
}

// For emission hooks on every widget: a window has no signal for a new or removed descendant.
static const char *const descendant_signals[] = {"map", "unrealize"};

static gboolean record_descendant(GSignalInvocationHint *hint, guint count, const GValue *values,
                                  gpointer data) {
    (void)hint, (void)count;
    restoration_gtk4_watch *watch = data;
    GtkWidget *widget = g_value_get_object(&values[0]);
    if (widget != watch->widget && gtk_widget_is_ancestor(widget, watch->widget)) note(watch);
    return TRUE;
}

restoration_gtk4_watch *restoration_gtk4_watch_widgets(GtkWidget *window,
                                                       void (*changed)(void *, void *)) {
    restoration_gtk4_watch *watch = g_new0(restoration_gtk4_watch, 1);
    watch->widget = g_object_ref(window);
    watch->keeps_widget = TRUE;
    watch->changed = changed;
    watch->is_later = TRUE;
    for (int number = 0; number < 2; number += 1)
        watch->hooks[number] = g_signal_add_emission_hook(
            g_signal_lookup(descendant_signals[number], GTK_TYPE_WIDGET), 0, record_descendant,
            watch, NULL);
    return watch;
}

void restoration_gtk4_watch_end(restoration_gtk4_watch *watch) {
    if (watch->task != 0) g_source_remove(watch->task);
    disconnect(watch);
    if (watch->replacement != 0) g_signal_handler_disconnect(watch->widget, watch->replacement);
    for (int number = 0; number < 2; number += 1)
        if (watch->hooks[number] != 0)
            g_signal_remove_emission_hook(
                g_signal_lookup(descendant_signals[number], GTK_TYPE_WIDGET),
                watch->hooks[number]);
    if (watch->keeps_widget) g_object_unref(watch->widget);
    g_free(watch->property);
    g_free(watch->signal);
    g_free(watch);
}
