#define G_SETTINGS_ENABLE_BACKEND
#include "form.h"

#include <gio/gsettingsbackend.h>
#include <gtk/gtk.h>

#define FORM_TYPE_WINDOW (form_window_get_type())
G_DECLARE_FINAL_TYPE(FormWindow, form_window, FORM, WINDOW, GtkWindow)

struct _FormWindow {
    GtkWindow parent;
    GtkWidget *notes, *editor, *log, *title, *phone, *chat, *count, *urgent, *kind, *agree;
    GtkWidget *dark, *nick, *amount, *now, *preset, *search, *level, *loud, *late;
    GtkWidget *tea, *milk, *more, *options, *option, *book, *deck;
    GtkStringList *names;
    GtkSingleSelection *selection;
    GSettings *settings;
    char *folder, *note, *values;
    int launch, ticks;
    gboolean has_run;
    // The texts of the editor that were drawn, each with | after it.
    GString *drawn;
    // The removed entry, while it exists.
    gpointer removed;
};
G_DEFINE_TYPE(FormWindow, form_window, GTK_TYPE_WINDOW)

static const char *const note_names[] = {"apple", "berry", "cherry"};

// MARK: Notes in files

static char *file_of(FormWindow *form, const char *name) {
    return g_build_filename(form->folder, name, NULL);
}

static gboolean has_file(FormWindow *form, const char *name) {
    char *file = file_of(form, name);
    gboolean is_there = g_file_test(file, G_FILE_TEST_EXISTS);
    g_free(file);
    return is_there;
}

static GtkTextBuffer *buffer_of(FormWindow *form) {
    return gtk_text_view_get_buffer(GTK_TEXT_VIEW(form->editor));
}

static char *text_of(GtkWidget *view) {
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(buffer, &start, &end);
    return gtk_text_buffer_get_slice(buffer, &start, &end, TRUE);
}

static void store(FormWindow *form) {
    if (form->note == NULL || !gtk_text_buffer_get_modified(buffer_of(form))) return;
    char *file = file_of(form, form->note), *text = text_of(form->editor);
    g_file_set_contents(file, text, -1, NULL);
    gtk_text_buffer_set_modified(buffer_of(form), FALSE);
    g_free(file);
    g_free(text);
}

static void load(FormWindow *form) {
    char *file = file_of(form, form->note), *text = NULL;
    g_file_get_contents(file, &text, NULL, NULL);
    gtk_text_buffer_set_text(buffer_of(form), text != NULL ? text : "", -1);
    GtkTextIter start;
    gtk_text_buffer_get_start_iter(buffer_of(form), &start);
    gtk_text_buffer_place_cursor(buffer_of(form), &start);
    gtk_text_buffer_set_modified(buffer_of(form), has_file(form, "flagged"));
    g_free(file);
    g_free(text);
}

static void open_selected(FormWindow *form) {
    if (has_file(form, "insists")) gtk_single_selection_set_selected(form->selection, 0);
    GtkStringObject *item = gtk_single_selection_get_selected_item(form->selection);
    if (item == NULL || g_strcmp0(gtk_string_object_get_string(item), form->note) == 0) return;
    store(form);
    g_free(form->note);
    form->note = g_strdup(gtk_string_object_get_string(item));
    load(form);
}

static void add_rows(FormWindow *form, guint count) {
    while (g_list_model_get_n_items(G_LIST_MODEL(form->names)) < count)
        gtk_string_list_append(form->names,
                               note_names[g_list_model_get_n_items(G_LIST_MODEL(form->names))]);
}

static void add_pages(FormWindow *form, char first, char last) {
    for (char name[] = {first, 0}; *name <= last; *name += 1) {
        for (int number = 0; number < 2; number += 1) {
            GtkWidget *page = gtk_label_new(name);
            char *own = g_strdup_printf("%s of %s", name, number == 0 ? "book" : "deck");
            gtk_widget_set_name(page, own);
            if (number == 0) gtk_notebook_append_page(GTK_NOTEBOOK(form->book), page, NULL);
            else gtk_stack_add_named(GTK_STACK(form->deck), page, own);
            g_free(own);
        }
    }
}

