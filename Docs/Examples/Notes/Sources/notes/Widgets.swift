import CGtk

/// Short forms of GTK's types, and of its macros, which Swift cannot import.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The widget, cast to another of GTK's types.
    func of<Type>(_ type: Type.Type) -> UnsafeMutablePointer<Type> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }

    /// The widget, cast to one of GTK's opaque types.
    var opaque: OpaquePointer { OpaquePointer(self) }
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }

    /// Sets the widget's name, its identifier in the saved state.
    func named(_ identifier: String) -> Widget {
        gtk_widget_set_name(self, identifier)
        return self
    }

    /// Makes the widget fill the available space.
    func filling(_ orientations: GtkOrientation...) -> Widget {
        for orientation in orientations {
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                gtk_widget_set_hexpand(self, 1)
            } else {
                gtk_widget_set_vexpand(self, 1)
            }
        }
        return self
    }

    func withMargin(_ margin: Int32) -> Widget {
        gtk_widget_set_margin_top(self, margin)
        gtk_widget_set_margin_bottom(self, margin)
        gtk_widget_set_margin_start(self, margin)
        gtk_widget_set_margin_end(self, margin)
        return self
    }
}

func box(_ orientation: GtkOrientation, spacing: Int32 = 6, _ children: Widget...) -> Widget {
    let box = gtk_box_new(orientation, spacing)!
    for child in children { gtk_box_append(box.of(GtkBox.self), child) }
    return box
}

func label(_ text: String) -> Widget {
    let label = gtk_label_new(text)!
    gtk_label_set_xalign(label.opaque, 0)
    return label
}

func button(_ text: String, _ action: @escaping () -> Void) -> Widget {
    let button = gtk_button_new_with_label(text)!
    on(button.raw, "clicked", action)
    return button
}

func scrolled(_ child: Widget) -> Widget {
    let window = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(window.opaque, child)
    return window.filling(GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL)
}

/// Rows of a label and a widget.
func form(_ rows: [(String, Widget)]) -> Widget {
    let grid = gtk_grid_new()!
    gtk_grid_set_row_spacing(grid.of(GtkGrid.self), 6)
    gtk_grid_set_column_spacing(grid.of(GtkGrid.self), 12)
    for (row, (text, widget)) in rows.enumerated() {
        gtk_grid_attach(grid.of(GtkGrid.self), label(text), 0, Int32(row), 1, 1)
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
        gtk_grid_attach(grid.of(GtkGrid.self), widget, 1, Int32(row), 1, 1)
    }
    return grid
}

/// A GtkStringList of texts. The caller owns it.
func stringList(_ texts: [String]) -> OpaquePointer {
    let list = gtk_string_list_new(nil)!
    for text in texts { gtk_string_list_append(list, text) }
    return list
}

// MARK: Signals

/// Calls a function for each emission of a signal, until the object is destroyed.
func on(_ object: UnsafeMutableRawPointer, _ signal: String, _ action: @escaping () -> Void) {
    onItem(object, signal) { _ in action() }
}

/// The same with the first argument of the signal.
func onItem(
    _ object: UnsafeMutableRawPointer,
    _ signal: String,
    _ action: @escaping (UnsafeMutableRawPointer?) -> Void
) {
    // Swapped: the closure is the first argument, and C ignores the arguments after the used ones.
    let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
        Unmanaged<SignalAction>.fromOpaque($0!).takeUnretainedValue().action($1)
    }
    g_signal_connect_data(
        object,
        signal,
        unsafeBitCast(handler, to: GCallback.self),
        Unmanaged.passRetained(SignalAction(action)).toOpaque(),
        { data, _ in Unmanaged<SignalAction>.fromOpaque(data!).release() },
        G_CONNECT_SWAPPED
    )
}

/// Connects to a signal whose handlers return a Boolean.
func onRequest(
    _ object: UnsafeMutableRawPointer,
    _ signal: String,
    _ answer: @escaping () -> Bool
) {
    let handler: @convention(c) (UnsafeMutableRawPointer?) -> gboolean = {
        Unmanaged<SignalAnswer>.fromOpaque($0!).takeUnretainedValue().answer() ? 1 : 0
    }
    g_signal_connect_data(
        object,
        signal,
        unsafeBitCast(handler, to: GCallback.self),
        Unmanaged.passRetained(SignalAnswer(answer)).toOpaque(),
        { data, _ in Unmanaged<SignalAnswer>.fromOpaque(data!).release() },
        G_CONNECT_SWAPPED
    )
}

private final class SignalAnswer {
    let answer: () -> Bool
    init(_ answer: @escaping () -> Bool) { self.answer = answer }
}

private final class SignalAction {
    let action: (UnsafeMutableRawPointer?) -> Void
    init(_ action: @escaping (UnsafeMutableRawPointer?) -> Void) { self.action = action }
}
