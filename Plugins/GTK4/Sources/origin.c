#include "restoration_gtk4.h"

// The origin of a widget's value: the program or the user. GTK reports changes without their cause,
// and many follow after the event that caused them. So this code records input before GTK handles
// it, and a text before it changes.
typedef struct {
    GtkWidget *widget;
    // The buffer, model, adjustment or inner widget that holds the value, and the widget's property
    // for it.
    GObject *source;
    const char *property;
    void (*changed)(void *, void *);
    // The value that the user changed, and the current value; of a text, before the current change.
    char *base, *before;
    // The user's text and its base, while the program replaces the whole text.
    char *typed, *typed_base;
    gint64 last_input;
    // Above 0 while GTK reports the user's change to a text, or a value is restored.
    int telling;
    gboolean is_left, is_whole, is_postponed;
    // For a text buffer: whether the program has cleared its modified flag, and set the text since.
    gboolean is_flagged, is_replaced;
} origin;

static const char key[] = "restoration-origin", used_key[] = "restoration-is-used";
static const gint64 reaction_time = 300 * G_TIME_SPAN_MILLISECOND;
// In the order of their creation.
static GPtrArray *origins;
// The main loop source of the current input.
static GSource *input;
// When a button was pressed last, and released; G_MAXINT64 while it is held.
static gint64 press_time, release_time;
static gboolean is_putting;

static origin *origin_of(GtkWidget *widget) { return g_object_get_data(G_OBJECT(widget), key); }

static gboolean is_text(const origin *origin) {
    return GTK_IS_TEXT_BUFFER(origin->source) || GTK_IS_EDITABLE(origin->source);
}

// MARK: Values and digests

// The value after '1' for a buffer that is modified, else '0'. Emptying a buffer sets the flag,
// which a new one does not have. Of a long selection a checksum, which is compared faster.
static char *value_of(const origin *origin) {
    g_autofree char *value = restoration_gtk4_value(origin->widget);
    if (restoration_gtk4_is_list(origin->widget) && strlen(value) > 1000)
        return g_compute_checksum_for_string(G_CHECKSUM_SHA256, value, -1);
    gboolean is_modified = GTK_IS_TEXT_BUFFER(origin->source) && *value != 0 &&
                           gtk_text_buffer_get_modified(GTK_TEXT_BUFFER(origin->source));
    return g_strdup_printf("%d%s", is_modified, value != NULL ? value : "");
}

static gboolean shows_base(const origin *origin) {
    g_autofree char *now = value_of(origin);
    return strcmp(now + 1, origin->base + 1) == 0;
}

static char *hash_of(const char *text, const char *salt) {
    return g_compute_hmac_for_string(G_CHECKSUM_SHA256, (const guchar *)salt, strcspn(salt, ":"),
                                     text, -1);
}

// Adds `salt` up to its first ":", and the selections of the window's lists.
static char *digest_of(const char *value, const origin *own, const char *salt) {
    g_autoptr(GString) place = g_string_new(NULL);
    for (guint number = 0; number < origins->len; number += 1) {
        const origin *list = origins->pdata[number];
        if (restoration_gtk4_is_list(list->widget) &&
            gtk_widget_get_root(list->widget) == gtk_widget_get_root(own->widget))
            g_string_append_printf(place, " %s %s", gtk_widget_get_name(list->widget),
                                   list->before);
    }
    g_autofree char *hash = hash_of(value, salt), *place_hash = hash_of(place->str, salt);
    return g_strdup_printf("%.*s:%zu:%.32s@%.16s", (int)strcspn(salt, ":"), salt, strlen(value + 1),
                           hash, place_hash);
}

// MARK: The author of a change

// Not a timeout that runs in the same iteration.
static gboolean has_input(void) { return input != NULL && input == g_main_current_source(); }

static gboolean is_by_user(const origin *origin) {
    if (is_putting && restoration_gtk4_is_in_look()) return TRUE;
    if (is_text(origin)) return has_input() || origin->telling > 0 || origin->last_input != 0;
    gint64 end = origin->last_input < press_time ? 0 : release_time;
    return origin->is_left || g_get_monotonic_time() - MAX(origin->last_input, end) < reaction_time;
}

