// Tests how the helper library of the GTK binding treats hidden, derived and secret widgets. A GTK
// warning ends the program.
#include "../../../Plugins/GTK4/Sources/restoration_gtk4.h"

#include <stdio.h>

// The functions that the binding calls.
char *restoration_gtk4_types(GtkWidget *widget);
gboolean restoration_gtk4_put_value(GtkWidget *widget, const char *value);
int restoration_gtk4_cursor(GtkEditable *editable);
GtkWidget *restoration_gtk4_get_focus(GtkWindow *window);
void restoration_gtk4_set_focus(GtkWindow *window, GtkWidget *widget);

typedef struct {
    GtkEntry entry;
} own_entry;
typedef struct {
    GtkEntryClass entry;
} own_entry_class;
typedef own_entry_class own_entryClass;
G_DEFINE_TYPE(own_entry, own_entry, GTK_TYPE_ENTRY)
static void own_entry_class_init(own_entry_class *type) { (void)type; }
static void own_entry_init(own_entry *entry) { (void)entry; }

static GtkWidget *named(GtkWidget *widget, const char *name) {
    gtk_widget_set_name(widget, name);
    return widget;
}

// Runs the main loop for 200 ms.
static void settle(void) {
    gint64 end = g_get_monotonic_time() + 200000;
    while (g_get_monotonic_time() < end) g_main_context_iteration(NULL, FALSE);
}

static GtkWidget *wanted;

// Requests the focus again, as the host does.
static void request_focus(void *window, void *data) {
    (void)data;
    if (restoration_gtk4_get_focus(window) != wanted) restoration_gtk4_set_focus(window, wanted);
}

static void tell(const char *what, GtkWindow *window) {
    settle();
    printf("%s: %s\n", what, gtk_widget_get_name(restoration_gtk4_get_focus(window)));
}

static void try_focus(GtkWindow *window, GtkWidget *box) {
    GtkWidget *first = named(gtk_entry_new(), "first"), *inner = named(gtk_entry_new(), "inner");
    GtkWidget *hidden = named(gtk_entry_new(), "hidden"), *expander = gtk_expander_new("more");
    GtkWidget *popover = gtk_popover_new(), *held = named(gtk_entry_new(), "held");
    gtk_box_append(GTK_BOX(box), first);
    gtk_box_append(GTK_BOX(box), expander);
    gtk_box_append(GTK_BOX(box), hidden);
    gtk_expander_set_child(GTK_EXPANDER(expander), inner);
    gtk_popover_set_child(GTK_POPOVER(popover), held);
    gtk_widget_set_parent(popover, expander);
    gtk_widget_set_visible(hidden, FALSE);

    wanted = inner;
    void *look = restoration_gtk4_look_new(GTK_WIDGET(window), FALSE, request_focus, NULL);
    gtk_window_present(window);
    tell("closed expander", window);
    gtk_expander_set_expanded(GTK_EXPANDER(expander), TRUE);
    tell("open expander", window);

    wanted = hidden;
    tell("hidden", window);
    gtk_widget_set_visible(hidden, TRUE);
    tell("shown", window);

    gtk_widget_grab_focus(first);
    gtk_widget_set_sensitive(hidden, FALSE);
    tell("insensitive", window);
    gtk_widget_set_sensitive(hidden, TRUE);
    tell("sensitive", window);

    wanted = held;
    tell("closed popover", window);
    gtk_widget_unparent(popover);
    restoration_gtk4_look_end(look);
}

static void try_pages(GtkWidget *box) {
    GtkNotebook *notebook = GTK_NOTEBOOK(gtk_notebook_new());
    gtk_box_append(GTK_BOX(box), GTK_WIDGET(notebook));
    for (const char *name = "abc"; *name != 0; name += 1)
        gtk_notebook_append_page(notebook, named(gtk_label_new("page"), (char[]){*name, 0}), NULL);
    gtk_notebook_append_page(notebook, gtk_label_new("without a name"), NULL);
    gtk_notebook_set_current_page(notebook, 1);
    char *page = restoration_gtk4_value(GTK_WIDGET(notebook));
    gtk_notebook_reorder_child(notebook, gtk_notebook_get_nth_page(notebook, 1), 0);
    gtk_notebook_set_current_page(notebook, 2);
    restoration_gtk4_put_value(GTK_WIDGET(notebook), page);
    printf("page %s: now %d\n", page, gtk_notebook_get_current_page(notebook));
    g_free(page);
    gtk_notebook_set_current_page(notebook, 3);
    page = restoration_gtk4_value(GTK_WIDGET(notebook));
    printf("page without a name: %s\n", page);
    g_free(page);
}