static void set_up_row(GtkSignalListItemFactory *factory, GtkListItem *item) {
    (void)factory;
    gtk_list_item_set_child(item, gtk_label_new(NULL));
}

static void bind_row(GtkSignalListItemFactory *factory, GtkListItem *item) {
    (void)factory;
    gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)),
                       gtk_string_object_get_string(gtk_list_item_get_item(item)));
}

// MARK: The program's changes to widgets

static void mask_phone(GtkEditable *phone) {
    const char *text = gtk_editable_get_text(phone);
    if (*text == 0 || *text == '+') return;
    char *masked = g_strconcat("+", text, NULL);
    gtk_editable_set_text(phone, masked);
    gtk_editable_set_position(phone, -1);
    g_free(masked);
}

// Completes a word after the event that has typed its beginning.
static gboolean complete(gpointer chat) {
    if (strcmp(gtk_editable_get_text(chat), "co") == 0) gtk_editable_set_text(chat, "coffee");
    return G_SOURCE_REMOVE;
}

static void complete_later(GtkEditable *chat) { g_idle_add(complete, chat); }

static void send_chat(GtkEditable *chat) { gtk_editable_set_text(chat, ""); }

static void insert_time(FormWindow *form) {
    gtk_text_buffer_insert_at_cursor(buffer_of(form), "noon", -1);
}

static void set_preset(FormWindow *form) {
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(form->count), 77);
}

static void toggle_option(FormWindow *form) {
    GtkCheckButton *option = GTK_CHECK_BUTTON(form->option);
    gtk_check_button_set_active(option, !gtk_check_button_get_active(option));
}

// Allows no other title: sets it back in the handler of the change.
static void refuse(GtkEditable *title) {
    g_signal_handlers_block_by_func(title, refuse, NULL);
    gtk_editable_set_text(title, "untitled");
    g_signal_handlers_unblock_by_func(title, refuse, NULL);
}

// Never leaves the focus to the last entry.
static void move_focus(FormWindow *form) {
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(form));
    if (focus != NULL && gtk_widget_is_ancestor(focus, form->late))
        gtk_widget_grab_focus(form->editor);
}

static gboolean set_count(gpointer data) {
    FormWindow *form = data;
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(form->count), 5);
    return G_SOURCE_REMOVE;
}

// Shows the next page, as a shortcut or a sidebar does, and adds the rows.
static gboolean turn_pages(GtkWidget *widget, GVariant *arguments, gpointer data) {
    (void)arguments, (void)data;
    FormWindow *form = FORM_WINDOW(widget);
    GtkStack *deck = GTK_STACK(form->deck);
    add_rows(form, 3);
    gtk_notebook_next_page(GTK_NOTEBOOK(form->book));
    gtk_stack_set_visible_child(
        deck, gtk_widget_get_next_sibling(gtk_stack_get_visible_child(deck)));
    return TRUE;
}

// Lets an action of the program store whether a button is pressed.
static void give_action(FormWindow *form, GtkActionable *button) {
    GSimpleActionGroup *actions = g_simple_action_group_new();
    GSimpleAction *action =
        g_simple_action_new_stateful("loud", NULL, g_variant_new_boolean(FALSE));
    g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(action));
    gtk_widget_insert_action_group(GTK_WIDGET(form), "form", G_ACTION_GROUP(actions));
    gtk_actionable_set_action_name(button, "form.loud");
}

static GMainLoop *question;

// A dialog that waits for an answer, as programs of GTK 3 had them.
static void ask(FormWindow *form) {
    if (!gtk_switch_get_active(GTK_SWITCH(form->urgent)) || question != NULL) return;
    question = g_main_loop_new(NULL, FALSE);
    g_main_loop_run(question);
    g_clear_pointer(&question, g_main_loop_unref);
}

