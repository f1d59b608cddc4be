import CGtk

/// The editor of one note.
final class Editor {
    let widget: Widget
    /// The GtkTextBuffer.
    let buffer: UnsafeMutableRawPointer
    private(set) var name: String?
    private let folder: NoteFolder
    private let view: Widget

    private var textBuffer: UnsafeMutablePointer<GtkTextBuffer> {
        buffer.assumingMemoryBound(to: GtkTextBuffer.self)
    }

    init(folder: NoteFolder) {
        self.folder = folder
        view = gtk_text_view_new()!.named("editor")
        let text = view.of(GtkTextView.self)
        buffer = UnsafeMutableRawPointer(gtk_text_view_get_buffer(text))
        gtk_text_view_set_left_margin(text, 6)
        gtk_text_view_set_right_margin(text, 6)
        widget = box(
            GTK_ORIENTATION_VERTICAL,
            scrolled(view).named("editor-scroll"),
            Self.details(of: view).withMargin(6)
        )
    }

    // MARK: The note

    var text: String {
        var start = GtkTextIter()
        var end = GtkTextIter()
        gtk_text_buffer_get_bounds(textBuffer, &start, &end)
        let text = gtk_text_buffer_get_text(textBuffer, &start, &end, 1)!
        defer { g_free(text) }
        return String(cString: text)
    }

    var isModified: Bool { gtk_text_buffer_get_modified(textBuffer) != 0 }

    func open(_ name: String?) {
        self.name = name
        gtk_text_buffer_set_text(textBuffer, name.map { folder.text(of: $0) } ?? "", -1)
        var start = GtkTextIter()
        gtk_text_buffer_get_start_iter(textBuffer, &start)
        gtk_text_buffer_place_cursor(textBuffer, &start)
        gtk_text_buffer_set_modified(textBuffer, 0)
    }

    /// Writes the typed text into the note's file.
    func save() throws {
        guard let name, isModified else { return }
        try folder.write(text, to: name)
        gtk_text_buffer_set_modified(textBuffer, 0)
    }

    func insert(_ text: String) {
        gtk_text_buffer_insert_at_cursor(textBuffer, text, -1)
    }

    // MARK: Appearance

    private static func details(of view: Widget) -> Widget {
        let text = view.of(GtkTextView.self)
        let wrap = gtk_switch_new()!.named("wrap")
        on(wrap.raw, "notify::active") {
            let wraps = gtk_switch_get_active(wrap.opaque) != 0
            gtk_text_view_set_wrap_mode(text, wraps ? GTK_WRAP_WORD : GTK_WRAP_NONE)
        }
        let spacing = gtk_spin_button_new_with_range(0, 20, 1)!.named("spacing")
        on(spacing.raw, "value-changed") {
            let pixels = gtk_spin_button_get_value_as_int(spacing.opaque)
            gtk_text_view_set_pixels_below_lines(text, pixels)
        }
        let margin = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 60, 1)!.named("margin")
        gtk_range_set_value(margin.of(GtkRange.self), 6)
        gtk_widget_set_size_request(margin, 160, -1)
        on(margin.raw, "value-changed") {
            let pixels = Int32(gtk_range_get_value(margin.of(GtkRange.self)))
            gtk_text_view_set_left_margin(text, pixels)
        }
        let fonts = gtk_drop_down_new(stringList(["Proportional", "Monospace"]), nil)!.named("font")
        on(fonts.raw, "notify::selected") {
            gtk_text_view_set_monospace(text, gtk_drop_down_get_selected(fonts.opaque) == 1 ? 1 : 0)
        }
        let details = gtk_expander_new("View")!.named("view")
        gtk_expander_set_child(
            details.opaque,
            form([
                ("Wrap lines", wrap), ("Space between lines", spacing), ("Margin", margin),
                ("Font", fonts),
            ])
        )
        return details
    }
}