static void end_turn(void *widget, void *data) {
    input = NULL;
    for (guint number = 0; number < origins->len; number += 1) {
        origin *origin = origins->pdata[number];
        origin->is_whole = origin->is_left = origin->is_postponed = FALSE;
        if (GTK_IS_EDITABLE(origin->source)) origin->telling = 0;
        g_clear_pointer(&origin->typed, g_free);
        g_clear_pointer(&origin->typed_base, g_free);
    }
}

static void before_change(origin *origin) {
    if (GTK_IS_EDITABLE(origin->source) && !origin->is_whole && is_by_user(origin))
        origin->telling = 1;
    if (origin->base != NULL || origin->before != NULL) return;
    // A copy takes time, and a program may fill a text bit by bit.
    if (is_by_user(origin) || origin->is_flagged) origin->before = value_of(origin);
}

static void before_deletion(origin *origin, int start, int end, GtkEditable *editable) {
    // Only gtk_editable_set_text() passes -1. A program that replaces the text while the user's
    // change is reported only masks that change.
    if (start == 0 && end == -1 && origin->telling == 0) {
        origin->is_whole = TRUE;
        if (origin->base != NULL && origin->typed == NULL && *gtk_editable_get_text(editable)) {
            origin->typed = g_strdup(gtk_editable_get_text(editable));
            origin->typed_base = g_strdup(origin->base);
        }
        restoration_gtk4_end_turn_later();
    }
    before_change(origin);
}

static gboolean is_set_as_whole(const origin *origin) {
    if (origin->telling > 0) return FALSE;
    if (!GTK_IS_TEXT_BUFFER(origin->source)) return origin->is_whole;
    // gtk_text_buffer_set_text() is an irreversible change.
    GtkTextBuffer *buffer = GTK_TEXT_BUFFER(origin->source);
    if (gtk_text_buffer_get_enable_undo(buffer)) return !gtk_text_buffer_get_can_undo(buffer);
    return gtk_text_buffer_get_char_count(buffer) == 0;
}

static void set_base(origin *origin, const char *base) {
    gboolean is_news = base != NULL || origin->base != NULL;
    g_autofree char *former = origin->base;
    origin->base = g_strdup(base);
    restoration_gtk4_end_turn_later();
    // Changes to controls and texts by the program alone are not reported.
    if (is_news || restoration_gtk4_is_container(origin->widget))
        origin->changed(origin->widget, NULL);
}

static void after_text_change(origin *origin) {
    g_autofree char *before = g_steal_pointer(&origin->before);
    const char *base = origin->base != NULL ? origin->base : before;
    origin->is_replaced = is_set_as_whole(origin);
    if (origin->is_replaced && origin->typed != NULL &&
        g_str_has_prefix(gtk_editable_get_text(GTK_EDITABLE(origin->source)), origin->typed)) {
        base = origin->typed_base;
        origin->last_input = g_get_monotonic_time();
    } else if (!origin->is_flagged && (origin->is_replaced || !is_by_user(origin))) {
        base = NULL;
        origin->last_input = 0;
    }
    if (GTK_IS_EDITABLE(origin->source)) origin->telling = 0;
    set_base(origin, base);
}

// An option that is not chosen: the user has chosen another one.
static gboolean is_unchosen(GtkWidget *widget) {
    GtkWidget *mark = GTK_IS_CHECK_BUTTON(widget) ? gtk_widget_get_first_child(widget) : NULL;
    return mark != NULL && strcmp(gtk_widget_get_css_name(mark), "radio") == 0 &&
           !gtk_check_button_get_active(GTK_CHECK_BUTTON(widget));
}

static void after_value_change(origin *origin) {
    g_autofree char *before = g_steal_pointer(&origin->before);
    origin->before = value_of(origin);
    // A sidebar or a shortcut turns a page, too. The first page is the program's.
    if (has_input() && restoration_gtk4_is_container(origin->widget) && before[1] != 0)
        restoration_gtk4_set_used(origin->widget, TRUE);
    const char *base = origin->base != NULL ? origin->base : before;
    set_base(origin, is_by_user(origin) && !is_unchosen(origin->widget) ? base : NULL);
}

