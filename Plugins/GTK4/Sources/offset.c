#include "restoration_gtk4.h"

#include <math.h>

// The offset of a scrolled window in one direction, and the requested one. A scrolled window
// accepts only offsets that are laid out, a text view lays out line by line, and a growing window
// cuts offsets off. So every change of the limits repeats the request, until the user or the
// program scrolls.
typedef struct {
    GtkScrolledWindow *window;
    // The key of this structure in the window's data.
    const char *key;
    // Connected to the current adjustment.
    GSignalGroup *signals;
    // NAN without a request.
    double wanted;
    // The offset that the layout or the last request chose.
    double laid_out;
    void *look;
} offset;

static gboolean is_granted(const offset *offset, GtkAdjustment *adjustment) {
    // A text view rounds offsets to pixels.
    return fabs(gtk_adjustment_get_value(adjustment) - offset->wanted) < 1;
}

static void scroll(void *window, void *data) {
    offset *offset = data;
    g_autoptr(GtkAdjustment) adjustment = g_signal_group_dup_target(offset->signals);
    double page = gtk_adjustment_get_page_size(adjustment);
    // Before the layout, a window accepts any offset.
    if (isnan(offset->wanted) || page <= 0 || is_granted(offset, adjustment)) return;
    double lower = gtk_adjustment_get_lower(adjustment);
    double last = MAX(lower, gtk_adjustment_get_upper(adjustment) - page);
    offset->laid_out = CLAMP(offset->wanted, lower, last);
    gtk_adjustment_set_value(adjustment, offset->laid_out);
}

// GTK signals limits before the value that they cut off. A list ignores offsets that are set
// meanwhile.
static void record_limits(offset *offset, GtkAdjustment *adjustment) {
    offset->laid_out = gtk_adjustment_get_value(adjustment);
    restoration_gtk4_end_turn_later();
}

// A move away from the layout's offset is one of the user or the program, and ends the request.
static void record_move(offset *offset, GtkAdjustment *adjustment) {
    if (!is_granted(offset, adjustment) && gtk_adjustment_get_value(adjustment) != offset->laid_out)
        offset->wanted = NAN;
}

// Calls `changed` when the offset changes. Follows the current adjustment in the scrolled window's
// `property`. The other calls have the same `key`.
void *restoration_gtk4_offset_new(GtkScrolledWindow *window, const char *key, const char *property,
                                  void (*changed)(void *, void *)) {
    GSignalGroup *signals = g_signal_group_new(GTK_TYPE_ADJUSTMENT);
    offset *made = g_new(offset, 1);
    *made = (offset){window, g_intern_string(key), signals, NAN, NAN, NULL};
    g_signal_group_connect_swapped(signals, "changed", G_CALLBACK(record_limits), made);
    g_signal_group_connect_swapped(signals, "value-changed", G_CALLBACK(record_move), made);
    g_signal_group_connect_swapped(signals, "value-changed", G_CALLBACK(changed), window);
    g_object_bind_property(window, property, signals, "target", G_BINDING_SYNC_CREATE);
    g_signal_connect_swapped(signals, "bind", G_CALLBACK(record_limits), made);
    g_signal_connect_swapped(signals, "bind", G_CALLBACK(changed), window);
    made->look = restoration_gtk4_look_new(GTK_WIDGET(window), FALSE, scroll, made);
    g_object_set_data(G_OBJECT(window), key, made);
    return made;
}

void restoration_gtk4_offset_end(void *data) {
    offset *offset = data;
    g_object_set_data(G_OBJECT(offset->window), offset->key, NULL);
    g_object_unref(offset->signals);
    restoration_gtk4_look_end(offset->look);
    g_free(offset);
}

// The requested offset in pixels until the user or the program scrolls, then the current one.
double restoration_gtk4_offset(GtkScrolledWindow *window, const char *key) {
    const offset *offset = g_object_get_data(G_OBJECT(window), key);
    if (offset == NULL) return 0;
    g_autoptr(GtkAdjustment) target = g_signal_group_dup_target(offset->signals);
    return isnan(offset->wanted) ? gtk_adjustment_get_value(target) : offset->wanted;
}

// Scrolls as far as possible, and farther as content grows, until the user or the program scrolls.
void restoration_gtk4_set_offset(GtkScrolledWindow *window, const char *key, double wanted) {
    offset *offset = g_object_get_data(G_OBJECT(window), key);
    if (offset == NULL) return;
    offset->wanted = wanted;
    scroll(window, offset);
}