static GSettings *settings_in(const char *folder) {
    char *file = g_build_filename(folder, "settings.ini", NULL);
    GSettingsBackend *backend = g_keyfile_settings_backend_new(file, "/", NULL);
    GSettingsSchemaSource *source =
        g_settings_schema_source_new_from_directory(folder, NULL, TRUE, NULL);
    GSettingsSchema *schema = g_settings_schema_source_lookup(source, "org.example.form", FALSE);
    g_free(file);
    return g_settings_new_full(schema, backend, "/org/example/form/");
}

static const char template[] =
    "<interface><template class='FormWindow' parent='GtkWindow'>"
    "<property name='name'>Form</property><property name='title'>Form</property>"
    "<property name='child'><object class='GtkBox'>"
    "<child><object class='GtkListView' id='notes'><property name='name'>notes</property>"
    "<property name='width-request'>90</property></object></child>"
    "<child><object class='GtkBox'><property name='orientation'>vertical</property>"
#define WIDGET(type, name, more)                                                                   \
    "<child><object class='" type "' id='" name "'><property name='name'>" name "</property>" more \
    "</object></child>"
#define TALL                                                                                       \
    "<property name='height-request'>80</property>"                                                \
    "<property name='width-request'>300</property>"
#define RANGE                                                                                      \
    "<property name='adjustment'><object class='GtkAdjustment'><property name='upper'>100"         \
    "</property><property name='step-increment'>1</property></object></property>"
    WIDGET("GtkTextView", "editor", TALL) WIDGET("GtkTextView", "log", TALL)
    WIDGET("GtkNotebook", "book", "<property name='show-tabs'>0</property>")
    WIDGET("GtkStack", "deck", "")
    "</object></child>"
    "<child><object class='GtkBox'><property name='orientation'>vertical</property>"
    "<property name='width-request'>200</property>"
    WIDGET("GtkEntry", "title", "") WIDGET("GtkEntry", "phone", "") WIDGET("GtkEntry", "chat", "")
    WIDGET("GtkSpinButton", "count", RANGE)
    WIDGET("GtkDropDown", "kind", "<property name='model'><object class='GtkStringList'><items>"
           "<item>red</item><item>green</item><item>blue</item></items></object></property>")
    WIDGET("GtkCheckButton", "agree", "")
    WIDGET("GtkSwitch", "urgent", "<property name='halign'>start</property>")
    WIDGET("GtkSwitch", "dark", "<property name='halign'>start</property>")
    WIDGET("GtkEntry", "nick", "") WIDGET("GtkSpinButton", "amount", RANGE)
    WIDGET("GtkButton", "now", "<property name='label'>Now</property>")
    WIDGET("GtkButton", "preset", "<property name='label'>Preset</property>")
    WIDGET("GtkSearchEntry", "search", "") WIDGET("GtkScale", "level", RANGE)
    WIDGET("GtkToggleButton", "loud", "<property name='label'>Loud</property>")
    WIDGET("GtkEntry", "late", "")
    WIDGET("GtkCheckButton", "tea", "<property name='active'>1</property>")
    WIDGET("GtkCheckButton", "milk", "<property name='group'>tea</property>")
    WIDGET("GtkRevealer", "more", "")
    // Without a name.
    "<child><object class='GtkListBox' id='options'><child><object class='GtkListBoxRow'>"
    "<property name='name'>row</property><property name='child'><object class='GtkBox'>"
    WIDGET("GtkCheckButton", "option", "")
    "<child><object class='GtkLabel'><property name='label'>An option in a row</property>"
    "</object></child></object></property></object></child></object></child>"
    "</object></child></object></property></template></interface>";

static void form_window_class_init(FormWindowClass *type) {
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(type);
    gtk_widget_class_add_binding(widget, GDK_KEY_F9, 0, turn_pages, NULL);
    gtk_widget_class_set_template(widget, g_bytes_new_static(template, sizeof template - 1));
#define CHILD(name) gtk_widget_class_bind_template_child(widget, FormWindow, name)
    CHILD(notes), CHILD(editor), CHILD(log), CHILD(title), CHILD(phone), CHILD(chat);
    CHILD(count), CHILD(urgent), CHILD(kind), CHILD(agree), CHILD(dark), CHILD(nick);
    CHILD(amount), CHILD(now), CHILD(preset), CHILD(search), CHILD(level), CHILD(loud), CHILD(late);
    CHILD(tea), CHILD(milk), CHILD(more), CHILD(options), CHILD(option);
    CHILD(book), CHILD(deck);
}

