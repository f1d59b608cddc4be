#include "turn.h"

#include <math.h>

// The offset of a scrolled window in one direction, and the requested one. A scrolled window
// accepts only offsets that are laid out, a text view lays out line by line, and a growing window
// cuts offsets off. So every change of the limits repeats the request, until the user or the
// program scrolls.
typedef struct {
    GtkScrolledWindow *window;
    GtkOrientation orientation;
    GtkAdjustment *adjustment;
    void (*changed)(void *, void *);
    // NAN without a request.
    double wanted;
    // The offset that the layout chose. NAN after a move of ours.
    double laid_out;
    gboolean is_setting;
    void *look;
} offset;

static const char *const keys[] = {"restoration-left", "restoration-top"};

static GtkAdjustment *adjustment_of(GtkScrolledWindow *window, GtkOrientation orientation) {
    return orientation == GTK_ORIENTATION_HORIZONTAL ? gtk_scrolled_window_get_hadjustment(window)
                                                     : gtk_scrolled_window_get_vadjustment(window);
}

static gboolean is_granted(const offset *offset) {
    // A text view rounds offsets to pixels.
    return fabs(gtk_adjustment_get_value(offset->adjustment) - offset->wanted) < 1;
}

static void scroll(void *window, void *data) {
    (void)window;
    offset *offset = data;
    // Before the layout, a window accepts any offset.
    if (isnan(offset->wanted) || gtk_adjustment_get_page_size(offset->adjustment) <= 0 ||
        is_granted(offset))
        return;
    offset->is_setting = TRUE;
    gtk_adjustment_set_value(offset->adjustment, offset->wanted);
    offset->is_setting = FALSE;
    offset->laid_out = NAN;
}

// GTK signals limits before the value that they cut off. A list ignores offsets that are set
// meanwhile.
static void record_limits(offset *offset) {
    offset->laid_out = gtk_adjustment_get_value(offset->adjustment);
    restoration_gtk4_end_turn_later();
}

// A move away from the layout's offset is one of the user or the program, and ends the request.
static void record_move(offset *offset) {
    if (!offset->is_setting && !is_granted(offset) &&
        gtk_adjustment_get_value(offset->adjustment) != offset->laid_out)
        offset->wanted = NAN;
    offset->changed(offset->window, NULL);
}

static void connect_adjustment(offset *offset) {
    offset->adjustment = g_object_ref(adjustment_of(offset->window, offset->orientation));
    g_signal_connect_swapped(offset->adjustment, "changed", G_CALLBACK(record_limits), offset);
    g_signal_connect_swapped(offset->adjustment, "value-changed", G_CALLBACK(record_move), offset);
}

static void disconnect_adjustment(offset *offset) {
    g_signal_handlers_disconnect_by_data(offset->adjustment, offset);
    g_object_unref(offset->adjustment);
}

static void replace_adjustment(offset *offset) {
    disconnect_adjustment(offset);
    connect_adjustment(offset);
    record_limits(offset);
    offset->changed(offset->window, NULL);
}

void *restoration_gtk4_offset_new(GtkScrolledWindow *window, GtkOrientation orientation,
                                  void (*changed)(void *, void *)) {
    offset *made = g_new0(offset, 1);
    made->window = window;
    made->orientation = orientation;
    made->changed = changed;
    made->wanted = made->laid_out = NAN;
    made->look = restoration_gtk4_look_start(GTK_WIDGET(window), scroll, made);
    connect_adjustment(made);
    g_signal_connect_swapped(window,
                             orientation == GTK_ORIENTATION_HORIZONTAL ? "notify::hadjustment"
                                                                       : "notify::vadjustment",
                             G_CALLBACK(replace_adjustment), made);
    g_object_set_data(G_OBJECT(window), keys[orientation], made);
    return made;
}

void restoration_gtk4_offset_end(void *data) {
    offset *offset = data;
    g_object_set_data(G_OBJECT(offset->window), keys[offset->orientation], NULL);
    g_signal_handlers_disconnect_by_data(offset->window, offset);
    disconnect_adjustment(offset);
    restoration_gtk4_look_end(offset->look);
    g_free(offset);
}

double restoration_gtk4_offset(GtkScrolledWindow *window, GtkOrientation orientation) {
    const offset *known = g_object_get_data(G_OBJECT(window), keys[orientation]);
    if (known != NULL && !isnan(known->wanted)) return known->wanted;
    return gtk_adjustment_get_value(adjustment_of(window, orientation));
}

void restoration_gtk4_set_offset(GtkScrolledWindow *window, GtkOrientation orientation,
                                 double wanted) {
    offset *known = g_object_get_data(G_OBJECT(window), keys[orientation]);
    if (known == NULL) return;
    known->wanted = wanted;
    scroll(window, known);
}
