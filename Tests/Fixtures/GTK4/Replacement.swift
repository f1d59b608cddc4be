import CGtk
import RestorationKit

/// A window whose text view, list and scrolled window get other buffers, models and adjustments
/// while a session tracks them.
final class Replacement {
    private let window = gtk_window_new()!.named("Replacement")
    private let text = gtk_text_view_new()!.named("text")
    private let list = gtk_list_view_new(nil, nil)!.named("list")
    private let rows = gtk_list_box_new()!.named("rows")
    private let scrolling: Widget
    private let listBox = gtk_list_box_new()!.named("box")
    private let far = scrolled(label("far")).named("far")
    private let column: Widget

    private init() {
        scrolling = scrolled(text).named("scrolling")
        for name in ["first", nil, "third", nil] {
            let row = gtk_list_box_row_new()!
            gtk_list_box_append(rows.opaque, name.map { row.named($0) } ?? row)
        }
        column = box(GTK_ORIENTATION_VERTICAL, scrolling, list, rows, listBox, far)
        gtk_window_set_child(window.of(GtkWindow.self), column)
    }

    static func run(_ options: RestorationOptions) throws {
        try Replacement().change(options)
        try Replacement().show(options)
    }

    /// Makes changes, and prints whether the session noticed each.
    private func change(_ options: RestorationOptions) throws {
        let session = try RestorationSession(application: "org.example.widgets", options: options)
        defer { session.close() }
        let root = try session.adopt(window.raw, from: "org.gtk.widgets")
        session.addRoot(root)
        try session.restore()
        func expect(_ name: String, _ change: () -> Void) throws {
            try session.preserveNow()
            session.runPending()
            guard session.nextDeadline == nil else { return print("\(name): always") }
            change()
            session.runPending()
            print("\(name): \(session.nextDeadline == nil ? "unheard" : "heard")")
        }
        let view = text.of(GtkTextView.self)
        try expect("another buffer") { setBuffer("") }
        try expect("its text") {
            gtk_text_buffer_set_text(gtk_text_view_get_buffer(view), "typed", -1)
        }
        try expect("its cursor") {
            var start = GtkTextIter()
            gtk_text_buffer_get_start_iter(gtk_text_view_get_buffer(view), &start)
            gtk_text_buffer_place_cursor(gtk_text_view_get_buffer(view), &start)
        }
        try expect("a title") { gtk_window_set_title(window.of(GtkWindow.self), "12:00") }
        try expect("a model") { setModel() }
        try expect("its selection") {
            gtk_selection_model_select_item(gtk_list_view_get_model(list.opaque), 1, 0)
        }
        try expect("another model") { setModel() }
        try expect("its selection") {
            gtk_selection_model_select_item(gtk_list_view_get_model(list.opaque), 2, 0)
        }
        try expect("another adjustment") {
            gtk_scrolled_window_set_vadjustment(
                scrolling.opaque,
                gtk_adjustment_new(0, 0, 100, 1, 10, 10)
            )
        }
        try expect("its value") {
            let adjustment = gtk_scrolled_window_get_vadjustment(scrolling.opaque)
            gtk_adjustment_configure(adjustment, 7, 0, 100, 1, 10, 10)
        }
        setModel((1...300_000).map { "row \($0)" })
        gtk_selection_model_select_all(gtk_list_view_get_model(list.opaque))
        let issues = "\(try session.preserveNow()?.report.issues ?? [])"
        let limit = "more than the \(options.objectSizeBudget) allowed for one object"
        print("all rows: \(issues.contains(limit) ? "too many" : issues)")
        setModel()
        gtk_selection_model_select_item(gtk_list_view_get_model(list.opaque), 2, 0)
        let row = addRow()
        gtk_list_box_select_row(listBox.opaque, row.of(GtkListBoxRow.self))
        gtk_adjustment_configure(offset, 7, 0, 100, 1, 10, 10)
        gtk_list_box_select_row(rows.opaque, gtk_list_box_get_row_at_index(rows.opaque, 3))
        try session.preserveNow()
        gtk_list_box_remove(listBox.opaque, row)
        // The binding must have disconnected from the widgets' former buffer and model.
        setBuffer("")
        setModel()
        session.abandon(root)
        gtk_window_destroy(window.of(GtkWindow.self))
    }

    /// Restores, with rows that appear late.
    private func show(_ options: RestorationOptions) throws {
        let session = try RestorationSession(application: "org.example.widgets", options: options)
        defer { session.close() }
        let root = try session.adopt(window.raw, from: "org.gtk.widgets")
        session.addRoot(root)
        try session.restore()
        let row = gtk_list_box_get_selected_row(rows.opaque)
        print("row without a name: \(row.map { "\(gtk_list_box_row_get_index($0))" } ?? "none")")
        scrollLate()
        setModel()
        while g_main_context_iteration(nil, 0) != 0 {}
        let model = gtk_list_view_get_model(list.opaque)
        print("late row: \((0..<3).filter { gtk_selection_model_is_selected(model, $0) != 0 })")
        gtk_window_present(window.of(GtkWindow.self))
        while g_main_context_iteration(nil, 0) != 0 {}
        let lateRow = addRow()
        while g_main_context_iteration(nil, 0) != 0 {}
        let isSelected = gtk_list_box_row_is_selected(lateRow.of(GtkListBoxRow.self)) != 0
        print("late row of a box: \(isSelected ? "selected" : "not selected")")
        // GTK destroys the window itself, and still uses its widgets' former objects.
        let buffer = gtk_text_view_get_buffer(text.of(GtkTextView.self))!
        g_object_ref(UnsafeMutableRawPointer(buffer))
        gtk_scrolled_window_set_child(scrolling.opaque, nil)
        g_object_run_dispose(text.of(GObject.self))
        gtk_window_destroy(window.of(GtkWindow.self))
        gtk_text_buffer_set_text(buffer, "more", -1)
        session.abandon(root)
        print("end")
    }

    private var offset: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_hadjustment(far.opaque)
    }

    /// Simulates the layout of a text view, in steps, before and after it gets its size, and again
    /// when the window grows. Then scrolls, as a user would.
    private func scrollLate() {
        func layOut(_ upper: Double, page: Double) {
            gtk_adjustment_configure(
                offset,
                gtk_adjustment_get_value(offset),
                0,
                upper,
                1,
                page,
                page
            )
            while g_main_context_iteration(nil, 0) != 0 {}
        }
        layOut(1, page: 0)
        layOut(10, page: 10)
        layOut(13, page: 10)
        print("part of an offset: \(gtk_adjustment_get_value(offset))")
        layOut(13, page: 12)
        layOut(100, page: 12)
        print("late offset: \(gtk_adjustment_get_value(offset))")
        layOut(12, page: 12)
        layOut(15, page: 12)
        gtk_adjustment_set_value(offset, 1)
        layOut(100, page: 12)
        print("after scrolling: \(gtk_adjustment_get_value(offset))")
    }

    private func addRow() -> Widget {
        let row = gtk_list_box_row_new()!.named("late row")
        gtk_list_box_append(listBox.opaque, row)
        return row
    }

    private func setBuffer(_ content: String) {
        let buffer = gtk_text_buffer_new(nil)!
        gtk_text_view_set_buffer(text.of(GtkTextView.self), buffer)
        g_object_unref(UnsafeMutableRawPointer(buffer))
    }

    private func setModel(_ rows: [String] = ["a", "b", "c"]) {
        let model = gtk_multi_selection_new(stringList(rows))!
        gtk_list_view_set_model(list.opaque, model)
        g_object_unref(UnsafeMutableRawPointer(model))
    }
}