static void form_window_init(FormWindow *form) {
    gtk_widget_init_template(GTK_WIDGET(form));
    GtkListItemFactory *rows = gtk_signal_list_item_factory_new();
    g_signal_connect(rows, "setup", G_CALLBACK(set_up_row), NULL);
    g_signal_connect(rows, "bind", G_CALLBACK(bind_row), NULL);
    gtk_list_view_set_factory(GTK_LIST_VIEW(form->notes), rows);
    form->names = gtk_string_list_new(NULL);
    form->selection = gtk_single_selection_new(G_LIST_MODEL(form->names));
    gtk_list_view_set_model(GTK_LIST_VIEW(form->notes), GTK_SELECTION_MODEL(form->selection));
    g_signal_connect_swapped(form->selection, "notify::selected-item", G_CALLBACK(open_selected),
                             form);
    gtk_editable_set_text(GTK_EDITABLE(form->title), "untitled");
    g_signal_connect(form->phone, "changed", G_CALLBACK(mask_phone), NULL);
    g_signal_connect(form->chat, "activate", G_CALLBACK(send_chat), NULL);
    g_signal_connect(form->chat, "changed", G_CALLBACK(complete_later), NULL);
    g_signal_connect_swapped(form->now, "clicked", G_CALLBACK(insert_time), form);
    g_signal_connect_swapped(form->preset, "clicked", G_CALLBACK(set_preset), form);
    g_signal_connect_swapped(form->options, "row-activated", G_CALLBACK(toggle_option), form);
}

// MARK: Output for the test

static void record_drawing(FormWindow *form) {
    char *text = text_of(form->editor), *line = g_strconcat(text, "|", NULL);
    if (!g_str_has_suffix(form->drawn->str, line)) g_string_append(form->drawn, line);
    g_free(line);
    g_free(text);
}

static void watch_drawing(FormWindow *form) {
    g_signal_connect_object(gtk_widget_get_frame_clock(GTK_WIDGET(form)), "after-paint",
                            G_CALLBACK(record_drawing), form, G_CONNECT_SWAPPED);
}

static const char *selected(GtkWidget *drop_down) {
    GtkStringObject *item = gtk_drop_down_get_selected_item(GTK_DROP_DOWN(drop_down));
    return item != NULL ? gtk_string_object_get_string(item) : "";
}

static void add_place(GString *values, GtkWidget *widget, const char *name) {
    graphene_rect_t bounds;
    GtkWidget *root = GTK_WIDGET(gtk_widget_get_root(widget));
    // A new widget has no place before the layout.
    if (!gtk_widget_get_mapped(widget) || gtk_widget_get_width(widget) == 0 ||
        !gtk_widget_compute_bounds(widget, root, &bounds))
        return;
    g_string_append_printf(values, "@%s\t%d %d\n", name,
                           (int)(bounds.origin.x + bounds.size.width / 2),
                           (int)(bounds.origin.y + bounds.size.height / 2));
}

static void add_places(GString *values, FormWindow *form, GtkWidget *widget) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (GTK_IS_LABEL(child) && GTK_IS_LIST_VIEW(gtk_widget_get_parent(widget)))
            add_place(values, child, gtk_label_get_text(GTK_LABEL(child)));
        add_place(values, child, gtk_widget_get_name(child));
        // The button that adds to a number.
        if (widget == form->count && gtk_widget_has_css_class(child, "up"))
            add_place(values, child, "more of count");
        add_places(values, form, child);
    }
}

