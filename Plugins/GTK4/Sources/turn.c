#include "restoration_gtk4.h"

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
    GSource *outer = running_source;
    running_source = g_main_current_source();
    task = 0;
    // A call may end a look, and so skip the next one, which another turn then calls.
    for (guint number = 0; number < looks->len; number += 1) {
        look *look = looks->pdata[number];
        if (look->is_for_descendants && !look->has_change) continue;
        look->has_change = FALSE;
        look->call(look->widget, look->data);
    }
    running_source = outer;
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
        if (!look->is_for_descendants) continue;
        look->has_change |= look->widget == widget || gtk_widget_is_ancestor(widget, look->widget);
    }
    restoration_gtk4_end_turn_later();
}

static gboolean record_signal(GSignalInvocationHint *hint, guint count, const GValue *values,
                              gpointer is_descendant) {
    if (is_descendant) restoration_gtk4_record_descendants(g_value_get_object(values));
    else restoration_gtk4_end_turn_later();
    return TRUE;
}

void restoration_gtk4_hook(const char *name, GType type, GSignalEmissionHook hook, gpointer data) {
    g_type_class_ref(type);
    g_signal_add_emission_hook(g_signal_lookup(name, type), 0, hook, data, NULL);
}

void *restoration_gtk4_look_new(GtkWidget *widget, gboolean is_for_descendants,
                                void (*call)(void *, void *), void *data) {
    if (looks == NULL) {
        looks = g_ptr_array_new_with_free_func(g_free);
        // A window has no signal for a new or removed descendant.
        restoration_gtk4_hook("map", GTK_TYPE_WIDGET, record_signal, "descendant");
        restoration_gtk4_hook("unrealize", GTK_TYPE_WIDGET, record_signal, "descendant");
        restoration_gtk4_hook("state-flags-changed", GTK_TYPE_WIDGET, record_signal, NULL);
    }
    look *made = g_memdup2(&(look){widget, call, data, is_for_descendants, FALSE}, sizeof(look));
    g_ptr_array_add(looks, made);
    restoration_gtk4_end_turn_later();
    return made;
}

void restoration_gtk4_look_end(void *look) {
    g_ptr_array_remove(looks, look);
    restoration_gtk4_end_turn_later();
}
