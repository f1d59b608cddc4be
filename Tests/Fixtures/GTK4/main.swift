import CGtk
import Foundation
import RestorationKit

// A widget of each kind that GTK's binding supports.
//
//     widgets set|show|replace STATE PLUGINS
//
// "set" changes the widgets one after the other, expects a save after each change, then prints all
// values. "show" prints all values, again after each change. "replace" gives widgets other buffers
// and models, as a program may at any time.

let mode = CommandLine.arguments[1]
var options = RestorationOptions()
options.stateDirectory = CommandLine.arguments[2] + "/state"
options.keyProvider = FileKeyProvider(directory: CommandLine.arguments[2] + "/keys")
options.pluginDirectories = [CommandLine.arguments[3]]
options.acceptsPluginsForAnyApplication = true
options.autosaveInterval = .milliseconds(10)

gtk_init()
if mode == "replace" {
    try Replacement.run(options)
    exit(0)
}
let session = try RestorationSession(application: "org.example.widgets", options: options)
let probes = Probes(isFirstLife: mode == "set")
for (window, scope) in probes.windows {
    session.addRoot(try session.adopt(window.raw, from: "org.gtk.widgets"), scope: scope)
}
for object in try session.restore().notRestored { print(object) }
try session.attachToGLib()
for (window, _) in probes.windows { gtk_window_present(window.of(GtkWindow.self)) }

/// Applies the next probe when nothing is left to save.
@MainActor final class Changes {
    private var saves = 0
    private var next = 0
    private var savesBefore: Int?
    /// The number of calls without a save.
    private var delays = 0

    func noteSave() { saves += 1 }

    /// Called from a timer. Returns whether more probes are left.
    func goOn() -> Bool {
        guard session.nextDeadline == nil else { return true }
        if savesBefore == saves {
            delays += 1
            guard delays > 30 else { return true }
            print("no save after a change of \(probes.all[next - 1].name)")
            exit(1)
        }
        delays = 0
        guard next < probes.all.count else { return false }
        savesBefore = saves
        probes.all[next].set()
        next += 1
        return true
    }
}

let changes = Changes()
session.onSave = { outcome in
    for issue in outcome.report.issues { print(issue) }
    changes.noteSave()
}
var shown = ""
@MainActor func show() {
    let values = probes.all.map { "\($0.name): \($0.get())" }.joined(separator: "\n")
    guard values != shown else { return }
    shown = values
    // Cursor home and erase below: the terminal shows one state at a time.
    print("\u{1B}[H\u{1B}[J\(values)\nend")
    fflush(nil)
}

every(150) { if mode == "show" || !changes.goOn() { show() } }
let loop = g_main_loop_new(nil, 0)
g_main_loop_run(loop)

/// Calls a function from GTK's main loop, repeatedly.
func every(_ milliseconds: UInt32, _ body: @escaping () -> Void) {
    final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
    g_timeout_add(
        milliseconds,
        {
            Unmanaged<Box>.fromOpaque($0!).takeUnretainedValue().body()
            return 1
        },
        Unmanaged.passRetained(Box(body)).toOpaque()
    )
}
