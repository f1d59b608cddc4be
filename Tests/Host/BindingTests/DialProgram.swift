import Foundation
import RestorationInvocation
import RestorationKit
import TestSupport

/// A program that shows dials. Its state lasts from launch to launch.
final class DialProgram {
    let directory: String
    private let isTemporary: Bool
    let journal = DialJournal()
    private let lines = CollectedLog()
    /// The log, without changes attributed to a library's loading: other suites of the process may
    /// install signal handlers at that moment.
    var log: [String] { lines.messages.filter { !$0.contains("while it was loaded") } }

    /// - Parameter binding: replaces the default binding of the dials.
    /// - Parameter directory: the directory of the program's state; `nil` for a temporary one,
    ///   removed with the program.
    init(binding: String? = DialBinding.text(), in directory: String? = nil) throws {
        isTemporary = directory == nil
        self.directory = try directory ?? ProgramDirectory.make()
        try ProgramDirectory.make("plugins", in: self.directory)
        if let binding { try install(binding) }
    }

    deinit { if isTemporary { try? FileManager.default.removeItem(atPath: directory) } }

    /// Writes the binding's file unless its contents are the same. A rewritten file counts as
    /// another build.
    func install(_ binding: String) throws {
        let file = URL(filePath: bindingFile)
        if let there = try? Data(contentsOf: file), there == Data(binding.utf8) { return }
        try Data(binding.utf8).write(to: file)
    }

    func uninstall() throws { try FileManager.default.removeItem(atPath: bindingFile) }

    var bindingFile: String { directory + "/plugins/dials.restoration-binding.json" }

    func session(
        _ change: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        var options = RestorationOptions.within(directory)
        options.logger = lines.logger
        change(&options)
        return try RestorationSession(application: "org.example.test", options: options)
    }

    func adopt(
        _ dial: Dial,
        into session: RestorationSession,
        as className: String? = nil,
        scope: String? = nil
    ) throws -> any Restorable {
        let object = unsafe try session.adopt(
            dial.pointer,
            from: "org.example.dials",
            as: className
        )
        session.addRoot(object, scope: scope)
        return object
    }

    /// One launch: makes a window of dials, restores, runs `body`, and saves.
    func run(
        _ make: (Dial) -> Void,
        _ body: (RestorationSession, Dial) throws -> Void = { _, _ in }
    ) throws -> RestorationReport {
        let session = try session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: journal)
        make(window)
        let root = try adopt(window, into: session)
        let report = try session.restore()
        try body(session, window)
        try session.preserveNow()
        session.abandon(root)
        return report
    }

    /// One launch with one dial in a window.
    func runDial(
        _ body: (RestorationSession, Dial) throws -> Void = { _, _ in }
    ) throws -> RestorationReport {
        try run({ $0.add(Dial("Dial", "volume", in: journal)) }) { try body($0, $1.firstChild) }
    }

    /// A value of that dial in the next launch.
    func next(_ value: (Dial) -> InvocationValue) throws -> InvocationValue {
        var found = InvocationValue.null
        _ = try runDial { found = value($1) }
        return found
    }
}

/// The binding of the tests' dials.
enum DialBinding {
    /// The text of the binding.
    ///
    /// - Parameters:
    ///   - state: the properties of the class `Dial`.
    ///   - dial: additional members of the class.
    ///   - classes: classes before `Dial`.
    static func text(
        state: String = DialBinding.position,
        dial: String = "",
        classes: String = "",
        library: String = DialLibrary.shared.file,
        top: String = "",
        base: String = DialBinding.base
    ) -> String {
        """
        {
            // Dials of the tests.
            "binding": 1,
            "id": "org.example.dials",
            "version": "1.2",
            "applications": ["org.example.test"],
            "library": "\(library)",
            \(top)
            "types": {
                "Frame": "{int32 x, int32 y, float64 scale}",
                "Colour": "enum {red, green = 5, blue}",
            },
            "kind": "dial_kind(object) -> string",
            "classes": [
                {
                    "id": "Base", "abstract": true,
                    "failureMessage": "dial_get_error(object) -> string",
                    \(base)
                    "identifier": {
                        "get": "dial_get_name(object) -> string?",
                        "unless": "dial_kind(object) -> string",
                    },
                    "children": {
                        "first": "dial_first(object) -> object?",
                        "next": "dial_next(object) -> object?",
                    },
                },
                \(classes)
                { "id": "Dial", "extends": "Base", "is": "Dial", \(dial) "state": [\(state)] },
                {
                    "id": "Window", "extends": "Base",
                    "is": { "calls": ["dial_is_window(object) -> bool"] },
                },
                {
                    "id": "Panel", "extends": "Base", "is": "Panel",
                    "children": {
                        "count": "dial_child_count(object) -> int32",
                        "at": "dial_child_at(object, int32 index) -> object?",
                    },
                },
            ],
        }
        """
    }

    static let base = """
        "adopt": "dial_ref(object) -> object", "release": "dial_unref(object)",
        "changed": "dial_watch(object, callback(object, pointer) -> void, null) -> uint64",
        "unchanged": "dial_unwatch(object, uint64 result)",
        """

    static let position = property("position", "int32")

    static func property(_ key: String, _ type: String, _ more: String = "") -> String {
        """
        {
            "key": "\(key)", "get": "dial_get_\(key)(object) -> \(type)",
            "set": "dial_set_\(key)(object, \(type))", \(more)
        },
        """
    }
}
