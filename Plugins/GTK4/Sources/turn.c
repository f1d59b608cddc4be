#include "turn.h"

// A callback at the end of each main loop iteration.
typedef struct {
    GtkWidget *widget;
    void (*call)(void *, void *);
    void *data;
    // Whether to call it only after a change of the widget's rows or descendants, and whether there
    // was one.
    gboolean is_for_descendants, has_change;
} look;

static GPtrArray *looks;
static guint task;
// The main loop source that calls the looks.
static GSource *running_source;

static gboolean end_turn(gpointer data) {
    (void)data;
    task = 0;
    GSource *outer = running_source;
    GPtrArray *all = g_ptr_array_copy(looks, NULL, NULL);
    for (guint number = 0; number < all->len; number += 1) {
        look *look = all->pdata[number];
        // An earlier call may have ended it.
        if (!g_ptr_array_find(looks, look, NULL)) continue;
        if (look->is_for_descendants && !look->has_change) continue;
        look->has_change = FALSE;
        running_source = g_main_current_source();
        look->call(look->widget, look->data);
    }
    running_source = outer;
    g_ptr_array_unref(all);
    return G_SOURCE_REMOVE;
}

gboolean restoration_gtk4_is_in_look(void) {
    return running_source != NULL && running_source == g_main_current_source();
}

void restoration_gtk4_end_turn_later(void) {
    if (task == 0) task = g_idle_add_full(G_PRIORITY_HIGH, end_turn, NULL, NULL);
}

void restoration_gtk4_record_descendants(GtkWidget *widget) {
    for (guint number = 0; number < looks->len; number += 1) {
        look *look = looks->pdata[number];
        if (look->is_for_descendants)
            look->has_change |=
                look->widget == widget || gtk_widget_is_ancestor(widget, look->widget);
    }
    restoration_gtk4_end_turn_later();
}

// A window has no signal for a new or removed descendant.
static gboolean record_descendant(GSignalInvocationHint *hint, guint count, const GValue *values,
                                  gpointer data) {
    (void)hint, (void)count, (void)data;
    restoration_gtk4_record_descendants(g_value_get_object(&values[0]));
    return TRUE;
}

static gboolean record_state(GSignalInvocationHint *hint, guint count, const GValue *values,
                             gpointer data) {
    (void)hint, (void)count, (void)values, (void)data;
    restoration_gtk4_end_turn_later();
    return TRUE;
}

void restoration_gtk4_add_hook(const char *signal, GType type, GSignalEmissionHook hook) {
    g_type_class_ref(type);
    g_signal_add_emission_hook(g_signal_lookup(signal, type), 0, hook, NULL, NULL);
}

void *restoration_gtk4_look_start(GtkWidget *widget, void (*call)(void *, void *), void *data) {
    if (looks == NULL) {
        looks = g_ptr_array_new();
        restoration_gtk4_add_hook("map", GTK_TYPE_WIDGET, record_descendant);
        restoration_gtk4_add_hook("unrealize", GTK_TYPE_WIDGET, record_descendant);
        restoration_gtk4_add_hook("state-flags-changed", GTK_TYPE_WIDGET, record_state);
    }
    look *made = g_new0(look, 1);
    made->widget = widget;
    made->call = call;
    made->data = data;
    g_ptr_array_add(looks, made);
    restoration_gtk4_end_turn_later();
    return made;
}

void *restoration_gtk4_look_new(GtkWidget *widget, void (*call)(void *, void *)) {
    return restoration_gtk4_look_start(widget, call, NULL);
}

void *restoration_gtk4_watch_arrivals(GtkWidget *widget, void (*changed)(void *, void *)) {
    look *made = restoration_gtk4_look_start(widget, changed, NULL);
    made->is_for_descendants = TRUE;
    return made;
}

void restoration_gtk4_look_end(void *look) {
    g_ptr_array_remove(looks, look);
    g_free(look);
}
