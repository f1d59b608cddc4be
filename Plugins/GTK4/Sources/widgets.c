#include "restoration_gtk4.h"

gboolean restoration_gtk4_is_secret(GtkWidget *widget) {
    if (GTK_IS_PASSWORD_ENTRY(widget)) return TRUE;
    if (GTK_IS_ENTRY(widget)) return !gtk_entry_get_visibility(GTK_ENTRY(widget));
    return GTK_IS_TEXT(widget) && !gtk_text_get_visibility(GTK_TEXT(widget));
}

gboolean restoration_gtk4_has_name(GtkWidget *widget) {
    return g_strcmp0(gtk_widget_get_name(widget), G_OBJECT_TYPE_NAME(widget)) != 0;
}

GtkWidget *restoration_gtk4_get_focus(GtkWindow *window) {
    GtkWidget *widget = gtk_window_get_focus(window);
    while (widget != NULL && !restoration_gtk4_has_name(widget))
        widget = gtk_widget_get_parent(widget);
    return widget == GTK_WIDGET(window) ? NULL : widget;
}

void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget) {
    if (widget == NULL) {
        gtk_window_set_focus(window, NULL);
    } else if (GTK_IS_ENTRY(widget)) {
        gtk_entry_grab_focus_without_selecting(GTK_ENTRY(widget));
    } else {
        gtk_widget_grab_focus(widget);
    }
}

int restoration_gtk4_anchor(GtkEditable *editable) {
    int first = 0, last = 0;
    gtk_editable_get_selection_bounds(editable, &first, &last);
    return gtk_editable_get_position(editable) == first ? last : first;
}
