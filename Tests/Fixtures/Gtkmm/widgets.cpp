#include "widgets.h"

#include <adwaita.h>
#include <gtkmm.h>
#include <gtkmm/init.h>

#include <iostream>
#include <string>

namespace {

// gtkmm registers a GType for each of these, such as gtkmm__CustomObject_OwnPaned.

struct OwnPaned : Gtk::Paned {
    OwnPaned() : Glib::ObjectBase("OwnPaned"), Gtk::Paned(Gtk::Orientation::HORIZONTAL) {
        set_name("paned");
        set_start_child(left);
        set_end_child(right);
        set_size_request(400, -1);
    }
    Gtk::Label left{"left"}, right{"right"};
};

struct OwnNotebook : Gtk::Notebook {
    OwnNotebook() : Glib::ObjectBase("OwnNotebook") {
        set_name("notebook");
        for (Gtk::Label &page : pages)
            append_page(page, "page");
    }
    Gtk::Label pages[3];
};

struct OwnSpinButton : Gtk::SpinButton {
    OwnSpinButton() : Glib::ObjectBase("OwnSpinButton"), Gtk::SpinButton(0.5, 1) {
        set_name("spin");
        set_range(0, 10);
        set_increments(0.5, 1);
    }
};

struct OwnEntry : Gtk::Entry {
    explicit OwnEntry(const char *name) : Glib::ObjectBase("OwnEntry") { set_name(name); }
};

struct OwnWindow : Gtk::Window {
    OwnWindow() : Glib::ObjectBase("OwnWindow") {
        set_name("Main");
        set_title("Main");
        password = ADW_PASSWORD_ENTRY_ROW(adw_password_entry_row_new());
        gtk_widget_set_name(GTK_WIDGET(password), "password");
        gtk_list_box_append(rows.gobj(), GTK_WIDGET(password));
        for (Gtk::Widget *widget : std::initializer_list<Gtk::Widget *>{
                 &paned, &notebook, &spin, &entry, &later, &rows})
            box.append(*widget);
        set_child(box);
    }

    Gtk::Box box{Gtk::Orientation::VERTICAL};
    OwnPaned paned;
    OwnNotebook notebook;
    OwnSpinButton spin;
    OwnEntry entry{"entry"}, later{"later"};
    Gtk::ListBox rows;
    AdwPasswordEntryRow *password;
};

// Lives as long as the process.
OwnWindow *window;

} // namespace

void *gtkmm_window() {
    gtk_init();
    Gtk::init_gtkmm_internals();
    adw_init();
    window = new OwnWindow;
    return window->gobj();
}

void gtkmm_present() { window->present(); }

void gtkmm_change() {
    window->paned.set_position(150);
    window->notebook.set_current_page(2);
    window->spin.grab_focus();
}

void gtkmm_hide() { window->later.set_visibility(false); }

void gtkmm_print() {
    // Cursor home and erase below: the terminal shows one state at a time.
    std::cout << "\033[H\033[J"
              << "paned: " << window->paned.get_position() << '\n'
              << "notebook: " << window->notebook.get_current_page() << '\n'
              << "spin: " << window->spin.get_value() << '\n'
              << "entry: " << window->entry.get_text().raw() << '\n'
              << (window->later.get_visibility() ? "shown: " : "hidden: ")
              << window->later.get_text().raw() << '\n'
              << "password: " << gtk_editable_get_text(GTK_EDITABLE(window->password)) << '\n'
              << "end" << std::endl;
}

void gtkmm_run(void (*step)(void)) {
    Glib::signal_timeout().connect(
        [step] {
            step();
            return true;
        },
        150);
    Glib::MainLoop::create()->run();
}
