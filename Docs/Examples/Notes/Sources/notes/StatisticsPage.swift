import CGtk

/// Counts the note's characters and words.
final class StatisticsPage {
    let widget: Widget
    private let length = label("")
    private let words = label("")
    private let countsBlanks = gtk_check_button_new_with_label("Count blanks")!.named("blanks")
    private var text = ""

    init() {
        let pages = gtk_stack_new()!.named("statistics")
        gtk_stack_add_titled(
            pages.opaque,
            box(GTK_ORIENTATION_VERTICAL, length, countsBlanks),
            "length",
            "Length"
        )
        gtk_stack_add_titled(pages.opaque, words, "words", "Words")
        let switcher = gtk_stack_switcher_new()!
        gtk_stack_switcher_set_stack(switcher.opaque, pages.opaque)
        gtk_widget_set_halign(switcher, GTK_ALIGN_START)
        widget = box(GTK_ORIENTATION_VERTICAL, spacing: 12, switcher, pages).withMargin(12)
        on(countsBlanks.raw, "toggled") { [unowned self] in update(text) }
    }

    func update(_ text: String) {
        self.text = text
        let isCounting = gtk_check_button_get_active(countsBlanks.of(GtkCheckButton.self)) != 0
        let counted = isCounting ? text.count : text.count { !$0.isWhitespace }
        gtk_label_set_text(length.opaque, "\(counted) characters")
        gtk_label_set_text(words.opaque, "\(text.split { $0.isWhitespace }.count) words")
    }
}