static char *values_of(FormWindow *form, gboolean is_saved) {
    char *editor = text_of(form->editor), *log = text_of(form->log);
    GString *values = g_string_new(NULL);
    g_string_append_printf(
        values,
        "note\t%s\neditor\t%s\nmodified\t%d\nlog\t%s\ntitle\t%s\nphone\t%s\nchat\t%s\n"
        "count\t%d\ncount text\t%s\n"
        "kind\t%s\nagree\t%d\nurgent\t%d\ndark\t%d\nnick\t%s\namount\t%d\n"
        "search\t%s\nlevel\t%g\nloud\t%d\nasking\t%d\n"
        "late\t%s\nsaved\t%d\n",
        form->note != NULL ? form->note : "", editor,
        gtk_text_buffer_get_modified(buffer_of(form)), log,
        gtk_editable_get_text(GTK_EDITABLE(form->title)),
        gtk_editable_get_text(GTK_EDITABLE(form->phone)),
        gtk_editable_get_text(GTK_EDITABLE(form->chat)),
        gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(form->count)),
        gtk_editable_get_text(GTK_EDITABLE(form->count)), selected(form->kind),
        gtk_check_button_get_active(GTK_CHECK_BUTTON(form->agree)),
        gtk_switch_get_active(GTK_SWITCH(form->urgent)),
        gtk_switch_get_active(GTK_SWITCH(form->dark)),
        gtk_editable_get_text(GTK_EDITABLE(form->nick)),
        gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(form->amount)),
        gtk_editable_get_text(GTK_EDITABLE(form->search)),
        gtk_range_get_value(GTK_RANGE(form->level)),
        gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(form->loud)), question != NULL,
        form->late != NULL ? gtk_editable_get_text(GTK_EDITABLE(form->late)) : "", is_saved);
    g_string_append_printf(values, "removed\t%d\nmaximized\t%d\nfullscreen\t%d\n",
                           form->removed != NULL,
                           gtk_window_is_maximized(GTK_WINDOW(form)),
                           gtk_window_is_fullscreen(GTK_WINDOW(form)));
    int cursor = 0;
    g_object_get(buffer_of(form), "cursor-position", &cursor, NULL);
    g_string_append_printf(values, "title at\t%d\neditor at\t%d\n",
                           gtk_editable_get_position(GTK_EDITABLE(form->title)), cursor);
    g_string_append_printf(
        values, "option\t%d\ntea\t%d\nmilk\t%d\nrevealed\t%d\nprimary\t%d\nticks\t%d\n",
        gtk_check_button_get_active(GTK_CHECK_BUTTON(form->option)),
        gtk_check_button_get_active(GTK_CHECK_BUTTON(form->tea)),
        form->milk != NULL && gtk_check_button_get_active(GTK_CHECK_BUTTON(form->milk)),
        gtk_revealer_get_reveal_child(GTK_REVEALER(form->more)),
        gdk_clipboard_is_local(gtk_widget_get_primary_clipboard(GTK_WIDGET(form))), form->ticks);
    GtkWidget *page = gtk_notebook_get_nth_page(
        GTK_NOTEBOOK(form->book), gtk_notebook_get_current_page(GTK_NOTEBOOK(form->book)));
    g_string_append_printf(values, "book\t%s\ndeck\t%s\ndrawn\t%s\n",
                           page != NULL ? gtk_widget_get_name(page) : "",
                           gtk_stack_get_visible_child_name(GTK_STACK(form->deck)),
                           form->drawn->str);
    if (form->late != NULL) {
        GtkWidget *text = gtk_widget_get_first_child(form->late);
        g_string_append_printf(
            values, "dropping\t%d\n",
            (gtk_widget_get_state_flags(text) & GTK_STATE_FLAG_DROP_ACTIVE) != 0);
    }
    for (GtkWidget *child = gtk_widget_get_first_child(form->kind); child != NULL;
         child = gtk_widget_get_next_sibling(child))
        if (GTK_IS_POPOVER(child))
            g_string_append_printf(values, "choosing\t%d\n", gtk_widget_get_mapped(child));
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(form));
    while (focus != NULL && strncmp(gtk_widget_get_name(focus), "Gtk", 3) == 0)
        focus = gtk_widget_get_parent(focus);
    g_string_append_printf(values, "focus\t%s\n", focus ? gtk_widget_get_name(focus) : "");
    add_places(values, form, GTK_WIDGET(form));
    g_free(editor);
    g_free(log);
    return g_string_free(values, FALSE);
}