static void after_modified_change(origin *origin) {
    gboolean is_modified = gtk_text_buffer_get_modified(GTK_TEXT_BUFFER(origin->source));
    restoration_gtk4_end_turn_later();
    if (origin->base == NULL || origin->telling > 0 || is_modified) return;
    // GTK also clears the flag, when all is undone and when the whole text is replaced.
    if (!origin->is_replaced && !shows_base(origin)) {
        origin->is_flagged = TRUE;
        restoration_gtk4_set_used(origin->widget, TRUE);
    }
    if (origin->is_flagged) set_base(origin, NULL);
}

// The cursor has moved, or the text has become secret.
static void after_notify(origin *origin) {
    if (origin->base != NULL || is_by_user(origin)) origin->changed(origin->widget, NULL);
}

static void record_items(origin *origin) { restoration_gtk4_record_descendants(origin->widget); }

static void begin_user_action(origin *origin) { origin->telling += 1; }
static void end_user_action(origin *origin) { origin->telling -= 1; }

// MARK: Input

void restoration_gtk4_set_used(gpointer widget, gboolean is_used) {
    g_object_set_data(widget, used_key, is_used ? widget : NULL);
}

static gboolean contains(const origin *origin, GtkWidget *widget) {
    return widget != NULL &&
           (widget == origin->widget || gtk_widget_is_ancestor(widget, origin->widget));
}

// Records input to a widget, or to the row of a list with it. The focus may leave another one.
static void record_target(GtkWidget *target, GtkWidget *left) {
    if (target == NULL) return;
    GtkWidget *row = target, *button = gtk_widget_get_ancestor(target, GTK_TYPE_BUTTON);
    while (row != NULL && !GTK_IS_FLOW_BOX_CHILD(row) &&
           strcmp(gtk_widget_get_css_name(row), "row") != 0)
        row = gtk_widget_get_parent(row);
    for (guint number = 0; number < origins->len; number += 1) {
        origin *origin = origins->pdata[number];
        // A typed number is applied when the focus leaves the field.
        origin->is_left |= contains(origin, left);
        if (!contains(origin, target) &&
            (row == NULL || !gtk_widget_is_ancestor(origin->widget, row)))
            continue;
        origin->last_input = g_get_monotonic_time();
        restoration_gtk4_set_used(origin->widget, TRUE);
        // A control has buttons of its own.
        if (contains(origin, button) && !restoration_gtk4_is_container(origin->widget))
            button = NULL;
    }
    for (guint number = 0; button != NULL && number < origins->len; number += 1) {
        origin *origin = origins->pdata[number];
        if (gtk_widget_get_root(origin->widget) == gtk_widget_get_root(target))
            restoration_gtk4_set_used(origin->widget, TRUE);
    }
}

static gboolean record_event(GSignalInvocationHint *hint, guint count, const GValue *values,
                             gpointer data) {
    GtkNative *native = gtk_native_get_for_surface(g_value_get_object(&values[0]));
    GtkRoot *root = native != NULL ? gtk_widget_get_root(GTK_WIDGET(native)) : NULL;
    GdkEvent *event = g_value_peek_pointer(&values[1]);
    GdkEventType type = gdk_event_get_event_type(event);
    gboolean is_press = type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN;
    // A drop or a broken grab takes the release.
    gboolean is_end = type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END ||
                      type == GDK_TOUCH_CANCEL || type == GDK_GRAB_BROKEN || type == GDK_DROP_START;
    if (is_press) press_time = g_get_monotonic_time();
    if (is_press || is_end) release_time = is_press ? G_MAXINT64 : g_get_monotonic_time();
    if (root == NULL || !(is_press || is_end || type == GDK_KEY_PRESS || type == GDK_SCROLL))
        return TRUE;
    input = g_main_current_source();
    restoration_gtk4_end_turn_later();
    restoration_gtk4_set_used(root, TRUE);
    double x = 0, y = 0, left = 0, top = 0;
    if (type == GDK_KEY_PRESS) record_target(gtk_root_get_focus(root), NULL);
    else if (gdk_event_get_position(event, &x, &y)) {
        gtk_native_get_surface_transform(native, &left, &top);
        record_target(gtk_widget_pick(GTK_WIDGET(native), x - left, y - top, GTK_PICK_DEFAULT),
                      gtk_root_get_focus(root));
    }
    return TRUE;
}

// An input method begins to compose, and commits, at any time.
static gboolean record_composition(GSignalInvocationHint *hint, guint count, const GValue *values,
                                   gpointer data) {
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    for (GList *window = windows; window != NULL; window = window->next)
        if (gtk_window_is_active(window->data))
            record_target(gtk_window_get_focus(window->data), NULL);
    return TRUE;
}

