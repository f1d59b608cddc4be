#include "restoration_gtk4.h"

// MARK: Types and names

char *restoration_gtk4_types(GtkWidget *widget) {
    GString *names = g_string_new(NULL);
    for (GType type = G_OBJECT_TYPE(widget); type != GTK_TYPE_WIDGET; type = g_type_parent(type)) {
        if (names->len > 0) g_string_append_c(names, '\n');
        g_string_append(names, g_type_name(type));
    }
    return g_string_free(names, FALSE);
}

gboolean restoration_gtk4_has_name(GtkWidget *widget) {
    return g_strcmp0(gtk_widget_get_name(widget), G_OBJECT_TYPE_NAME(widget)) != 0;
}

gboolean restoration_gtk4_is_maximized(GtkWindow *window) {
    static const char key[] = "restoration-maximized";
    // GTK never reports a fullscreen window as maximised.
    if (!gtk_window_is_fullscreen(window))
        g_object_set_data(G_OBJECT(window), key, GINT_TO_POINTER(gtk_window_is_maximized(window)));
    return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(window), key));
}

// MARK: Text

static gboolean is_secret_purpose(GtkInputPurpose purpose) {
    return purpose == GTK_INPUT_PURPOSE_PASSWORD || purpose == GTK_INPUT_PURPOSE_PIN;
}

GtkWidget *restoration_gtk4_innermost(GtkWidget *widget) {
    while (GTK_IS_EDITABLE(widget)) {
        GtkEditable *delegate = gtk_editable_get_delegate(GTK_EDITABLE(widget));
        if (delegate == NULL) break;
        widget = GTK_WIDGET(delegate);
    }
    return widget;
}

gboolean restoration_gtk4_is_secret(GtkWidget *widget) {
    if (GTK_IS_PASSWORD_ENTRY(widget)) return TRUE;
    if (GTK_IS_TEXT_VIEW(widget))
        return is_secret_purpose(gtk_text_view_get_input_purpose(GTK_TEXT_VIEW(widget)));
    GtkWidget *inner = restoration_gtk4_innermost(widget);
    if (!GTK_IS_TEXT(inner)) return FALSE;
    return !gtk_text_get_visibility(GTK_TEXT(inner)) ||
           is_secret_purpose(gtk_text_get_input_purpose(GTK_TEXT(inner)));
}

int restoration_gtk4_cursor(GtkEditable *editable) {
    // The cursor would reveal the secret's length.
    if (restoration_gtk4_is_secret(GTK_WIDGET(editable))) return 0;
    return gtk_editable_get_position(editable);
}

// MARK: Pages

// A page without a name is identified by its number.
static char *page_at(GtkNotebook *notebook, int number) {
    GtkWidget *page = gtk_notebook_get_nth_page(notebook, number);
    if (page == NULL) return NULL;
    return restoration_gtk4_has_name(page) ? g_strdup(gtk_widget_get_name(page))
                                           : g_strdup_printf("#%d", number);
}

char *restoration_gtk4_page(GtkNotebook *notebook) {
    return page_at(notebook, gtk_notebook_get_current_page(notebook));
}

void restoration_gtk4_set_page(GtkNotebook *notebook, const char *name) {
    for (int number = gtk_notebook_get_n_pages(notebook) - 1; number >= 0; number -= 1) {
        char *own = page_at(notebook, number);
        if (g_strcmp0(own, name) == 0) gtk_notebook_set_current_page(notebook, number);
        g_free(own);
    }
}