// A clock in the title and a progress in an entry.
static gboolean tick(gpointer data) {
    FormWindow *form = data;
    char *title = g_strdup_printf("Form %d %d", form->launch, form->ticks += 1);
    gtk_window_set_title(GTK_WINDOW(form), title);
    gtk_entry_set_progress_fraction(GTK_ENTRY(form->title), form->ticks % 10 / 10.0);
    g_free(title);
    return G_SOURCE_CONTINUE;
}

// MARK: An input method that commits from a timeout, and composes on command

typedef struct {
    GtkIMContext parent;
} LateContext;
typedef struct {
    GtkIMContextClass parent;
} LateContextClass;
G_DEFINE_TYPE(LateContext, late_context, GTK_TYPE_IM_CONTEXT)

static gboolean commit(gpointer context) {
    g_signal_emit_by_name(context, "commit", "é");
    g_object_unref(context);
    return G_SOURCE_REMOVE;
}

static gboolean filter(GtkIMContext *context, GdkEvent *event) {
    if (gdk_event_get_event_type(event) != GDK_KEY_PRESS ||
        gdk_key_event_get_keyval(event) != GDK_KEY_q)
        return FALSE;
    g_timeout_add(400, commit, g_object_ref(context));
    return TRUE;
}

static GtkIMContext *focused_context;

static void record_focus(GtkIMContext *context) { focused_context = context; }

static void late_context_class_init(LateContextClass *type) {
    GTK_IM_CONTEXT_CLASS(type)->filter_keypress = filter;
    GTK_IM_CONTEXT_CLASS(type)->focus_in = record_focus;
}
static void late_context_init(LateContext *context) { (void)context; }

// MARK: Commands

static GtkWidget *find(GtkWidget *widget, const char *name) {
    if (strcmp(gtk_widget_get_name(widget), name) == 0) return widget;
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL && found == NULL;
         child = gtk_widget_get_next_sibling(child))
        found = find(child, name);
    return found;
}

