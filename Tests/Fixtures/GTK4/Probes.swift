import CGtk

/// A property of a widget's appearance: a change to it, and a getter.
struct Probe {
    let name: String
    let set: () -> Void
    let get: () -> String
}

/// The widgets and their probes.
final class Probes {
    private(set) var windows: [(window: Widget, scope: String)] = []
    private(set) var all: [Probe] = []

    /// Whether this is the first launch. The fixture sets some values in the first launch only. If
    /// a later launch has them, they were restored.
    let isFirstLife: Bool

    init(isFirstLife: Bool) {
        self.isFirstLife = isFirstLife
        let window = makeWindow("Main", scope: "1")
        gtk_window_set_child(window.of(GtkWindow.self), columns())
        let sized = makeWindow("Sized", scope: "1")
        add("size") {
            gtk_window_set_default_size(sized.of(GtkWindow.self), 431, 287)
        } get: {
            var (width, height): (Int32, Int32) = (0, 0)
            gtk_window_get_default_size(sized.of(GtkWindow.self), &width, &height)
            return "\(width) \(height)"
        }
        let maximized = makeWindow("Maximized", scope: "1")
        add("maximized") {
            gtk_window_maximize(maximized.of(GtkWindow.self))
        } get: {
            "\(gtk_window_is_maximized(maximized.of(GtkWindow.self)))"
        }
        let full = makeWindow("Full", scope: "1")
        add("fullscreen") {
            gtk_window_fullscreen(full.of(GtkWindow.self))
        } get: {
            "\(gtk_window_is_fullscreen(full.of(GtkWindow.self)))"
        }
    }

    private func makeWindow(_ name: String, scope: String) -> Widget {
        let window = gtk_window_new()!.named(name)
        gtk_window_set_title(window.of(GtkWindow.self), name)
        gtk_window_set_default_size(window.of(GtkWindow.self), 200, 100)
        windows.append((window, scope))
        return window
    }

    func add(_ name: String, _ set: @escaping () -> Void, get: @escaping () -> String) {
        all.append(Probe(name: name, set: set, get: get))
    }

    private func columns() -> Widget {
        let box = box(GTK_ORIENTATION_HORIZONTAL, containers(), texts(), lists())
        gtk_widget_set_size_request(box, 900, 500)
        return box
    }

    private func containers() -> Widget {
        let paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)!.named("paned")
        gtk_paned_set_start_child(paned.opaque, label("left"))
        gtk_paned_set_end_child(paned.opaque, label("right"))
        gtk_widget_set_size_request(paned, 300, -1)
        add("paned") {
            gtk_paned_set_position(paned.opaque, 207)
        } get: {
            "\(gtk_paned_get_position(paned.opaque))"
        }
        let notebook = gtk_notebook_new()!.named("notebook")
        for name in ["A", "B", "C"] {
            gtk_notebook_append_page(notebook.opaque, label(name), label(name))
        }
        add("notebook") {
            gtk_notebook_set_current_page(notebook.opaque, 2)
        } get: {
            "\(gtk_notebook_get_current_page(notebook.opaque))"
        }
        let stack = gtk_stack_new()!.named("stack")
        for name in ["one", "two"] { gtk_stack_add_named(stack.opaque, label(name), name) }
        add("stack") {
            gtk_stack_set_visible_child_name(stack.opaque, "two")
        } get: {
            String(cString: gtk_stack_get_visible_child_name(stack.opaque))
        }
        let expander = gtk_expander_new("More")!.named("expander")
        gtk_expander_set_child(expander.opaque, label("inside"))
        add("expander") {
            gtk_expander_set_expanded(expander.opaque, 1)
        } get: {
            "\(gtk_expander_get_expanded(expander.opaque))"
        }
        let bar = gtk_search_bar_new()!.named("search-bar")
        add("search bar") {
            gtk_search_bar_set_search_mode(bar.opaque, 1)
        } get: {
            "\(gtk_search_bar_get_search_mode(bar.opaque))"
        }
        return column(paned, notebook, stack, expander, bar)
    }

    func column(_ widgets: Widget...) -> Widget {
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
        for widget in widgets { gtk_box_append(column.of(GtkBox.self), widget) }
        return column
    }
}
