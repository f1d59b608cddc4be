import CGtk

/// Text and lists.
extension Probes {
    func texts() -> Widget {
        let search = gtk_search_entry_new()!.named("search")
        add("search entry") {
            gtk_editable_set_text(search.opaque, "wanted")
        } get: {
            String(cString: gtk_editable_get_text(search.opaque))
        }
        // Secrets, which must not be saved.
        let password = gtk_password_entry_new()!.named("password")
        gtk_editable_set_text(password.opaque, isFirstLife ? "secret" : "")
        let hidden = gtk_entry_new()!.named("hidden")
        gtk_entry_set_visibility(hidden.of(GtkEntry.self), 0)
        gtk_editable_set_text(hidden.opaque, isFirstLife ? "secret" : "")
        secrets = {
            [password, hidden].map { String(cString: gtk_editable_get_text($0.opaque)) }
                .joined(separator: " ")
        }
        let view = gtk_text_view_new()!.named("text")
        let scrolled = scrolled(view).named("scrolled")
        gtk_widget_set_size_request(scrolled, 200, 150)
        addText(view)
        let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)!
        add("scrolled window") {
            gtk_adjustment_set_value(adjustment, 640)
        } get: {
            "\(gtk_adjustment_get_value(adjustment))"
        }
        // Last, because selecting text clears an earlier selection elsewhere.
        let entry = gtk_entry_new()!.named("entry")
        add("entry") {
            gtk_editable_set_text(entry.opaque, "half a wörd 🐈")
        } get: {
            String(cString: gtk_editable_get_text(entry.opaque))
        }
        add("selection in the entry") {
            gtk_editable_select_region(entry.opaque, 9, 5)
        } get: {
            var (start, end): (Int32, Int32) = (0, 0)
            gtk_editable_get_selection_bounds(entry.opaque, &start, &end)
            return "\(start) \(end) \(gtk_editable_get_position(entry.opaque))"
        }
        add("focus") {
            gtk_widget_grab_focus(view)
        } get: {
            gtk_widget_has_focus(view) != 0 || gtk_widget_is_focus(view) != 0 ? "text" : "another"
        }
        return column(search, password, hidden, scrolled, entry)
    }

    private func addText(_ view: Widget) {
        let buffer = gtk_text_view_get_buffer(view.of(GtkTextView.self))!
        add("text") {
            let text = (1...100).map { "Line \($0) of the text\n" }.joined()
            gtk_text_buffer_set_text(buffer, text, -1)
        } get: {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            let text = gtk_text_buffer_get_text(buffer, &start, &end, 1)!
            defer { g_free(text) }
            return "\(String(cString: text).hashValueOfBytes)"
        }
        add("modified") {
            gtk_text_buffer_set_modified(buffer, 1)
        } get: {
            "\(gtk_text_buffer_get_modified(buffer))"
        }
        add("selection in the text") {
            var (cursor, bound) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_iter_at_offset(buffer, &cursor, 700)
            gtk_text_buffer_get_iter_at_offset(buffer, &bound, 720)
            gtk_text_buffer_select_range(buffer, &cursor, &bound)
        } get: {
            let marks = [
                gtk_text_buffer_get_insert(buffer), gtk_text_buffer_get_selection_bound(buffer),
            ]
            return marks.map { mark in
                var place = GtkTextIter()
                gtk_text_buffer_get_iter_at_mark(buffer, &place, mark)
                return "\(gtk_text_iter_get_offset(&place))"
            }.joined(separator: " ")
        }
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

extension String {
    /// A hash of the text that is the same in every process.
    fileprivate var hashValueOfBytes: UInt64 {
        utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }
}
