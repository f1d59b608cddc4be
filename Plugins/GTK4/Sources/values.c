#include "restoration_gtk4.h"

// Reads and restores the values of controls and texts.

static GtkAdjustment *adjustment_of(GtkWidget *widget) {
    if (GTK_IS_SPIN_BUTTON(widget)) return gtk_spin_button_get_adjustment(GTK_SPIN_BUTTON(widget));
    return GTK_IS_RANGE(widget) ? gtk_range_get_adjustment(GTK_RANGE(widget)) : NULL;
}

static double number_of(GtkWidget *widget) {
    GtkAdjustment *adjustment = adjustment_of(widget);
    gboolean is_active = FALSE;
    if (adjustment != NULL) return gtk_adjustment_get_value(adjustment);
    g_object_get(widget, "active", &is_active, NULL);
    return is_active;
}

// A number outside the range waits for another range.
static gboolean is_in_range(GtkWidget *widget, double number) {
    GtkAdjustment *adjustment = adjustment_of(widget);
    return adjustment == NULL || (number >= gtk_adjustment_get_lower(adjustment) &&
                                  number <= gtk_adjustment_get_upper(adjustment));
}

static void set_number(GtkWidget *widget, double number) {
    GtkAdjustment *adjustment = adjustment_of(widget);
    if (adjustment != NULL) gtk_adjustment_set_value(adjustment, number);
    else g_object_set(widget, "active", number != 0, NULL);
}

static gboolean has_rows(GtkWidget *widget) {
    return GTK_IS_DROP_DOWN(widget) || restoration_gtk4_is_list(widget);
}

static gboolean has_text(GtkWidget *widget) {
    return GTK_IS_EDITABLE(widget) && !GTK_IS_SPIN_BUTTON(widget);
}

char *restoration_gtk4_value(GtkWidget *widget) {
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (GTK_IS_TEXT_VIEW(widget)) {
        GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(widget));
        GtkTextIter start, end;
        gtk_text_buffer_get_bounds(buffer, &start, &end);
        return gtk_text_buffer_get_slice(buffer, &start, &end, TRUE);
    }
    if (has_rows(widget)) return restoration_gtk4_selection(widget);
    if (!has_text(widget))
        return g_strdup(g_ascii_dtostr(number, sizeof number, number_of(widget)));
    if (restoration_gtk4_is_secret(widget)) return NULL;
    return g_strdup(gtk_editable_get_text(GTK_EDITABLE(widget)));
}

// Changes the part that differs, because the rest may have tags, marks and widgets.
static void set_text(GtkWidget *view, const char *new) {
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
    char *former = restoration_gtk4_value(view);
    const char *old = former;
    int first = 0, last = gtk_text_buffer_get_char_count(buffer);
    for (; *old != 0 && g_utf8_get_char(old) == g_utf8_get_char(new); first += 1) {
        old = g_utf8_next_char(old);
        new = g_utf8_next_char(new);
    }
    const char *old_end = old + strlen(old), *new_end = new + strlen(new);
    for (; old_end > old && new_end > new; last -= 1) {
        const char *old_last = g_utf8_prev_char(old_end), *new_last = g_utf8_prev_char(new_end);
        if (g_utf8_get_char(old_last) != g_utf8_get_char(new_last)) break;
        old_end = old_last;
        new_end = new_last;
    }
    GtkTextIter start, end;
    // Without a step to undo.
    gtk_text_buffer_begin_irreversible_action(buffer);
    gtk_text_buffer_get_iter_at_offset(buffer, &start, first);
    gtk_text_buffer_get_iter_at_offset(buffer, &end, last);
    gtk_text_buffer_delete(buffer, &start, &end);
    gtk_text_buffer_insert(buffer, &start, new, new_end - new);
    gtk_text_buffer_end_irreversible_action(buffer);
    gtk_text_buffer_set_modified(buffer, TRUE);
    g_free(former);
}

static void set_entry(GtkEditable *entry, const char *text) {
    gboolean has_undo = gtk_editable_get_enable_undo(entry);
    gtk_editable_set_enable_undo(entry, FALSE);
    gtk_editable_set_text(entry, text);
    gtk_editable_set_enable_undo(entry, has_undo);
}

gboolean restoration_gtk4_put_value(GtkWidget *widget, const char *value) {
    double number = g_ascii_strtod(value, NULL);
    if (has_rows(widget)) return restoration_gtk4_set_selection(widget, value);
    if (!is_in_range(widget, number)) return FALSE;
    if (!restoration_gtk4_begin_put(widget)) return TRUE;
    if (GTK_IS_TEXT_VIEW(widget)) set_text(widget, value);
    else if (has_text(widget)) set_entry(GTK_EDITABLE(widget), value);
    else set_number(widget, number);
    restoration_gtk4_end_put(widget);
    return TRUE;
}

char *restoration_gtk4_typed(GtkSpinButton *spin) {
    const char *text = gtk_editable_get_text(GTK_EDITABLE(spin));
    char *end, *said = g_strdup_printf("%.*f", gtk_spin_button_get_digits(spin),
                                       gtk_spin_button_get_value(spin));
    gboolean is_value = g_strtod(text, &end) == g_strtod(said, NULL) && end != text && *end == 0;
    guint output = g_signal_lookup("output", GTK_TYPE_SPIN_BUTTON);
    // A program that formats the number itself gives no text to compare.
    if (g_signal_has_handler_pending(spin, output, 0, TRUE)) is_value = TRUE;
    g_free(said);
    return is_value ? NULL : g_strdup(text);
}
