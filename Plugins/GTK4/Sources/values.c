#include "restoration_gtk4.h"

// MARK: Rows and pages

gboolean restoration_gtk4_is_list(GtkWidget *widget) {
    return GTK_IS_LIST_BOX(widget) || GTK_IS_FLOW_BOX(widget) || GTK_IS_LIST_VIEW(widget) ||
           GTK_IS_GRID_VIEW(widget) || GTK_IS_COLUMN_VIEW(widget);
}

gboolean restoration_gtk4_is_container(GtkWidget *widget) {
    return GTK_IS_NOTEBOOK(widget) || GTK_IS_STACK(widget) || restoration_gtk4_is_list(widget);
}

// Returns the identifier of an item, to be freed, or null: the string of a GtkStringObject, the
// name of a box's row, of a notebook's page or of a child in its stack, or the property
// "restoration-identifier" of other objects. Consumes the reference to the item.
static char *identifier_of(gpointer item) {
    g_autoptr(GObject) object = item;
    // A row of a tree and a page of a notebook wrap the item.
    if (GTK_IS_TREE_LIST_ROW(item)) return identifier_of(gtk_tree_list_row_get_item(item));
    if (GTK_IS_NOTEBOOK_PAGE(item))
        return identifier_of(g_object_ref(gtk_notebook_page_get_child(item)));
    if (item == NULL || (GTK_IS_WIDGET(item) && !restoration_gtk4_has_name(item))) return NULL;
    const char *name = "restoration-identifier";
    if (GTK_IS_STRING_OBJECT(item)) name = "string";
    if (GTK_IS_WIDGET(item) || GTK_IS_STACK_PAGE(item)) name = "name";
    GParamSpec *property = g_object_class_find_property(G_OBJECT_GET_CLASS(item), name);
    char *identifier = NULL;
    if (property != NULL && property->value_type == G_TYPE_STRING)
        g_object_get(item, name, &identifier, NULL);
    return identifier;
}

static GListModel *rows_of(GtkWidget *list) {
    GListModel *rows = NULL;
    const char *property = GTK_IS_NOTEBOOK(list) || GTK_IS_STACK(list) ? "pages" : "model";
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(list), property) != NULL)
        g_object_get(list, property, &rows, NULL);
    return rows != NULL ? rows : gtk_widget_observe_children(list);
}

static gboolean is_selected(GtkWidget *list, GListModel *rows, guint position) {
    if (GTK_IS_DROP_DOWN(list)) return gtk_drop_down_get_selected(GTK_DROP_DOWN(list)) == position;
    if (GTK_IS_NOTEBOOK(list))
        return gtk_notebook_get_current_page(GTK_NOTEBOOK(list)) == (int)position;
    if (GTK_IS_SELECTION_MODEL(rows))
        return gtk_selection_model_is_selected(GTK_SELECTION_MODEL(rows), position);
    g_autoptr(GtkWidget) row = g_list_model_get_item(rows, position);
    return (gtk_widget_get_state_flags(row) & GTK_STATE_FLAG_SELECTED) != 0;
}

// Returns a row's name, with its number among equal names, or null. Counts it in `counts`. An item
// of a drop-down and a page without a name have "#" and their number.
static char *name_at(GtkWidget *list, GListModel *rows, guint position, GHashTable *counts) {
    g_autoptr(GObject) item = g_list_model_get_item(rows, position);
    // A stack would show a hidden child as an empty page.
    if (GTK_IS_STACK_PAGE(item) &&
        !gtk_widget_get_visible(gtk_stack_page_get_child(GTK_STACK_PAGE(item))))
        return NULL;
    g_autofree char *name = identifier_of(g_steal_pointer(&item));
    if (name == NULL)
        return restoration_gtk4_is_list(list) ? NULL : g_strdup_printf("#%u", position);
    // A newline separates names.
    g_strdelimit(name, "\n", ' ');
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name)) + 1;
    g_hash_table_insert(counts, g_strdup(name), GUINT_TO_POINTER(count));
    return count == 1 ? g_steal_pointer(&name) : g_strdup_printf("%s\t%u", name, count);
}

static int compare(gconstpointer first, gconstpointer second) {
    return strcmp(*(char *const *)first, *(char *const *)second);
}

