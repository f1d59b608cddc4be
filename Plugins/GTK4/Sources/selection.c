#include "restoration_gtk4.h"

GtkSelectionModel *restoration_gtk4_model(GtkWidget *view) {
    if (GTK_IS_LIST_VIEW(view)) return gtk_list_view_get_model(GTK_LIST_VIEW(view));
    if (GTK_IS_GRID_VIEW(view)) return gtk_grid_view_get_model(GTK_GRID_VIEW(view));
    if (GTK_IS_COLUMN_VIEW(view)) return gtk_column_view_get_model(GTK_COLUMN_VIEW(view));
    return NULL;
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
    if (GTK_IS_STRING_OBJECT(item)) {
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

// MARK: Views of a model

static char *selected_in_model(GtkSelectionModel *model, guint number) {
    GtkBitset *selection = gtk_selection_model_get_selection(model);
    char *identifier = NULL;
    if (number < gtk_bitset_get_size(selection)) {
        guint position = gtk_bitset_get_nth(selection, number);
        identifier = identifier_of(g_list_model_get_item(G_LIST_MODEL(model), position));
        // An item without an identifier must not end the list.
        if (identifier == NULL) identifier = g_strdup("");
    }
    gtk_bitset_unref(selection);
    return identifier;
}

// The positions of a model's rows, so that selecting many rows scans the model once.
typedef struct {
    GtkSelectionModel *model;
    GHashTable *positions;
    gulong change;
    guint end;
} row_index;

static row_index rows;

static void forget_rows(void) {
    if (rows.model == NULL) return;
    g_signal_handler_disconnect(rows.model, rows.change);
    if (rows.end != 0) g_source_remove(rows.end);
    g_hash_table_unref(rows.positions);
    g_object_unref(rows.model);
    rows = (row_index){0};
}

static gboolean forget_rows_when_idle(gpointer data) {
    (void)data;
    rows.end = 0;
    forget_rows();
    return G_SOURCE_REMOVE;
}

static void find_rows(GtkSelectionModel *model) {
    if (rows.model == model) return;
    forget_rows();
    rows.model = g_object_ref(model);
    rows.positions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint count = g_list_model_get_n_items(G_LIST_MODEL(model));
    for (guint position = 0; position < count; position += 1) {
        char *own = identifier_of(g_list_model_get_item(G_LIST_MODEL(model), position));
        // The first one counts.
        if (own == NULL || g_hash_table_contains(rows.positions, own)) {
            g_free(own);
        } else {
            g_hash_table_insert(rows.positions, own, GUINT_TO_POINTER(position));
        }
    }
    rows.change = g_signal_connect(model, "items-changed", G_CALLBACK(forget_rows), NULL);
    rows.end = g_idle_add_full(G_PRIORITY_HIGH, forget_rows_when_idle, NULL, NULL);
}

static void select_in_model(GtkSelectionModel *model, const char *identifier) {
    find_rows(model);
    gpointer position;
    if (g_hash_table_lookup_extended(rows.positions, identifier, NULL, &position))
        gtk_selection_model_select_item(model, GPOINTER_TO_UINT(position), FALSE);
}

// MARK: Drop-downs

static const guint by_identifier = GTK_INVALID_LIST_POSITION - 1;

char *restoration_gtk4_choice(GtkDropDown *drop_down) {
    gpointer item = gtk_drop_down_get_selected_item(drop_down);
    return item != NULL ? identifier_of(g_object_ref(item)) : NULL;
}

void restoration_gtk4_choose(GtkDropDown *drop_down, const char *identifier) {
    GListModel *model = gtk_drop_down_get_model(drop_down);
    guint count = model != NULL ? g_list_model_get_n_items(model) : 0;
    for (guint position = 0; position < count; position += 1) {
        char *own = identifier_of(g_list_model_get_item(model, position));
        gboolean is_meant = g_strcmp0(own, identifier) == 0;
        g_free(own);
        if (is_meant) return gtk_drop_down_set_selected(drop_down, position);
    }
}

guint restoration_gtk4_choice_number(GtkDropDown *drop_down) {
    char *identifier = restoration_gtk4_choice(drop_down);
    g_free(identifier);
    return identifier != NULL ? by_identifier : gtk_drop_down_get_selected(drop_down);
}

void restoration_gtk4_choose_number(GtkDropDown *drop_down, guint number) {
    if (number != by_identifier) gtk_drop_down_set_selected(drop_down, number);
}

// MARK: Boxes of rows

static GList *selected_rows(GtkWidget *list) {
    if (GTK_IS_LIST_BOX(list)) return gtk_list_box_get_selected_rows(GTK_LIST_BOX(list));
    if (GTK_IS_FLOW_BOX(list)) return gtk_flow_box_get_selected_children(GTK_FLOW_BOX(list));
    return NULL;
}

static char *selected_in_box(GtkWidget *list, guint number) {
    GList *selected = selected_rows(list);
    GtkWidget *row = g_list_nth_data(selected, number);
    char *identifier = NULL;
    // A row without a name must not end the list.
    if (row != NULL)
        identifier = g_strdup(restoration_gtk4_has_name(row) ? gtk_widget_get_name(row) : "");
    g_list_free(selected);
    return identifier;
}

static void select_in_box(GtkWidget *list, const char *identifier) {
    GtkWidget *row = gtk_widget_get_first_child(list);
    while (row != NULL && !(restoration_gtk4_has_name(row) &&
                            strcmp(gtk_widget_get_name(row), identifier) == 0))
        row = gtk_widget_get_next_sibling(row);
    if (GTK_IS_LIST_BOX_ROW(row)) {
        gtk_list_box_select_row(GTK_LIST_BOX(list), GTK_LIST_BOX_ROW(row));
    } else if (GTK_IS_FLOW_BOX_CHILD(row)) {
        gtk_flow_box_select_child(GTK_FLOW_BOX(list), GTK_FLOW_BOX_CHILD(row));
    }
}

// MARK: Either

char *restoration_gtk4_selected(GtkWidget *list, guint number) {
    GtkSelectionModel *model = restoration_gtk4_model(list);
    return model != NULL ? selected_in_model(model, number) : selected_in_box(list, number);
}

void restoration_gtk4_select(GtkWidget *list, const char *identifier) {
    GtkSelectionModel *model = restoration_gtk4_model(list);
    if (model != NULL) {
        select_in_model(model, identifier);
    } else {
        select_in_box(list, identifier);
    }
}

void restoration_gtk4_unselect_all(GtkWidget *list) {
    GtkSelectionModel *model = restoration_gtk4_model(list);
    if (model != NULL) {
        // The index may be stale.
        forget_rows();
        gtk_selection_model_unselect_all(model);
    } else if (GTK_IS_LIST_BOX(list)) {
        gtk_list_box_unselect_all(GTK_LIST_BOX(list));
    } else if (GTK_IS_FLOW_BOX(list)) {
        gtk_flow_box_unselect_all(GTK_FLOW_BOX(list));
    }
}
