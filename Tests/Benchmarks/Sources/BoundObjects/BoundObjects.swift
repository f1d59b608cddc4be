import BenchmarkReport
import Foundation
import Measuring
import RestorationKit

/// Measures the restore of a window of 1,000 widgets: by a binding, by hand-written elements, and
/// by hand-written C alone, which neither reads nor checks an archive. With `--check`, exits with
/// status 1 if the goal is missed.
@main
struct BoundObjects {
    static let count = 1_000
    static let rounds = 31

    static func main() throws {
        let goal = try measure()
        print("\ngoals\n  \(goal)")
        if CommandLine.arguments.contains("--check"), !goal.isMet { exit(1) }
    }

    private static func measure() throws -> Goal {
        let directory =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "restoration-bound-\(UUID().uuidString)").path
        for part in ["bound", "hand", "plugins"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(part)",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
        }
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let widgets = try Widgets(in: directory)
        try Data(binding(widgets.file).utf8)
            .write(to: URL(filePath: directory + "/plugins/w.restoration-binding.json"))
        return try BoundObjects(directory: directory, widgets: widgets).run()
    }

    let directory: String
    let widgets: Widgets

    private func run() throws -> Goal {
        for isBound in [true, false] { try save(isBound) }
        var samples: [String: [Double]] = [:]
        for _ in 0..<Self.rounds {
            samples["bound", default: []].append(try restore(true))
            samples["hand", default: []].append(try restore(false))
            samples["C", default: []].append(restoreInC())
        }
        let medians = samples.mapValues { $0.median / 1000 }
        let (bound, hand, plain) = (medians["bound"]!, medians["hand"]!, medians["C"]!)
        print("\(Self.count) widgets with two properties restored; medians of \(Self.rounds)\n")
        show("by a binding", bound, "us")
        show("by elements written by hand in Swift", hand, "us")
        show("by hand-written C, without an archive", plain, "us")
        let each = (bound - hand) * 1000 / Double(Self.count * 2)
        show("what a property costs more by a binding", each, "ns")
        return Goal(name: "a binding against Swift", ratio: bound / hand, bound: .atMost(3))
    }

    private func session(_ isBound: Bool) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = directory + (isBound ? "/bound" : "/hand")
        options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        options.pluginDirectories = [directory + "/plugins"]
        return try RestorationSession(application: "org.example.bench", options: options)
    }

    private func root(
        _ window: UInt,
        _ isBound: Bool,
        _ session: RestorationSession
    ) throws -> any Restorable {
        isBound ? try widgets.adopt(window, into: session) : HandWindow(window, widgets)
    }

    private func save(_ isBound: Bool) throws {
        let session = try session(isBound)
        let window = widgets.window(Self.count, filled: true)
        let root = try root(window, isBound, session)
        session.addRoot(root)
        try session.restore()
        try session.preserveNow()
        session.abandon(root)
        session.close()
        widgets.free(window)
    }

    /// The time from the empty window to its restored state.
    private func restore(_ isBound: Bool) throws -> Double {
        let session = try session(isBound)
        _ = session.plugins
        let window = widgets.window(Self.count, filled: false)
        // The binding is already loaded, as when a second window is opened.
        if isBound { session.abandon(try root(window, isBound, session)) }
        var root: (any Restorable)?
        let time = try nanoseconds {
            let made = try self.root(window, isBound, session)
            session.addRoot(made)
            try session.restore()
            root = made
        }
        precondition(widgets.isFilled(window), "Not all widgets have their state.")
        if let root { session.abandon(root) }
        session.close()
        widgets.free(window)
        return time
    }

    private func restoreInC() -> Double {
        let saved = widgets.window(Self.count, filled: true)
        let window = widgets.window(Self.count, filled: false)
        let time = nanoseconds { precondition(widgets.restore(window, from: saved) == Self.count) }
        precondition(widgets.isFilled(window), "Not all widgets have their state.")
        widgets.free(saved)
        widgets.free(window)
        return time
    }

    private static func binding(_ library: String) -> String {
        """
        {
            "binding": 1, "id": "org.example.widgets", "applications": ["org.example.bench"],
            "library": "\(library)",
            "kind": "widget_kind(object) -> string",
            "classes": [
                {
                    "id": "Entry", "is": "Entry",
                    "identifier": { "get": "widget_name(object) -> string" },
                    "state": [
                        {
                            "key": "position", "get": "widget_get_position(object) -> int32",
                            "set": "widget_set_position(object, int32)"
                        },
                        {
                            "key": "label", "get": "widget_get_label(object) -> string",
                            "set": "widget_set_label(object, string)"
                        },
                    ],
                },
                {
                    "id": "Window", "is": "Window",
                    "identifier": { "get": "widget_name(object) -> string" },
                    "children": {
                        "first": "widget_first(object) -> object?",
                        "next": "widget_next(object) -> object?",
                    },
                },
            ],
        }
        """
    }
}