static char *selection_of(GtkWidget *list) {
    g_autoptr(GListModel) rows = rows_of(list);
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    guint count = g_list_model_get_n_items(rows);
    for (guint position = 0; position < count; position += 1) {
        gboolean is_chosen = is_selected(list, rows, position);
        // Counting equal names needs the items of all rows, which a long list creates only when it
        // shows them.
        if (!is_chosen && count > 10000) continue;
        g_autofree char *name = name_at(list, rows, position, counts);
        if (is_chosen && name != NULL) g_ptr_array_add(names, g_steal_pointer(&name));
    }
    // The order of rows does not matter to a selection.
    g_ptr_array_sort(names, compare);
    g_ptr_array_add(names, NULL);
    return g_strjoinv("\n", (char **)names->pdata);
}

static void select_in_box(GtkWidget *box, GListModel *rows, guint position, gboolean is_on) {
    if (is_selected(box, rows, position) == is_on) return;
    void *row = g_list_model_get_item(rows, position);
    if (GTK_IS_LIST_BOX(box))
        (is_on ? gtk_list_box_select_row : gtk_list_box_unselect_row)(GTK_LIST_BOX(box), row);
    else
        (is_on ? gtk_flow_box_select_child : gtk_flow_box_unselect_child)(GTK_FLOW_BOX(box), row);
    g_object_unref(row);
}

static void select_rows(GtkWidget *list, GListModel *rows, GtkBitset *chosen) {
    guint count = g_list_model_get_n_items(rows), first = gtk_bitset_get_minimum(chosen);
    g_autoptr(GtkBitset) all = gtk_bitset_new_range(0, count);
    if (GTK_IS_DROP_DOWN(list)) {
        if (!restoration_gtk4_begin_put(list)) return;
        gtk_drop_down_set_selected(GTK_DROP_DOWN(list), first);
        restoration_gtk4_end_put(list);
    } else if (GTK_IS_NOTEBOOK(list)) {
        // -1 would be the last page.
        if (!gtk_bitset_is_empty(chosen)) gtk_notebook_set_current_page(GTK_NOTEBOOK(list), first);
    } else if (!GTK_IS_SELECTION_MODEL(rows)) {
        for (guint position = 0; position < count; position += 1)
            select_in_box(list, rows, position, gtk_bitset_contains(chosen, position));
    } else if (gtk_bitset_get_size(chosen) == 1) {
        gtk_selection_model_select_item(GTK_SELECTION_MODEL(rows), first, TRUE);
    } else {
        gtk_selection_model_set_selection(GTK_SELECTION_MODEL(rows), chosen, all);
    }
}

// Selects the rows of these names. Returns FALSE, without a change, if there are none of them.
static gboolean set_selection(GtkWidget *list, const char *selection) {
    g_autoptr(GListModel) rows = rows_of(list);
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) wanted = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GtkBitset) chosen = gtk_bitset_new_empty();
    g_autofree char *present = selection_of(list);
    g_auto(GStrv) names = g_strsplit(selection, "\n", -1);
    for (char **name = names; *name != NULL; name += 1) g_hash_table_add(wanted, *name);
    for (guint position = 0; position < g_list_model_get_n_items(rows); position += 1) {
        g_autofree char *name = name_at(list, rows, position, counts);
        if (name != NULL && g_hash_table_contains(wanted, name)) gtk_bitset_add(chosen, position);
    }
    // Rows that have not come yet must not clear the current selection, and selecting a row again
    // would make the program load it again.
    gboolean is_found = !gtk_bitset_is_empty(chosen) || *selection == 0;
    if (is_found && strcmp(present, selection) != 0) select_rows(list, rows, chosen);
    return is_found;
}

// MARK: Values

static GtkAdjustment *adjustment_of(GtkWidget *widget) {
    if (GTK_IS_SPIN_BUTTON(widget)) return gtk_spin_button_get_adjustment(GTK_SPIN_BUTTON(widget));
    return GTK_IS_RANGE(widget) ? gtk_range_get_adjustment(GTK_RANGE(widget)) : NULL;
}

