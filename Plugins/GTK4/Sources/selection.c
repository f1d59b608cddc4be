#include "restoration_gtk4.h"

gboolean restoration_gtk4_is_list(GtkWidget *widget) {
    return GTK_IS_LIST_BOX(widget) || GTK_IS_FLOW_BOX(widget) || GTK_IS_LIST_VIEW(widget) ||
           GTK_IS_GRID_VIEW(widget) || GTK_IS_COLUMN_VIEW(widget);
}

// Returns the identifier of an item, to be freed, or null. Consumes the reference to the item.
static char *identifier_of(gpointer item) {
    char *identifier = NULL;
    // A row of a tree wraps the item.
    if (GTK_IS_TREE_LIST_ROW(item)) {
        gpointer inner = gtk_tree_list_row_get_item(item);
        g_object_unref(item);
        item = inner;
    }
    if (item == NULL) return NULL;
    if (GTK_IS_WIDGET(item)) {
        if (restoration_gtk4_has_name(item)) identifier = g_strdup(gtk_widget_get_name(item));
    } else if (GTK_IS_STRING_OBJECT(item)) {
        identifier = g_strdup(gtk_string_object_get_string(item));
    } else {
        GParamSpec *property =
            g_object_class_find_property(G_OBJECT_GET_CLASS(item), "restoration-identifier");
        if (property != NULL && property->value_type == G_TYPE_STRING)
            g_object_get(item, "restoration-identifier", &identifier, NULL);
    }
    g_object_unref(item);
    return identifier;
}

// Counting equal names needs the items of all rows, which a long list creates only when it shows
// them.
static const guint counted_rows = 10000;

static GListModel *rows_of(GtkWidget *list) {
    GListModel *rows = NULL;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(list), "model") != NULL)
        g_object_get(list, "model", &rows, NULL);
    return rows != NULL ? rows : gtk_widget_observe_children(list);
}

static gboolean is_selected(GtkWidget *list, GListModel *rows, guint position) {
    if (GTK_IS_DROP_DOWN(list))
        return gtk_drop_down_get_selected(GTK_DROP_DOWN(list)) == position;
    if (GTK_IS_SELECTION_MODEL(rows))
        return gtk_selection_model_is_selected(GTK_SELECTION_MODEL(rows), position);
    GtkWidget *row = g_list_model_get_item(rows, position);
    g_object_unref(row);
    return (gtk_widget_get_state_flags(row) & GTK_STATE_FLAG_SELECTED) != 0;
}

// Returns a row's name, with its number among equal names, or null. Counts it in `counts`.
static char *name_at(GtkWidget *list, GListModel *rows, guint position, GHashTable *counts) {
    char *name = identifier_of(g_list_model_get_item(rows, position));
    if (name == NULL) return GTK_IS_DROP_DOWN(list) ? g_strdup_printf("#%u", position) : NULL;
    // A newline separates names.
    g_strdelimit(name, "\n", ' ');
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name)) + 1;
    g_hash_table_insert(counts, g_strdup(name), GUINT_TO_POINTER(count));
    if (count == 1) return name;
    char *numbered = g_strdup_printf("%s\t%u", name, count);
    g_free(name);
    return numbered;
}

static int compare(gconstpointer first, gconstpointer second) {
    return strcmp(*(char *const *)first, *(char *const *)second);
}

char *restoration_gtk4_selection(GtkWidget *list) {
    GListModel *rows = rows_of(list);
    GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    guint count = g_list_model_get_n_items(rows);
    for (guint position = 0; position < count; position += 1) {
        gboolean is_chosen = is_selected(list, rows, position);
        if (!is_chosen && count > counted_rows) continue;
        char *name = name_at(list, rows, position, counts);
        if (is_chosen && name != NULL) g_ptr_array_add(names, name);
        else g_free(name);
    }
    // The order of rows does not matter to a selection.
    g_ptr_array_sort(names, compare);
    g_ptr_array_add(names, NULL);
    char *selection = g_strjoinv("\n", (char **)names->pdata);
    g_ptr_array_unref(names);
    g_hash_table_unref(counts);
    g_object_unref(rows);
    return selection;
}

static void select_in_box(GtkWidget *box, GListModel *rows, guint position, gboolean is_chosen) {
    if (is_selected(box, rows, position) == is_chosen) return;
    GtkWidget *row = g_list_model_get_item(rows, position);
    if (GTK_IS_LIST_BOX_ROW(row))
        (is_chosen ? gtk_list_box_select_row
                   : gtk_list_box_unselect_row)(GTK_LIST_BOX(box), GTK_LIST_BOX_ROW(row));
    else
        (is_chosen ? gtk_flow_box_select_child
                   : gtk_flow_box_unselect_child)(GTK_FLOW_BOX(box), GTK_FLOW_BOX_CHILD(row));
    g_object_unref(row);
}

static void select_rows(GtkWidget *list, GListModel *rows, GtkBitset *chosen) {
    guint count = g_list_model_get_n_items(rows);
    guint first = gtk_bitset_get_minimum(chosen);
    if (GTK_IS_DROP_DOWN(list)) {
        if (!restoration_gtk4_begin_put(list)) return;
        gtk_drop_down_set_selected(GTK_DROP_DOWN(list), first);
        restoration_gtk4_end_put(list);
    } else if (!GTK_IS_SELECTION_MODEL(rows)) {
        for (guint position = 0; position < count; position += 1)
            select_in_box(list, rows, position, gtk_bitset_contains(chosen, position));
    } else if (gtk_bitset_get_size(chosen) == 1) {
        gtk_selection_model_select_item(GTK_SELECTION_MODEL(rows), first, TRUE);
    } else {
        GtkBitset *all = gtk_bitset_new_range(0, count);
        gtk_selection_model_set_selection(GTK_SELECTION_MODEL(rows), chosen, all);
        gtk_bitset_unref(all);
    }
}

gboolean restoration_gtk4_set_selection(GtkWidget *list, const char *selection) {
    GListModel *rows = rows_of(list);
    GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GHashTable *wanted = g_hash_table_new(g_str_hash, g_str_equal);
    char **names = g_strsplit(selection, "\n", -1), *present = restoration_gtk4_selection(list);
    for (char **name = names; *name != NULL; name += 1) g_hash_table_add(wanted, *name);
    GtkBitset *chosen = gtk_bitset_new_empty();
    for (guint position = 0; position < g_list_model_get_n_items(rows); position += 1) {
        char *name = name_at(list, rows, position, counts);
        if (name != NULL && g_hash_table_contains(wanted, name)) gtk_bitset_add(chosen, position);
        g_free(name);
    }
    // Rows that have not come yet must not clear the current selection, and selecting a row again
    // would make the program load it again.
    gboolean is_found = !gtk_bitset_is_empty(chosen) || *selection == 0;
    if (is_found && strcmp(present, selection) != 0) select_rows(list, rows, chosen);
    gtk_bitset_unref(chosen);
    g_free(present);
    g_strfreev(names);
    g_hash_table_unref(wanted);
    g_hash_table_unref(counts);
    g_object_unref(rows);
    return is_found;
}
