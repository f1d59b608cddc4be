import Foundation
import RestorationCore
import RestorationInvocation
import RestorationKit
import RestorationStorage
import RestorationTesting
import TestSupport

/// A program with one draft of `Tests/Fixtures/Libraries/draft.c`, from launch to launch.
final class DraftProgram {
    let clock = TestClock()
    private let directory: String

    init() throws {
        directory = try ProgramDirectory.make(with: "plugins")
        try Data(Self.binding.utf8).write(
            to: URL(filePath: directory + "/plugins/drafts.restoration-binding.json")
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static let binding = """
        {
            "binding": 1, "id": "org.example.drafts", "library": "\(DraftLibrary.shared.file)",
            "applications": ["*"],
            "classes": [{
                "id": "Draft",
                "state": [{
                    "key": "text",
                    "get": "draft_get(object) -> string",
                    "set": "draft_put(object, string) -> int32 fails false",
                    "base": "draft_base(object, string) -> owned string?",
                    "shows": "draft_shows(object, string) -> owned string?",
                    "ready": "draft_watch(object, callback(pointer, pointer?))",
                    "unready": "draft_unwatch(object)",
                }],
            }],
        }
        """

    /// One launch, which gives a text, restores, runs `body`, and saves.
    @discardableResult
    func run(
        _ start: String,
        _ body: (Draft) throws -> Void = { _ in }
    ) throws -> RestorationReport {
        var options = RestorationOptions.within(directory)
        options.acceptsPluginsForAnyApplication = true
        options.clock = clock
        let session = try RestorationSession(application: "org.example.test", options: options)
        defer { session.close() }
        let draft = Draft()
        draft.give(start)
        let root = unsafe try session.adopt(
            draft.pointer,
            from: "org.example.drafts",
            as: "Draft",
            identifier: "draft"
        )
        session.addRoot(root)
        let report = try session.restore()
        try body(draft)
        try session.preserveNow()
        session.abandon(root)
        return report
    }

    /// The saved texts, oldest first; `nil` if none is saved.
    func stored() throws -> [String]? {
        let store = try ArchiveStore(
            application: ApplicationIdentifier("org.example.test")!,
            directory: directory + "/state",
            keys: FileKeyProvider(directory: directory + "/keys")
        )
        let archive = try store.openForReading(.current)
        let snapshot = try archive.map { try StateSnapshot(SealedImage($0)) }
        guard case .array(let values)? = snapshot?["draft"]?.values["text"] else { return nil }
        return values.compactMap { value in
            guard case .dictionary(let parts) = value, case .string(let text)? = parts["value"]
            else { return nil }
            return text
        }
    }
}

/// The library of the drafts, compiled once for all tests.
enum DraftLibrary {
    static let shared = compiled()

    private static func compiled() -> NativeLibrary {
        let file = try! ProgramDirectory.make() + "/libdraft.so"
        try! DialLibrary.compile(Repository.path("Tests/Fixtures/Libraries/draft.c"), to: file)
        return NativeLibrary(file)!
    }
}

/// A text that the program sets and the user changes.
final class Draft {
    private let object = DraftLibrary.shared.call("draft_new() -> object", [])

    deinit { DraftLibrary.shared.call("draft_free(object)", [object]) }

    var pointer: UnsafeMutableRawPointer {
        guard case .object(let address) = object else { fatalError("There is no draft.") }
        return unsafe UnsafeMutableRawPointer(bitPattern: address)!
    }

    var text: String {
        let text = DraftLibrary.shared.call("draft_get(object) -> string", [object])
        if case .string(let text?) = text { return text } else { return "" }
    }

    func give(_ text: String) {
        DraftLibrary.shared.call("draft_give(object, string)", [object, .string(text)])
    }

    func type(_ text: String) {
        DraftLibrary.shared.call("draft_type(object, string)", [object, .string(text)])
    }

    func refuse() { DraftLibrary.shared.call("draft_refuse(object)", [object]) }

    func setBusy(_ isBusy: Bool) {
        DraftLibrary.shared.call(
            "draft_set_busy(object, int32)",
            [object, .integer(isBusy ? 1 : 0)]
        )
    }
}
