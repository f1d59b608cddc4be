import CGtk

/// Text and lists.
extension Probes {
    func texts() -> Widget {
        let view = gtk_text_view_new()!.named("text")
        let scrolled = scrolled(view).named("scrolled")
        gtk_widget_set_size_request(scrolled, 200, 150)
        let text = (1...100).map { "Line \($0) of the text\n" }.joined()
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(view.of(GtkTextView.self)), text, -1)
        let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)!
        add("scrolled window") {
            gtk_adjustment_set_value(adjustment, 640)
        } get: {
            "\(gtk_adjustment_get_value(adjustment))"
        }
        add("focus") {
            gtk_widget_grab_focus(view)
        } get: {
            gtk_widget_has_focus(view) != 0 || gtk_widget_is_focus(view) != 0 ? "text" : "another"
        }
        return column(scrolled)
    }

    func lists() -> Widget {
        let names = (1...200).map { "row \($0)" }
        // The second launch has a row before them.
        let added = isFirstLife ? [] : ["new row"]
        let one = gtk_single_selection_new(stringList(added + names))
        let list = gtk_list_view_new(one, nil)!.named("list")
        add("list view") {
            gtk_single_selection_set_selected(one, 57)
        } get: {
            let item = gtk_single_selection_get_selected_item(one)
            return String(cString: gtk_string_object_get_string(OpaquePointer(item)))
        }
        let several = gtk_multi_selection_new(stringList(added + names))
        let grid = gtk_grid_view_new(several, nil)!.named("grid")
        add("grid view") {
            for position: UInt32 in [3, 99] {
                gtk_selection_model_select_item(several, position, 0)
            }
        } get: {
            let selection = gtk_selection_model_get_selection(several)
            defer { gtk_bitset_unref(selection) }
            return (0..<gtk_bitset_get_size(selection)).map { number in
                let position = gtk_bitset_get_nth(selection, UInt32(number))
                return String(
                    cString: gtk_string_list_get_string(
                        gtk_multi_selection_get_model(several),
                        position
                    )
                )
            }.joined(separator: ", ")
        }
        let box = gtk_list_box_new()!.named("box")
        for name in ["first", "second", "third"] {
            let row = gtk_list_box_row_new()!.named(name)
            gtk_list_box_row_set_child(row.of(GtkListBoxRow.self), label(name))
            gtk_list_box_append(box.opaque, row)
        }
        add("list box") {
            gtk_list_box_select_row(box.opaque, gtk_list_box_get_row_at_index(box.opaque, 2))
        } get: {
            gtk_list_box_get_selected_row(box.opaque).map { row in
                String(
                    cString: gtk_widget_get_name(
                        UnsafeMutableRawPointer(row)
                            .assumingMemoryBound(to: GtkWidget.self)
                    )
                )
            } ?? "none"
        }
        return column(scrolled(list), scrolled(grid), box)
    }
}
