import CGtk
import Foundation

/// The user's preferences. Once applied, they are data in a file of their own, like the notes.
struct Preferences {
    var signature: String
    private let file: String

    /// - Parameter file: The path of the preferences, which need not exist.
    init(file: String) {
        self.file = file
        signature = (try? String(contentsOfFile: file, encoding: .utf8)) ?? "— me"
    }

    func save() throws { try signature.write(toFile: file, atomically: true, encoding: .utf8) }
}

/// The dialog that changes the preferences. Until "Apply", its fields are restorable state.
final class PreferencesWindow {
    let window = gtk_window_new()!.named("Preferences")
    private let signature = gtk_entry_new()!.named("signature")

    init(program: NotesProgram) {
        gtk_window_set_title(window.of(GtkWindow.self), "Preferences")
        gtk_window_set_default_size(window.of(GtkWindow.self), 360, 220)
        gtk_editable_set_text(signature.opaque, program.preferences.signature)
        gtk_widget_set_hexpand(signature, 1)
        let apply = button("Apply") { [unowned self, unowned program] in
            program.apply(signature: String(cString: gtk_editable_get_text(signature.opaque)))
            gtk_window_close(window.of(GtkWindow.self))
        }
        gtk_widget_set_halign(apply, GTK_ALIGN_END)
        let content = box(
            GTK_ORIENTATION_VERTICAL,
            spacing: 12,
            form([
                ("Signature", signature),
                ("Copies to keep", gtk_spin_button_new_with_range(1, 9, 1)!.named("copies")),
                // A password field, which the binding does not save.
                ("Password", gtk_password_entry_new()!.named("password")),
            ]),
            gtk_check_button_new_with_label("Ask before closing")!.named("ask"),
            apply
        )
        gtk_window_set_child(window.of(GtkWindow.self), content.withMargin(12))
    }
}
