import CGtk

/// A window with all notes at the left and one of them at the right.
///
/// Only the names of its widgets concern restoration.
final class NotesWindow {
    let window = gtk_window_new()!.named("Notes")
    private let program: NotesProgram
    private let list: NoteList
    private let editor: Editor
    private let statistics: StatisticsPage

    init(program: NotesProgram) {
        self.program = program
        list = NoteList(names: program.folder.names)
        editor = Editor(folder: program.folder)
        statistics = StatisticsPage()
        gtk_window_set_default_size(window.of(GtkWindow.self), 640, 440)
        gtk_window_set_child(window.of(GtkWindow.self), layOut())
        list.onSelect = { [unowned self] in open($0) }
        on(editor.buffer, "changed") { [unowned self] in updateCounts() }
        on(editor.buffer, "modified-changed") { [unowned self] in updateTitle() }
        open(list.selectedName)
    }

    private func layOut() -> Widget {
        let divided = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)!.named("divider")
        gtk_paned_set_start_child(divided.opaque, list.widget)
        gtk_paned_set_end_child(divided.opaque, editor.widget)
        gtk_paned_set_position(divided.opaque, 200)
        gtk_paned_set_resize_start_child(divided.opaque, 0)
        gtk_paned_set_shrink_start_child(divided.opaque, 0)
        gtk_paned_set_shrink_end_child(divided.opaque, 0)
        let pages = gtk_notebook_new()!.named("pages")
        gtk_notebook_append_page(pages.opaque, divided, label("Notes"))
        gtk_notebook_append_page(pages.opaque, statistics.widget, label("Statistics"))
        let tools = box(
            GTK_ORIENTATION_HORIZONTAL,
            list.search.filling(GTK_ORIENTATION_HORIZONTAL),
            button("Save") { [unowned self] in save() },
            button("Sign") { [unowned self] in editor.insert(program.preferences.signature) },
            button("New Window") { [unowned self] in program.openNotes() },
            button("Preferences") { [unowned self] in program.openPreferences() }
        )
        return box(
            GTK_ORIENTATION_VERTICAL,
            tools.withMargin(6),
            pages.filling(GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL)
        )
    }

    /// Opens a note, and writes the text of the previous one into its file.
    private func open(_ name: String?) {
        guard name != editor.name else { return }
        save()
        editor.open(name)
        updateCounts()
        updateTitle()
    }

    private func save() {
        do {
            try editor.save()
        } catch {
            program.complain("\(editor.name ?? "") cannot be saved: \(error)")
        }
    }

    private func updateCounts() { statistics.update(editor.text) }

    private func updateTitle() {
        let mark = editor.isModified ? "● " : ""
        gtk_window_set_title(window.of(GtkWindow.self), "\(mark)\(editor.name ?? "No note")")
    }
}
