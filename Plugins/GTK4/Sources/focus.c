#include "turn.h"

GtkWidget *restoration_gtk4_get_focus(GtkWindow *window) {
    GtkWidget *widget = gtk_window_get_focus(window);
    while (widget != NULL && !restoration_gtk4_has_name(widget))
        widget = gtk_widget_get_parent(widget);
    return widget == GTK_WIDGET(window) ? NULL : widget;
}

void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget) {
    restoration_gtk4_set_used(window, FALSE);
    if (widget == NULL) {
        gtk_window_set_focus(window, NULL);
        return;
    }
    // A hidden widget with the focus would leave the keyboard dead.
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_is_sensitive(widget) ||
        gtk_widget_get_root(widget) != GTK_ROOT(window))
        return;
    // Without selecting its text.
    if (GTK_IS_ENTRY(widget)) gtk_entry_grab_focus_without_selecting(GTK_ENTRY(widget));
    else gtk_widget_grab_focus(widget);
    // A program that moves the focus at once has refused it.
    if (restoration_gtk4_get_focus(window) != widget) restoration_gtk4_set_used(window, TRUE);
}
