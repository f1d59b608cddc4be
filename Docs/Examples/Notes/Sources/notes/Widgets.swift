import CGtk

/// GTK's types and macros in few words: Swift does not see the macros.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The widget as GTK declares another type of it.
    func of<Type>(_ type: Type.Type) -> UnsafeMutablePointer<Type> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }

    /// The widget as a type whose fields GTK keeps to itself.
    var opaque: OpaquePointer { OpaquePointer(self) }
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }

    /// Gives the widget its identifier, by which its state is saved and restored.
    func named(_ identifier: String) -> Widget {
        gtk_widget_set_name(self, identifier)
        return self
    }

    /// Has the widget take the room that there is.
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

/// A list of texts, as GTK's models have it. The caller owns it.
func stringList(_ texts: [String]) -> OpaquePointer {
    let list = gtk_string_list_new(nil)!
    for text in texts { gtk_string_list_append(list, text) }
    return list
}

// MARK: Signals

/// Calls a function whenever an object emits a signal, as long as the object lives.
func on(_ object: UnsafeMutableRawPointer, _ signal: String, _ action: @escaping () -> Void) {
    onItem(object, signal) { _ in action() }
}

/// The same with the first argument of the signal.
func onItem(
    _ object: UnsafeMutableRawPointer,
    _ signal: String,
    _ action: @escaping (UnsafeMutableRawPointer?) -> Void
) {
    // Swapped: the closure comes first, and what stands behind the arguments wanted does not
    // matter.
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

/// Calls a function when an object asks whether it shall do something.
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