// The value of a widget, to be freed; null for a secret text.
//
// The text of a text view has U+FFFC for each embedded object. A control has a number, 1 or 0 if it
// is on or off. A list, drop-down, notebook or stack has the names of its selected rows or its
// page, one a line, sorted.
char *restoration_gtk4_value(GtkWidget *widget) {
    GtkAdjustment *adjustment = adjustment_of(widget);
    const int size = G_ASCII_DTOSTR_BUF_SIZE;
    if (GTK_IS_DROP_DOWN(widget) || restoration_gtk4_is_container(widget))
        return selection_of(widget);
    if (adjustment != NULL)
        return g_ascii_dtostr(g_malloc(size), size, gtk_adjustment_get_value(adjustment));
    if (GTK_IS_TEXT_VIEW(widget)) {
        GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(widget));
        GtkTextIter start, end;
        gtk_text_buffer_get_bounds(buffer, &start, &end);
        return gtk_text_buffer_get_slice(buffer, &start, &end, TRUE);
    }
    if (restoration_gtk4_is_secret(widget)) return NULL;
    if (GTK_IS_EDITABLE(widget)) return g_strdup(gtk_editable_get_text(GTK_EDITABLE(widget)));
    gboolean is_active = FALSE;
    g_object_get(widget, "active", &is_active, NULL);
    return g_strdup(is_active ? "1" : "0");
}

static gboolean is_within_character(char byte) { return (byte & 0xC0) == 0x80; }

// Changes the part that differs, because the rest may have tags, marks and widgets.
static void set_text(GtkWidget *view, const char *new) {
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
    g_autofree char *old = restoration_gtk4_value(view);
    size_t first = 0, old_end = strlen(old), new_end = strlen(new);
    while (old[first] != 0 && old[first] == new[first]) first += 1;
    while (is_within_character(old[first])) first -= 1;
    for (; old_end > first && new_end > first; old_end -= 1, new_end -= 1)
        if (old[old_end - 1] != new[new_end - 1]) break;
    for (; is_within_character(old[old_end]); old_end += 1) new_end += 1;
    GtkTextIter start, end;
    // Without a step to undo.
    gtk_text_buffer_begin_irreversible_action(buffer);
    gtk_text_buffer_get_iter_at_offset(buffer, &start, g_utf8_strlen(old, first));
    gtk_text_buffer_get_iter_at_offset(buffer, &end, g_utf8_strlen(old, old_end));
    gtk_text_buffer_delete(buffer, &start, &end);
    gtk_text_buffer_insert(buffer, &start, new + first, new_end - first);
    gtk_text_buffer_end_irreversible_action(buffer);
    gtk_text_buffer_set_modified(buffer, TRUE);
}

// Without a step to undo.
static void set_entry(GtkEditable *entry, const char *text) {
    gboolean has_undo = gtk_editable_get_enable_undo(entry);
    g_object_set(entry, "enable-undo", FALSE, "text", text, "enable-undo", has_undo, NULL);
}

// Restores a value: of controls and texts without an undo step, now or at the end of the main loop
// iteration. Returns FALSE if the widget cannot have it yet: for example, no row has that name.
gboolean restoration_gtk4_put_value(GtkWidget *widget, const char *value) {
    GtkAdjustment *adjustment = adjustment_of(widget);
    double number = g_ascii_strtod(value, NULL);
    if (GTK_IS_DROP_DOWN(widget) || restoration_gtk4_is_container(widget))
        return set_selection(widget, value);
    // A number outside the range waits for another range.
    if (adjustment != NULL && (number < gtk_adjustment_get_lower(adjustment) ||
                               number > gtk_adjustment_get_upper(adjustment)))
        return FALSE;
    if (!restoration_gtk4_begin_put(widget)) return TRUE;
    if (adjustment != NULL) gtk_adjustment_set_value(adjustment, number);
    else if (GTK_IS_TEXT_VIEW(widget)) set_text(widget, value);
    else if (GTK_IS_EDITABLE(widget)) set_entry(GTK_EDITABLE(widget), value);
    else g_object_set(widget, "active", number != 0, NULL);
    restoration_gtk4_end_put(widget);
    return TRUE;
}

// The half-typed text of a spin button, to be freed; null if the text is that of its number.
char *restoration_gtk4_typed(GtkSpinButton *spin) {
    const char *text = gtk_editable_get_text(GTK_EDITABLE(spin));
    // A program that formats the number itself gives no text to compare.
    guint output = g_signal_lookup("output", GTK_TYPE_SPIN_BUTTON);
    if (g_signal_has_handler_pending(spin, output, 0, TRUE)) return NULL;
    g_autofree char *said =
        g_strdup_printf("%.*f", gtk_spin_button_get_digits(spin), gtk_spin_button_get_value(spin));
    char *end;
    gboolean is_value = g_strtod(text, &end) == g_strtod(said, NULL) && end != text && *end == 0;
    return is_value ? NULL : g_strdup(text);
}