// A stack must not show a hidden child.
static void try_stack(GtkWidget *box) {
    GtkWidget *stack = gtk_stack_new(), *hidden = gtk_label_new("hidden");
    gtk_box_append(GTK_BOX(box), stack);
    gtk_stack_add_named(GTK_STACK(stack), gtk_label_new("one"), "one");
    gtk_stack_add_named(GTK_STACK(stack), hidden, "two");
    gtk_widget_set_visible(hidden, FALSE);
    gboolean is_hidden_found = restoration_gtk4_put_value(stack, "two");
    char *child = restoration_gtk4_value(stack);
    gtk_widget_set_visible(hidden, TRUE);
    restoration_gtk4_put_value(stack, "two");
    printf("hidden child: %s, %s, then %s\n", is_hidden_found ? "found" : "not found", child,
           gtk_stack_get_visible_child_name(GTK_STACK(stack)));
    g_free(child);
    hidden = gtk_label_new("without a name");
    gtk_stack_add_child(GTK_STACK(stack), hidden);
    gtk_widget_set_visible(hidden, FALSE);
    is_hidden_found = restoration_gtk4_put_value(stack, "#2");
    gtk_widget_set_visible(hidden, TRUE);
    restoration_gtk4_put_value(stack, "#2");
    printf("hidden child without a name: %s, then %s\n", is_hidden_found ? "found" : "not found",
           gtk_stack_get_visible_child(GTK_STACK(stack)) == hidden ? "shown" : "not shown");
}

static void try_choices(GtkWidget *box) {
    const char *before[] = {"red", "blue", NULL}, *after[] = {"blue", "green", "red", NULL};
    GtkWidget *colours = gtk_drop_down_new_from_strings(before);
    gtk_box_append(GTK_BOX(box), colours);
    char *choice = restoration_gtk4_value(colours);
    GtkStringList *others = gtk_string_list_new(after);
    gtk_drop_down_set_model(GTK_DROP_DOWN(colours), G_LIST_MODEL(others));
    restoration_gtk4_put_value(colours, choice);
    printf("choice %s: now %u\n", choice, gtk_drop_down_get_selected(GTK_DROP_DOWN(colours)));
    g_object_unref(others);
    g_free(choice);
}

static int selection_changes;

static void count_change(void) { selection_changes += 1; }

static void try_rows(GtkWidget *box) {
    const char *before[] = {"a", "b", "a", "c", NULL}, *after[] = {"c", "new", "a", "a", NULL};
    GtkStringList *names = gtk_string_list_new(before);
    GtkSelectionModel *model = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(names)));
    GtkWidget *list = gtk_list_view_new(model, NULL);
    gtk_box_append(GTK_BOX(box), list);
    gtk_selection_model_select_item(model, 2, FALSE);
    gtk_selection_model_select_item(model, 3, FALSE);
    char *selection = restoration_gtk4_value(list);
    gtk_string_list_splice(names, 0, 4, after);
    restoration_gtk4_put_value(list, selection);
    char *again = restoration_gtk4_value(list);
    g_signal_connect(model, "selection-changed", G_CALLBACK(count_change), NULL);
    restoration_gtk4_put_value(list, selection);
    printf("rows: %d%d%d%d, %s, %d changes\n", gtk_selection_model_is_selected(model, 0),
           gtk_selection_model_is_selected(model, 1), gtk_selection_model_is_selected(model, 2),
           gtk_selection_model_is_selected(model, 3),
           strcmp(selection, again) == 0 ? "the same" : again, selection_changes);
    g_free(selection);
    g_free(again);
}