// MARK: Watching

static const struct {
    const char *type, *signal;
    GCallback handler;
    GConnectFlags flags;
} signals[] = {
    {"GtkTextBuffer", "insert-text", G_CALLBACK(before_change), 0},
    {"GtkTextBuffer", "delete-range", G_CALLBACK(before_change), 0},
    {"GtkTextBuffer", "changed", G_CALLBACK(after_text_change), 0},
    {"GtkTextBuffer", "modified-changed", G_CALLBACK(after_modified_change), 0},
    {"GtkTextBuffer", "notify::cursor-position", G_CALLBACK(after_notify), 0},
    {"GtkTextBuffer", "begin-user-action", G_CALLBACK(begin_user_action), 0},
    {"GtkTextBuffer", "end-user-action", G_CALLBACK(end_user_action), 0},
    {"GtkText", "insert-text", G_CALLBACK(before_change), 0},
    {"GtkText", "delete-text", G_CALLBACK(before_deletion), 0},
    // After the program's handlers, which may mask the text.
    {"GtkText", "changed", G_CALLBACK(after_text_change), G_CONNECT_AFTER},
    {"GtkText", "notify", G_CALLBACK(after_notify), 0},
    {"GtkAdjustment", "value-changed", G_CALLBACK(after_value_change), 0},
    {"GtkAdjustment", "changed", G_CALLBACK(restoration_gtk4_end_turn_later), 0},
    {"GtkSelectionModel", "selection-changed", G_CALLBACK(after_value_change), 0},
    // Also for rows that are selected as they come.
    {"GtkSingleSelection", "notify::selected-item", G_CALLBACK(after_value_change), 0},
    {"GListModel", "items-changed", G_CALLBACK(record_items), 0},
    {"GtkListBox", "selected-rows-changed", G_CALLBACK(after_value_change), 0},
    {"GtkFlowBox", "selected-children-changed", G_CALLBACK(after_value_change), 0},
    {"GtkDropDown", "notify::selected", G_CALLBACK(after_value_change), 0},
    {"GtkNotebook", "notify::page", G_CALLBACK(after_value_change), 0},
    {"GtkWidget", "notify::active", G_CALLBACK(after_value_change), 0},
};

static void connect_signals(origin *origin, GObject *object) {
    for (guint number = 0; number < G_N_ELEMENTS(signals); number += 1)
        if (g_type_is_a(G_OBJECT_TYPE(object), g_type_from_name(signals[number].type)))
            g_signal_connect_data(object, signals[number].signal, signals[number].handler, origin,
                                  NULL, signals[number].flags | G_CONNECT_SWAPPED);
}

static void connect_source(origin *origin) {
    if (origin->property != NULL)
        g_object_get(origin->widget, origin->property, &origin->source, NULL);
    else origin->source = g_object_ref(G_OBJECT(restoration_gtk4_innermost(origin->widget)));
    if (origin->source != NULL) connect_signals(origin, origin->source);
    if (!is_text(origin)) origin->before = value_of(origin);
}

static void disconnect_source(origin *origin) {
    if (origin->source != NULL) g_signal_handlers_disconnect_by_data(origin->source, origin);
    g_clear_object(&origin->source);
    g_clear_pointer(&origin->before, g_free);
}

static void replace_source(origin *origin) {
    disconnect_source(origin);
    origin->last_input = origin->telling = origin->is_flagged = 0;
    connect_source(origin);
    set_base(origin, NULL);
    record_items(origin);
}

// Watches the value of a widget. The object in its `property`, if not null, holds the value. Calls
// `changed` when the user has changed the value, when that change no longer exists, and for each
// change of a selection or page.
void *restoration_gtk4_origin_new(GtkWidget *widget, const char *property,
                                  void (*changed)(void *, void *)) {
    if (origins == NULL) {
        origins = g_ptr_array_new();
        restoration_gtk4_look_new(NULL, FALSE, end_turn, NULL);
        restoration_gtk4_hook("event", GDK_TYPE_SURFACE, record_event, NULL);
        restoration_gtk4_hook("preedit-start", GTK_TYPE_IM_CONTEXT, record_composition, NULL);
        restoration_gtk4_hook("commit", GTK_TYPE_IM_CONTEXT, record_composition, NULL);
    }
    restoration_gtk4_set_used(widget, FALSE);
    origin *made = g_new(origin, 1);
    *made = (origin){.widget = widget, .changed = changed, .property = g_intern_string(property)};
    g_ptr_array_add(origins, made);
    g_object_set_data(G_OBJECT(widget), key, made);
    connect_source(made);
    if (property != NULL) {
        connect_signals(made, G_OBJECT(widget));
        g_autofree char *replacement = g_strconcat("notify::", property, NULL);
        g_signal_connect_swapped(widget, replacement, G_CALLBACK(replace_source), made);
    }
    return made;
}

