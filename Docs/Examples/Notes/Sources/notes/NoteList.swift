import CGtk

/// The list of all notes, or of the notes that match a search, with a selection.
final class NoteList {
    let search = gtk_search_entry_new()!.named("search")
    let widget: Widget
    var onSelect: ((String?) -> Void)?
    private let filter: OpaquePointer
    private let selection: OpaquePointer

    init(names: [String]) {
        let text = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        filter = gtk_string_filter_new(text)
        gtk_string_filter_set_match_mode(filter, GTK_STRING_FILTER_MATCH_MODE_SUBSTRING)
        let found = gtk_filter_list_model_new(
            stringList(names),
            UnsafeMutableRawPointer(filter).assumingMemoryBound(to: GtkFilter.self)
        )
        selection = gtk_single_selection_new(found)
        let rows = gtk_list_view_new(selection, Self.rows())!.named("list")
        widget = scrolled(rows).named("list-scroll")
        on(search.raw, "changed") { [unowned self] in
            gtk_string_filter_set_search(filter, gtk_editable_get_text(search.opaque))
        }
        on(UnsafeMutableRawPointer(selection), "notify::selected-item") { [unowned self] in
            onSelect?(selectedName)
        }
    }

    var selectedName: String? {
        gtk_single_selection_get_selected_item(selection).map { item in
            String(cString: gtk_string_object_get_string(OpaquePointer(item)))
        }
    }

    /// The factory of the rows' widgets.
    private static func rows() -> OpaquePointer {
        let factory = gtk_signal_list_item_factory_new()!
        onItem(UnsafeMutableRawPointer(factory), "setup") { item in
            gtk_list_item_set_child(OpaquePointer(item), label(""))
        }
        onItem(UnsafeMutableRawPointer(factory), "bind") { item in
            let row = OpaquePointer(item)
            gtk_label_set_text(
                gtk_list_item_get_child(row)?.opaque,
                gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(row)))
            )
        }
        return factory
    }
}
