#include "restoration_gtk4.h"

// A requested focus. A hidden widget with the focus would leave the keyboard dead, so the request
// waits for its widget. It ends when the user or the program moves the focus between widgets.
typedef struct {
    GtkWindow *window;
    GtkWidget *widget, *focused;
    gulong destruction, map, sensitivity, move;
    guint task;
} wish;

static const char key[] = "restoration-focus";

static wish *wish_of(GtkWindow *window) { return g_object_get_data(G_OBJECT(window), key); }

static void forget(wish *wish) {
    g_object_set_data(G_OBJECT(wish->window), key, NULL);
}

static void free_wish(gpointer data) {
    wish *wish = data;
    if (wish->task != 0) g_source_remove(wish->task);
    g_signal_handler_disconnect(wish->widget, wish->destruction);
    g_signal_handler_disconnect(wish->widget, wish->map);
    g_signal_handler_disconnect(wish->widget, wish->sensitivity);
    // A window in finalisation has no handlers left.
    if (g_signal_handler_is_connected(wish->window, wish->move))
        g_signal_handler_disconnect(wish->window, wish->move);
    g_object_unref(wish->widget);
    g_free(wish);
}

static gboolean can_take_focus(GtkWindow *window, GtkWidget *widget) {
    return gtk_widget_get_mapped(widget) && gtk_widget_is_sensitive(widget) &&
           gtk_widget_get_root(widget) == GTK_ROOT(window);
}

static void give_focus(GtkWidget *widget) {
    // Without selecting its text.
    if (GTK_IS_ENTRY(widget)) {
        gtk_entry_grab_focus_without_selecting(GTK_ENTRY(widget));
    } else {
        gtk_widget_grab_focus(widget);
    }
}

static void try_again(wish *wish) {
    if (!can_take_focus(wish->window, wish->widget)) return;
    GtkWidget *widget = g_object_ref(wish->widget);
    forget(wish);
    give_focus(widget);
    g_object_unref(widget);
}

static gboolean try_when_idle(gpointer data) {
    wish *wish = data;
    wish->task = 0;
    try_again(wish);
    return G_SOURCE_REMOVE;
}

// The inner widgets, such as an entry's text, become sensitive after the widget.
static void record_sensitivity(wish *wish) {
    if (wish->task == 0)
        wish->task = g_idle_add_full(G_PRIORITY_HIGH, try_when_idle, wish, NULL);
}

// A newly shown window focuses its first widget, and a hidden widget loses the focus. Neither is a
// choice of the user.
static void record_move(wish *wish) {
    GtkWidget *former = wish->focused;
    wish->focused = gtk_window_get_focus(wish->window);
    if (former != NULL && wish->focused != NULL && former != wish->focused) forget(wish);
}

static void make_wish(GtkWindow *window, GtkWidget *widget) {
    wish *made = g_new0(wish, 1);
    made->window = window;
    made->widget = g_object_ref(widget);
    made->focused = gtk_window_get_focus(window);
    made->destruction = g_signal_connect_swapped(widget, "destroy", G_CALLBACK(forget), made);
    made->map = g_signal_connect_swapped(widget, "map", G_CALLBACK(try_again), made);
    made->sensitivity = g_signal_connect_swapped(widget, "state-flags-changed",
                                                 G_CALLBACK(record_sensitivity), made);
    made->move =
        g_signal_connect_swapped(window, "notify::focus-widget", G_CALLBACK(record_move), made);
    g_object_set_data_full(G_OBJECT(window), key, made, free_wish);
}

GtkWidget *restoration_gtk4_get_focus(GtkWindow *window) {
    wish *pending = wish_of(window);
    if (pending != NULL) return pending->widget;
    GtkWidget *widget = gtk_window_get_focus(window);
    while (widget != NULL && !restoration_gtk4_has_name(widget))
        widget = gtk_widget_get_parent(widget);
    return widget == GTK_WIDGET(window) ? NULL : widget;
}

void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget) {
    wish *pending = wish_of(window);
    if (pending != NULL) forget(pending);
    if (widget == NULL) {
        gtk_window_set_focus(window, NULL);
    } else if (can_take_focus(window, widget)) {
        give_focus(widget);
    } else {
        make_wish(window, widget);
    }
}