// Runs a command of the test: "rows" adds the rows, "pages FIRST LAST" pages, "turn NAME PAGE"
// shows one, "close" removes the pages of the notebook, "load" loads the note anew, "store" stores
// it, "unflag" clears the editor's modified flag, "set NAME TEXT" sets a text, "append NAME TEXT"
// adds to it, "count" sets the number after 400 ms, "range NUMBER" its largest value, "focus NAME"
// moves the focus, "remove" removes the last entry, "add" adds it again, "hide" adds it hidden,
// "show" shows it, "reveal" reveals the hidden widgets, "tick" begins a clock, "act NAME" gives a
// button an action, "compose" makes the input method begin to compose, "lock NAME" makes a text
// read-only, "sensitive NAME 0|1" changes whether a widget can be used, and "maximize",
// "fullscreen" and "unfullscreen" change the window.
static void run_command(FormWindow *form, const char *command) {
    char **words = g_strsplit(command, " ", 3);
    GtkWidget *widget = words[1] != NULL ? find(GTK_WIDGET(form), words[1]) : NULL;
    if (strcmp(words[0], "rows") == 0) add_rows(form, 3);
    else if (strcmp(words[0], "load") == 0) load(form);
    else if (strcmp(words[0], "store") == 0) store(form);
    else if (strcmp(words[0], "pages") == 0) add_pages(form, *words[1], *words[2]);
    else if (strcmp(words[0], "close") == 0)
        while (gtk_notebook_get_n_pages(GTK_NOTEBOOK(form->book)) > 0)
            gtk_notebook_remove_page(GTK_NOTEBOOK(form->book), 0);
    else if (strcmp(words[0], "unflag") == 0)
        gtk_text_buffer_set_modified(buffer_of(form), FALSE);
    else if (strcmp(words[0], "turn") == 0 && GTK_IS_STACK(widget))
        gtk_stack_set_visible_child_name(GTK_STACK(widget), words[2]);
    else if (strcmp(words[0], "turn") == 0)
        gtk_notebook_set_current_page(
            GTK_NOTEBOOK(widget),
            gtk_notebook_page_num(GTK_NOTEBOOK(widget), find(widget, words[2])));
    else if (strcmp(words[0], "maximize") == 0) gtk_window_maximize(GTK_WINDOW(form));
    else if (strcmp(words[0], "fullscreen") == 0) gtk_window_fullscreen(GTK_WINDOW(form));
    else if (strcmp(words[0], "unfullscreen") == 0) gtk_window_unfullscreen(GTK_WINDOW(form));
    else if (strcmp(words[0], "add") == 0 || strcmp(words[0], "hide") == 0) {
        form->late = gtk_entry_new();
        gtk_widget_set_name(form->late, "late");
        gtk_box_append(GTK_BOX(gtk_widget_get_parent(form->title)), form->late);
        gtk_widget_set_visible(form->late, strcmp(words[0], "add") == 0);
    } else if (strcmp(words[0], "show") == 0) {
        gtk_widget_set_visible(form->late, TRUE);
    } else if (strcmp(words[0], "range") == 0) {
        gtk_adjustment_set_upper(gtk_spin_button_get_adjustment(GTK_SPIN_BUTTON(form->count)),
                                 atoi(words[1]));
    } else if (strcmp(words[0], "count") == 0)
        g_timeout_add(400, set_count, form);
    else if (strcmp(words[0], "act") == 0) give_action(form, GTK_ACTIONABLE(widget));
    else if (strcmp(words[0], "lock") == 0)
        gtk_text_view_set_editable(GTK_TEXT_VIEW(widget), FALSE);
    else if (strcmp(words[0], "remove") == 0) {
        g_set_weak_pointer(&form->removed, G_OBJECT(form->late));
        gtk_box_remove(GTK_BOX(gtk_widget_get_parent(form->late)), form->late);
        form->late = NULL;
    } else if (strcmp(words[0], "reveal") == 0)
        gtk_revealer_set_reveal_child(GTK_REVEALER(form->more), TRUE);
    else if (strcmp(words[0], "tick") == 0) g_timeout_add(10, tick, form);
    else if (strcmp(words[0], "focus") == 0) gtk_widget_grab_focus(widget);
    else if (strcmp(words[0], "compose") == 0)
        g_signal_emit_by_name(focused_context, "preedit-start");
    else if (strcmp(words[0], "sensitive") == 0) gtk_widget_set_sensitive(widget, atoi(words[2]));
    else if (strcmp(words[0], "set") == 0 && GTK_IS_TEXT_VIEW(widget))
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(widget)),
                                 words[2] != NULL ? words[2] : "", -1);
    else if (strcmp(words[0], "set") == 0) gtk_editable_set_text(GTK_EDITABLE(widget), words[2]);
    else if (strcmp(words[0], "append") == 0)
        gtk_text_buffer_insert_at_cursor(gtk_text_view_get_buffer(GTK_TEXT_VIEW(widget)), words[2],
                                         -1);
    g_strfreev(words);
}

static int (*saved)(void);
static void (*restart)(void);
static GPtrArray *windows;

// Wakes the test, which waits for output.
static void wake_test(void) {
    putchar('.');
    fflush(stdout);
}

static void write_values(FormWindow *form) {
    char *values = values_of(form, saved()), *file = file_of(form, "values");
    if (g_strcmp0(values, form->values) != 0) {
        g_file_set_contents(file, values, -1, NULL);
        wake_test();
    }
    g_free(file);
    g_free(form->values);
    form->values = values;
}

// Removes a command's file once "values" has the values after the loop's next turn.
static gboolean step(gpointer data) {
    (void)data;
    FormWindow *form = windows->pdata[0];
    char *file = file_of(form, "command"), *values = file_of(form, "values"), *command = NULL;
    if (form->has_run) {
        form->has_run = FALSE;
        write_values(form);
        remove(file);
        wake_test();
    } else if (!g_file_get_contents(file, &command, NULL, NULL)) {
        write_values(form);
    } else if (g_str_has_prefix(command, "restart")) {
        restart();
        // The test waits for the values of the new window.
        remove(values);
        remove(file);
        wake_test();
    } else {
        run_command(form, g_strchomp(command));
        form->has_run = TRUE;
    }
    g_free(command);
    g_free(values);
    g_free(file);
    return G_SOURCE_CONTINUE;
}

