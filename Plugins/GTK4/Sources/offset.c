#include "watch.h"

#include <math.h>

// A requested offset. A scrolled window accepts only offsets that are laid out, a text view lays
// out line by line, and a growing window cuts offsets off. So every change of the limits repeats
// the request, until the user or the program scrolls.
typedef struct {
    GtkWidget *window;
    char *property, *key;
    double wanted;
    // The offset that the layout chose. NAN after a move of ours.
    double laid_out;
    gboolean is_setting;
    restoration_gtk4_watch *limits, *moves, *chances;
    gulong destruction;
} wish;

static GtkAdjustment *adjustment_of(GtkWidget *window, const char *property) {
    return strcmp(property, "hadjustment") == 0
               ? gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(window))
               : gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window));
}

static double value_of(const wish *wish) {
    return gtk_adjustment_get_value(adjustment_of(wish->window, wish->property));
}

// A text view rounds offsets to pixels.
static gboolean is_granted(const wish *wish) { return fabs(value_of(wish) - wish->wanted) < 1; }

static char *key_of(const char *property) { return g_strconcat("restoration-", property, NULL); }

static wish *wish_of(GtkWidget *window, const char *property) {
    char *key = key_of(property);
    wish *found = g_object_get_data(G_OBJECT(window), key);
    g_free(key);
    return found;
}

static void forget(wish *wish) {
    g_object_set_data(G_OBJECT(wish->window), wish->key, NULL);
    g_signal_handler_disconnect(wish->window, wish->destruction);
    restoration_gtk4_watch_end(wish->limits);
    restoration_gtk4_watch_end(wish->moves);
    restoration_gtk4_watch_end(wish->chances);
    g_free(wish->property);
    g_free(wish->key);
    g_free(wish);
}

static void record_limits(void *window, void *data) {
    (void)window;
    wish *wish = data;
    wish->laid_out = value_of(wish);
}

// GTK signals limits first. A move away from the layout's offset is one of the user or the program,
// and ends the request.
static void record_move(void *window, void *data) {
    (void)window;
    wish *wish = data;
    if (wish->is_setting || is_granted(wish) || value_of(wish) == wish->laid_out) return;
    forget(wish);
}

static void try_again(void *window, void *data) {
    (void)window;
    wish *wish = data;
    GtkAdjustment *adjustment = adjustment_of(wish->window, wish->property);
    // Before the layout, a window accepts any offset.
    if (gtk_adjustment_get_page_size(adjustment) <= 0 || is_granted(wish)) return;
    wish->is_setting = TRUE;
    gtk_adjustment_set_value(adjustment, wish->wanted);
    wish->is_setting = FALSE;
    wish->laid_out = NAN;
}

static wish *make_wish(GtkWidget *window, const char *property) {
    wish *made = g_new0(wish, 1);
    made->window = window;
    made->property = g_strdup(property);
    made->key = key_of(property);
    made->laid_out = NAN;
    // In this order, the watches notice a replaced adjustment.
    made->limits =
        restoration_gtk4_watch_start(window, property, "changed", record_limits, made, FALSE);
    made->moves =
        restoration_gtk4_watch_start(window, property, "value-changed", record_move, made, FALSE);
    made->chances =
        restoration_gtk4_watch_start(window, property, "changed", try_again, made, TRUE);
    made->destruction = g_signal_connect_swapped(window, "destroy", G_CALLBACK(forget), made);
    g_object_set_data(G_OBJECT(window), made->key, made);
    return made;
}

double restoration_gtk4_offset(GtkWidget *window, const char *property) {
    const wish *pending = wish_of(window, property);
    if (pending != NULL) return pending->wanted;
    return gtk_adjustment_get_value(adjustment_of(window, property));
}

void restoration_gtk4_set_offset(GtkWidget *window, const char *property, double offset) {
    wish *wish = wish_of(window, property);
    if (wish == NULL) wish = make_wish(window, property);
    wish->wanted = offset;
    try_again(window, wish);
}
