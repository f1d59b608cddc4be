import CGtk
import Foundation
import RestorationKit

/// The program: its windows, and all code for restoration.
final class NotesProgram: RestorationDelegate {
    let folder: NoteFolder
    private(set) var preferences: Preferences
    private let session: RestorationSession
    /// Ordered by use: the frontmost window is the last.
    private var windows: [OpenWindow] = []
    private let loop = g_main_loop_new(nil, 0)

    /// A window, and its object in the session.
    private struct OpenWindow {
        let window: Widget
        let root: any Restorable
        let name: String
        /// Distinguishes windows of one name.
        let scope: String

        var title: String { "\(name) \(scope)" }
    }

    init(folder: NoteFolder, preferences: Preferences, options: RestorationOptions) throws {
        self.folder = folder
        self.preferences = preferences
        session = try RestorationSession(
            application: "org.restorationkit.notes",
            options: options
        )
        session.delegate = self
    }

    // MARK: Launch and end

    /// Opens the windows of the last launch, and runs until the last one is closed.
    ///
    /// - Parameter log: Called when the state is restored or saved.
    func run(log: @escaping (String) -> Void) throws {
        for scope in try session.preservedScopes(ofRoot: "Notes") { try openNotes(scope: scope) }
        for scope in try session.preservedScopes(ofRoot: "Preferences") {
            try openPreferences(scope: scope)
        }
        if windows.isEmpty { try openNotes(scope: "1") }

        for object in try session.restore().notRestored { complain("\(object)") }
        session.onSave = { outcome in
            for issue in outcome.report.issues { self.complain("\(issue)") }
            log(outcome.error.map { "\($0)" } ?? "saved \(outcome.generation)")
        }
        // The widgets report changes, and the session saves them in GTK's main loop.
        try session.attachToGLib()
        try session.handleSignals { signal in self.session.performDefaultAction(of: signal) }
        for window in windows { gtk_window_present(window.window.of(GtkWindow.self)) }
        log("restored")
        g_main_loop_run(loop)
        session.close()
    }

    // MARK: Windows

    func openNotes() { tryOpening { try openNotes(scope: freeScope(of: "Notes")) } }

    func openPreferences() {
        if let open = windows.first(where: { $0.name == "Preferences" }) {
            gtk_window_present(open.window.of(GtkWindow.self))
        } else {
            tryOpening { try openPreferences(scope: "1") }
        }
    }

    /// Applies the preferences that the user has confirmed.
    func apply(signature: String) {
        preferences.signature = signature
        do { try preferences.save() } catch { complain("Preferences cannot be saved: \(error)") }
    }

    private func tryOpening(_ open: () throws -> Void) {
        do {
            try open()
            gtk_window_present(windows.last!.window.of(GtkWindow.self))
        } catch {
            complain("\(error)")
        }
    }

    private func freeScope(of name: String) -> String {
        let taken = windows.filter { $0.name == name }.compactMap { Int($0.scope) }
        return "\((taken.max() ?? 0) + 1)"
    }

    private func openNotes(scope: String) throws {
        let notes = NotesWindow(program: self)
        try add(notes.window, of: notes, as: "Notes", scope: scope)
    }

    private func openPreferences(scope: String) throws {
        let preferences = PreferencesWindow(program: self)
        try add(preferences.window, of: preferences, as: "Preferences", scope: scope)
    }

    private func add(_ window: Widget, of owner: AnyObject, as name: String, scope: String) throws {
        let root = try session.adopt(window.raw, from: "org.gtk.widgets")
        session.addRoot(root, scope: scope)
        windows.append(
            OpenWindow(window: window, root: root, name: name, scope: scope)
        )
        on(window.raw, "notify::is-active") { [unowned self] in recordFront() }
        onRequest(window.raw, "close-request") { [unowned self] in
            close(window)
            // The handler retains the window's owner as long as the window.
            return withExtendedLifetime(owner) { false }
        }
    }

    private func recordFront() {
        guard
            let front = windows.firstIndex(where: {
                gtk_window_is_active($0.window.of(GtkWindow.self)) != 0
            }), front != windows.count - 1
        else { return }
        windows.append(windows.remove(at: front))
        session.invalidator.invalidate()
    }

    /// Called before a window closes. The state of the last window stays in the archive.
    private func close(_ window: Widget) {
        guard let closing = windows.firstIndex(where: { $0.window == window }) else { return }
        if windows.count == 1 {
            do { try session.preserveNow() } catch { complain("\(error)") }
            g_main_loop_quit(loop)
        }
        session.abandon(windows[closing].root)
        windows.remove(at: closing)
    }

    // MARK: The frontmost window

    func willEncodeState(to coder: RestorationCoder) {
        coder.encode(windows.map(\.title), forKey: "order")
    }

    func didDecodeState(from coder: RestorationCoder) {
        let order = (try? coder.decode([String].self, forKey: "order")) ?? []
        windows.sort { first, second in
            let places = [first, second].map { order.firstIndex(of: $0.title) ?? order.count }
            return places[0] < places[1]
        }
    }

    func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