// MARK: The host's calls

void *form_make(const char *folder) {
    if (windows == NULL) {
        gtk_init();
        windows = g_ptr_array_new();
        // Once registered, GTK would use the input method even without GTK_IM_MODULE.
        if (g_getenv("GTK_IM_MODULE") != NULL)
            g_io_extension_point_implement("gtk-im-module", late_context_get_type(), "late", 0);
    }
    static int launch;
    FormWindow *form = g_object_new(FORM_TYPE_WINDOW, NULL);
    form->launch = launch += 1;
    char *title = g_strdup_printf("Form %d", launch);
    gtk_window_set_title(GTK_WINDOW(form), title);
    g_free(title);
    form->folder = g_strdup(folder);
    form->settings = settings_in(folder);
    g_settings_bind(form->settings, "dark", form->dark, "active", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(form->settings, "nick", gtk_entry_get_buffer(GTK_ENTRY(form->nick)), "text",
                    G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(form->settings, "amount",
                    gtk_spin_button_get_adjustment(GTK_SPIN_BUTTON(form->amount)), "value",
                    G_SETTINGS_BIND_DEFAULT);
    add_rows(form, has_file(form, "late-rows") ? 0 : has_file(form, "one-row") ? 1 : 3);
    add_pages(form, 'a', has_file(form, "late-pages") ? 'a' : 'c');
    form->drawn = g_string_new(NULL);
    g_signal_connect(form, "realize", G_CALLBACK(watch_drawing), NULL);
    if (has_file(form, "short-range")) run_command(form, "range 10");
    if (has_file(form, "late-entry")) run_command(form, "remove");
    if (has_file(form, "insensitive")) run_command(form, "sensitive title 0");
    if (has_file(form, "two-views"))
        gtk_text_view_set_buffer(GTK_TEXT_VIEW(form->log), buffer_of(form));
    if (has_file(form, "bound"))
        g_object_bind_property(form->agree, "active", form->loud, "active", G_BINDING_DEFAULT);
    if (has_file(form, "insists"))
        g_signal_connect(form, "notify::focus-widget", G_CALLBACK(move_focus), NULL);
    if (has_file(form, "refuses"))
        g_signal_connect(form->title, "changed", G_CALLBACK(refuse), NULL);
    if (has_file(form, "asks"))
        g_signal_connect_swapped(form->urgent, "notify::active", G_CALLBACK(ask), form);
    if (has_file(form, "other-kinds")) {
        const char *kinds[] = {"red", "blue", has_file(form, "no-green") ? NULL : "green", NULL};
        GtkStringList *model = gtk_string_list_new(kinds);
        gtk_drop_down_set_model(GTK_DROP_DOWN(form->kind), G_LIST_MODEL(model));
        g_object_unref(model);
    }
    if (has_file(form, "no-milk")) {
        gtk_box_remove(GTK_BOX(gtk_widget_get_parent(form->milk)), form->milk);
        form->milk = NULL;
    }
    for (int number = 0; has_file(form, "many-entries") && number < 1000; number += 1) {
        GtkWidget *entry = gtk_entry_new();
        char *name = g_strdup_printf("entry %d", number);
        gtk_widget_set_name(entry, name);
        gtk_widget_set_visible(entry, FALSE);
        gtk_box_append(GTK_BOX(gtk_widget_get_parent(form->late)), entry);
        g_free(name);
    }
    g_ptr_array_add(windows, form);
    return form;
}

void form_present(void *window) { gtk_window_present(window); }

void form_destroy(void *window) {
    g_ptr_array_remove(windows, window);
    gtk_window_destroy(window);
}

void form_run(int (*is_saved)(void), void (*restarts)(void)) {
    saved = is_saved;
    restart = restarts;
    g_timeout_add(10, step, NULL);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
