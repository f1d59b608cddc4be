#include "restoration_gtk4.h"

// MARK: Types and names

// The names of a widget's type and its ancestors below GtkWidget, one a line, the most derived
// first.
char *restoration_gtk4_types(GtkWidget *widget) {
    GString *names = g_string_new(G_OBJECT_TYPE_NAME(widget));
    for (GType type = g_type_parent(G_OBJECT_TYPE(widget)); type != GTK_TYPE_WIDGET;
         type = g_type_parent(type))
        g_string_append_printf(names, "\n%s", g_type_name(type));
    return g_string_free(names, FALSE);
}

gboolean restoration_gtk4_has_name(GtkWidget *widget) {
    return g_strcmp0(gtk_widget_get_name(widget), G_OBJECT_TYPE_NAME(widget)) != 0;
}

// Whether a window is maximised. For a fullscreen window, the last answer from before.
gboolean restoration_gtk4_is_maximized(GtkWindow *window) {
    static const char key[] = "restoration-maximized";
    // GTK never reports a fullscreen window as maximised.
    if (!gtk_window_is_fullscreen(window))
        g_object_set_data(G_OBJECT(window), key, GINT_TO_POINTER(gtk_window_is_maximized(window)));
    return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(window), key));
}

// MARK: Text

GtkWidget *restoration_gtk4_innermost(GtkWidget *widget) {
    GtkEditable *delegate =
        GTK_IS_EDITABLE(widget) ? gtk_editable_get_delegate(GTK_EDITABLE(widget)) : NULL;
    return delegate != NULL ? restoration_gtk4_innermost(GTK_WIDGET(delegate)) : widget;
}

gboolean restoration_gtk4_is_secret(GtkWidget *widget) {
    GtkWidget *inner = restoration_gtk4_innermost(widget);
    GtkInputPurpose purpose = GTK_INPUT_PURPOSE_FREE_FORM;
    if (GTK_IS_TEXT_VIEW(inner) || GTK_IS_TEXT(inner))
        g_object_get(inner, "input-purpose", &purpose, NULL);
    return GTK_IS_PASSWORD_ENTRY(widget) || purpose == GTK_INPUT_PURPOSE_PASSWORD ||
           purpose == GTK_INPUT_PURPOSE_PIN ||
           (GTK_IS_TEXT(inner) && !gtk_text_get_visibility(GTK_TEXT(inner)));
}

// The cursor of an entry. It would reveal a secret's length.
int restoration_gtk4_cursor(GtkEditable *editable) {
    if (restoration_gtk4_is_secret(GTK_WIDGET(editable))) return 0;
    return gtk_editable_get_position(editable);
}

// MARK: Focus

// The named widget that has a window's focus or contains the focused one; null without one.
GtkWidget *restoration_gtk4_get_focus(GtkWindow *window) {
    GtkWidget *widget = gtk_window_get_focus(window);
    while (widget != NULL && !restoration_gtk4_has_name(widget))
        widget = gtk_widget_get_parent(widget);
    return widget == GTK_WIDGET(window) ? NULL : widget;
}

// Focuses a widget if it is shown and sensitive, without selecting its text. Null clears the focus.
void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget) {
    restoration_gtk4_set_used(window, FALSE);
    if (widget == NULL) gtk_window_set_focus(window, NULL);
    // A hidden widget with the focus would leave the keyboard dead.
    if (widget == NULL || !gtk_widget_get_mapped(widget) || !gtk_widget_is_sensitive(widget) ||
        gtk_widget_get_root(widget) != GTK_ROOT(window))
        return;
    // Without selecting its text.
    if (GTK_IS_ENTRY(widget)) gtk_entry_grab_focus_without_selecting(GTK_ENTRY(widget));
    else gtk_widget_grab_focus(widget);
    // A program that moves the focus at once has refused it.
    if (restoration_gtk4_get_focus(window) != widget) restoration_gtk4_set_used(window, TRUE);
}