static void try_many_rows(GtkWidget *box) {
    GtkStringList *names = gtk_string_list_new(NULL);
    for (int number = 0; number < 300000; number += 1) {
        char name[16];
        snprintf(name, sizeof name, "row %d", number);
        gtk_string_list_append(names, name);
    }
    GtkSelectionModel *model = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(names)));
    GtkWidget *list = gtk_list_view_new(model, NULL);
    gtk_box_append(GTK_BOX(box), list);
    gtk_selection_model_select_all(model);
    char *selection = restoration_gtk4_value(list);
    gtk_selection_model_unselect_all(model);
    restoration_gtk4_put_value(list, selection);
    GtkBitset *selected = gtk_selection_model_get_selection(model);
    printf("many rows: %d selected\n", (int)gtk_bitset_get_size(selected));
    gtk_bitset_unref(selected);
    g_free(selection);
    gtk_box_remove(GTK_BOX(box), list);
}

// A text keeps the tags and widgets of the part that does not change.
static void try_text(GtkWidget *box) {
    GtkWidget *view = gtk_text_view_new();
    gtk_box_append(GTK_BOX(box), view);
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
    GtkTextIter start, end;
    gtk_text_buffer_set_text(buffer, "bold and  wörds", -1);
    gtk_text_buffer_get_iter_at_offset(buffer, &start, 0);
    gtk_text_buffer_get_iter_at_offset(buffer, &end, 4);
    GtkTextTag *tag = gtk_text_buffer_create_tag(buffer, "bold", "weight", 700, NULL);
    gtk_text_buffer_apply_tag(buffer, tag, &start, &end);
    gtk_text_buffer_get_iter_at_offset(buffer, &start, 9);
    GtkTextChildAnchor *anchor = gtk_text_buffer_create_child_anchor(buffer, &start);
    gtk_text_view_add_child_at_anchor(GTK_TEXT_VIEW(view), gtk_button_new(), anchor);
    restoration_gtk4_put_value(view, "bold and \xEF\xBF\xBC more wörds");
    char *text = restoration_gtk4_value(view);
    gtk_text_buffer_get_start_iter(buffer, &start);
    printf("text: %s, %s, %s, %s\n", text, gtk_text_iter_has_tag(&start, tag) ? "bold" : "plain",
           gtk_text_child_anchor_get_deleted(anchor) ? "no button" : "with a button",
           gtk_text_buffer_get_can_undo(buffer) ? "undone" : "not undone");
    g_free(text);
}

static void tell_secret(const char *what, GtkWidget *widget) {
    char *text = restoration_gtk4_value(widget);
    printf("%s: %s, cursor %d\n", what, text != NULL ? text : "secret",
           restoration_gtk4_cursor(GTK_EDITABLE(widget)));
    g_free(text);
}

static void try_secrets(GtkWidget *box) {
    GtkWidget *entry = g_object_new(own_entry_get_type(), NULL), *text = gtk_text_new();
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), text);
    char *types = restoration_gtk4_types(entry);
    printf("types: %s\n", types);
    g_free(types);
    gtk_editable_set_text(GTK_EDITABLE(entry), "1234");
    gtk_editable_set_position(GTK_EDITABLE(entry), 4);
    tell_secret("plain", entry);
    gtk_entry_set_visibility(GTK_ENTRY(entry), FALSE);
    tell_secret("invisible", entry);
    gtk_entry_set_visibility(GTK_ENTRY(entry), TRUE);
    gtk_entry_set_input_purpose(GTK_ENTRY(entry), GTK_INPUT_PURPOSE_PIN);
    tell_secret("PIN", entry);
    gtk_text_set_input_purpose(GTK_TEXT(text), GTK_INPUT_PURPOSE_PASSWORD);
    tell_secret("password", text);
}

int main(void) {
    g_log_set_fatal_mask("Gtk", G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
    gtk_init();
    GtkWidget *window = gtk_window_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_window_set_child(GTK_WINDOW(window), box);
    try_focus(GTK_WINDOW(window), box);
    try_pages(box);
    try_stack(box);
    try_choices(box);
    try_rows(box);
    try_many_rows(box);
    try_text(box);
    try_secrets(box);
    restoration_gtk4_set_focus(GTK_WINDOW(window), gtk_entry_new());
    gtk_window_destroy(GTK_WINDOW(window));
    settle();
    puts("end");
    return 0;
}
