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

const char *restoration_gtk4_text(GtkEditable *editable) {
    if (restoration_gtk4_is_secret(GTK_WIDGET(editable))) return NULL;
    return gtk_editable_get_text(editable);
}

void restoration_gtk4_set_text(GtkEditable *editable, const char *text) {
    if (text != NULL && !restoration_gtk4_is_secret(GTK_WIDGET(editable)))
        gtk_editable_set_text(editable, text);
}

int restoration_gtk4_cursor(GtkEditable *editable) {
    // The cursor would reveal the secret's length.
    if (restoration_gtk4_is_secret(GTK_WIDGET(editable))) return 0;
    return gtk_editable_get_position(editable);
}

int restoration_gtk4_anchor(GtkEditable *editable) {
    int cursor = restoration_gtk4_cursor(editable), first = 0, last = 0;
    if (cursor == 0 && restoration_gtk4_is_secret(GTK_WIDGET(editable))) return 0;
    gtk_editable_get_selection_bounds(editable, &first, &last);
    return cursor == first ? last : first;
}

// MARK: Pages

char *restoration_gtk4_page(GtkNotebook *notebook) {
    GtkWidget *page = gtk_notebook_get_nth_page(notebook, gtk_notebook_get_current_page(notebook));
    if (page == NULL || !restoration_gtk4_has_name(page)) return NULL;
    return g_strdup(gtk_widget_get_name(page));
}

void restoration_gtk4_set_page(GtkNotebook *notebook, const char *name) {
    if (name == NULL) return;
    for (int number = 0; number < gtk_notebook_get_n_pages(notebook); number += 1) {
        GtkWidget *page = gtk_notebook_get_nth_page(notebook, number);
        if (restoration_gtk4_has_name(page) && strcmp(gtk_widget_get_name(page), name) == 0)
            return gtk_notebook_set_current_page(notebook, number);
    }
}

int restoration_gtk4_page_number(GtkNotebook *notebook) {
    char *name = restoration_gtk4_page(notebook);
    g_free(name);
    return name != NULL ? -1 : gtk_notebook_get_current_page(notebook);
}

void restoration_gtk4_set_page_number(GtkNotebook *notebook, int number) {
    if (number >= 0) gtk_notebook_set_current_page(notebook, number);
}