void restoration_gtk4_origin_end(void *data) {
    origin *origin = data;
    disconnect_source(origin);
    g_signal_handlers_disconnect_by_data(origin->widget, origin);
    g_object_set_data(G_OBJECT(origin->widget), key, NULL);
    g_ptr_array_remove(origins, origin);
    g_free(origin->base);
    g_free(origin->typed);
    g_free(origin->typed_base);
    g_free(origin);
}

// MARK: The binding's calls

static gboolean has_setting(gpointer object) {
    return object != NULL && (g_object_get_data(object, "gsettingsbinding-active") ||
                              g_object_get_data(object, "gsettingsbinding-value") ||
                              g_object_get_data(object, "gsettingsbinding-text") ||
                              g_object_get_data(object, "gsettingsbinding-selected") ||
                              g_object_get_data(object, "gsettingsbinding-selected-item"));
}

// Whether the user can change the value, and nothing else stores it.
static gboolean is_open(const origin *origin) {
    GtkWidget *widget = origin->widget;
    gpointer source = origin->source;
    gboolean is_editable = TRUE;
    if (is_text(origin)) g_object_get(widget, "editable", &is_editable, NULL);
    return is_editable && gtk_widget_is_sensitive(widget) && !restoration_gtk4_is_secret(widget) &&
           !has_setting(widget) && !has_setting(source) &&
           !(GTK_IS_TEXT(source) && has_setting(gtk_text_get_buffer(source))) &&
           !(GTK_IS_ACTIONABLE(widget) && gtk_actionable_get_action_name(GTK_ACTIONABLE(widget)));
}

// Of several views of a buffer, the first one writes.
static gboolean is_first(const origin *own) {
    guint number = 0;
    while (((origin *)origins->pdata[number])->source != own->source) number += 1;
    return !GTK_IS_TEXT_BUFFER(own->source) || origins->pdata[number] == own;
}

// A digest of the program's value that the user has changed, to be freed; null if the user has
// changed none. The part of `salt` before the first ":" salts the digest. The part of the digest
// after "@" identifies the selections of the window's lists.
char *restoration_gtk4_base(GtkWidget *widget, const char *salt) {
    origin *origin = origin_of(widget);
    if (origin == NULL || origin->base == NULL || !is_open(origin) || !is_first(origin) ||
        shows_base(origin))
        return NULL;
    return digest_of(origin->base, origin, salt);
}

// A digest of the current value, to be freed; "" for a widget without a value and while no value
// may be restored; null once input has reached the widget or a button of its window, and for a
// window once any input has.
char *restoration_gtk4_shows(GtkWidget *widget, const char *salt) {
    origin *origin = origin_of(widget);
    if (g_object_get_data(G_OBJECT(widget), used_key) != NULL) return NULL;
    if (origin == NULL || origin->is_postponed || !is_open(origin)) return g_strdup("");
    g_autofree char *now = value_of(origin);
    return digest_of(now, origin, salt);
}

gboolean restoration_gtk4_begin_put(GtkWidget *widget) {
    origin *origin = origin_of(widget);
    if (origin == NULL) return TRUE;
    if (!restoration_gtk4_is_in_look()) {
        origin->is_postponed = TRUE;
        restoration_gtk4_end_turn_later();
        return FALSE;
    }
    is_putting = TRUE;
    origin->telling += 1;
    // Before the program's handlers, in which a save may come.
    if (origin->base == NULL) origin->base = value_of(origin);
    return TRUE;
}

void restoration_gtk4_end_put(GtkWidget *widget) {
    is_putting = FALSE;
    if (origin_of(widget) != NULL) origin_of(widget)->telling = 0;
}
