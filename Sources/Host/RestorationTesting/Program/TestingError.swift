public import RestorationKit

/// A failed request or a mistake of a restoration test.
@nonexhaustive
public enum TestingError: DiagnosedError, Hashable {
    /// A text is not a restoration path.
    case invalidPath(String)
    /// A text is not an application id.
    case invalidApplication(String)
    /// The object or delegate that was to crash did not run.
    case notReached(CrashStage, path: String?, restored: [String])
    /// A crash in an object needs a path, and one in the delegate has none.
    case misplacedCrash(CrashStage, path: String?)
    /// A fault names an object that is not in the saved state.
    case noSuchObject(path: String, saved: [String])
    /// A fault names a class of the host that no saved object has.
    case noSuchClass(String, saved: [String])
    /// A fault names a plugin that no saved object comes from.
    case noSuchPlugin(String, saved: [String])
    /// A host uses another build of the plugin, or cannot use the library because of a fault.
    case pluginNotUsed(file: String, other: String?, fault: Diagnosis?)
    /// The launch has already ended.
    case ended
    /// The request works only with the store in memory.
    case needsMemoryStore
    /// The delegate declined to preserve, so there is no state to show.
    case preservationDeclined

    public var diagnosis: Diagnosis {
        switch self {
        case .invalidPath(let text):
            Diagnosis(
                problem: "\"\(text)\" is not a restoration path",
                remedy: "Write it as reports do, such as \"Tabs/Matches\"."
            )
        case .invalidApplication(let text):
            Diagnosis(
                problem: "The application id \"\(text)\" cannot name a directory",
                remedy: "Write a name such as \"org.example.petfinder\"."
            )
        case .notReached(.delegate, _, _), .notReached(.preserve, _, _):
            Diagnosis(
                problem: "The program did not crash: it called no delegate",
                remedy: "Set session.delegate where the program is built, and save in a launch"
                    + " before this one."
            )
        case .misplacedCrash(let stage, let path):
            Diagnosis(
                problem: path == nil
                    ? "A crash at \(stage) needs the object's path"
                    : "The delegate has no path",
                place: path,
                remedy: path == nil
                    ? "Name the object: crash(at: .\(stage), of: \"Tabs/Matches\")."
                    : "Write crash(at: .\(stage))."
            )
        case .notReached(let stage, let path, let restored):
            Diagnosis(
                problem: "The program did not crash: no object there reached the stage \(stage)",
                place: path,
                remedy: restored.isEmpty
                    ? "Save the object in a launch before this one."
                    : "Name an object that is restored: \(restored.joined(separator: ", "))."
            )
        case .noSuchObject(let path, let saved):
            Diagnosis(
                problem: "A fault names an object that is not in the saved state",
                place: path,
                remedy: "Name one that is: \(saved.joined(separator: ", "))."
            )
        case .noSuchClass(let name, let saved):
            Diagnosis(
                problem: "A fault is for the class \"\(name)\", and no saved object is of it",
                remedy: Self.naming(saved)
            )
        case .noSuchPlugin(let plugin, let saved):
            Diagnosis(
                problem: "A fault is for the plugin \(plugin), and no saved object is of it",
                remedy: Self.naming(saved)
            )
        case .pluginNotUsed(let file, let other?, _):
            Diagnosis(
                problem: "A host uses another build of the plugin in the same directory, \(other)",
                place: file,
                remedy: "Move one of the two elsewhere."
            )
        case .pluginNotUsed(let file, nil, let fault):
            Diagnosis(
                problem: fault?.problem ?? "A host does not find the plugin",
                place: fault?.place ?? file,
                remedy: fault?.remedy
                    ?? "Give the file a name that ends in .so, and name an application for it."
            )
        case .ended:
            Diagnosis(
                problem: "The launch has ended",
                remedy: "Launch the program again, and use that launch."
            )
        case .needsMemoryStore:
            Diagnosis(
                problem: "Only the store in memory simulates power loss",
                remedy: "Create the program without a store of its own."
            )
        case .preservationDeclined:
            Diagnosis(
                problem: "The delegate declined to be preserved, so there is no state to show",
                remedy: "Return true from shouldPreserveState(to:)."
            )
        }
    }

    private static func naming(_ saved: [String]) -> String {
        saved.isEmpty
            ? "Save an object of it in a launch before this one."
            : "Name one that saved objects have: \(saved.joined(separator: ", "))."
    }
}
