public import RestorationCore

/// A fault in a storyboard file, with its location.
public struct StoryboardError: DiagnosedError {
    /// The kind of fault.
    public enum Fault: Sendable, Hashable {
        /// The text is not JSON; with the parser's message.
        case notJSON(String)
        case unknownFormat(Int)
        /// A key is missing.
        case missing
        /// A value has the wrong type, or an object has an unknown key.
        case malformed(String)
        case emptyIdentifier
        case repeatedScene(String)
        /// Two scenes contain the same scene.
        case sharedScene(String)
        /// A scene is nested too deeply.
        case tooDeep(String)
        case repeatedSegue(String)
        case unknownScene(String, known: [String])
        /// Two views of a scene have the same outlet.
        case repeatedOutlet(String)
        /// A split view has more than three columns.
        case tooManyColumns(Int)
        /// Scenes contain each other.
        case cycle([String])
        /// There is no file of that name.
        case noFile
        /// The storyboard has no scene of that name.
        case noScene(String)
    }

    public let fault: Fault
    /// The file, or the storyboard's name.
    public let place: String
    /// The location in the file, such as `scenes[0].id`; empty for the whole file.
    public let location: String

    package init(fault: Fault, place: String, location: String = "") {
        self.fault = fault
        self.place = place
        self.location = location
    }

    init(_ error: DecodingError, place: String) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(
                fault: .missing,
                place: place,
                location: Self.location(context.codingPath + [key])
            )
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self.init(
                fault: .malformed("is of the wrong kind"),
                place: place,
                location: Self.location(context.codingPath)
            )
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(fault: .notJSON(Self.cause(context)), place: place)
        case .dataCorrupted(let context):
            self.init(
                fault: .malformed(context.debugDescription),
                place: place,
                location: Self.location(context.codingPath)
            )
        @unknown default: self.init(fault: .notJSON("\(error)"), place: place)
        }
    }

    /// The message of Foundation's parser, with line and column.
    private static func cause(_ context: DecodingError.Context) -> String {
        guard let error = context.underlyingError else { return context.debugDescription }
        let text = "\(error)"
        // An error of Cocoa's has its sentence in its user info, after this name.
        guard let start = text.firstRange(of: "NSDebugDescription=")?.upperBound else {
            return text
        }
        return String(text[start...].prefix { $0 != "}" && $0 != "\n" })
    }

    private static func location(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    public var diagnosis: Diagnosis {
        let where_ = location.isEmpty ? "The storyboard" : "\(location) of the storyboard"
        return Diagnosis(problem: problem(where_), place: place, remedy: remedy)
    }

    private func problem(_ what: String) -> String {
        switch fault {
        case .notJSON(let cause): "\(what) is not valid JSON: \(cause)"
        case .unknownFormat(let format): "\(what) is \(format)"
        case .missing: "\(what) is missing"
        case .malformed(let how): "\(what) \(how)"
        case .emptyIdentifier: "\(what) is empty"
        case .sharedScene(let name): "Two scenes contain the scene \"\(name)\""
        case .tooDeep(let name):
            "The scene \"\(name)\" is nested in more than \(StoryboardDocument.maximumDepth) others"
        case .repeatedScene(let name): "Two scenes have the id \"\(name)\""
        case .repeatedSegue(let name): "Two segues of a scene have the id \"\(name)\""
        case .repeatedOutlet(let name): "Two views of a scene have the outlet \"\(name)\""
        case .tooManyColumns(let count): "\(what) has \(count) columns"
        case .unknownScene(let name, _): "\(what) names the scene \"\(name)\", which does not exist"
        case .cycle(let names): "Scenes contain each other: \(Self.shown(names))"
        case .noFile: "There is no file \(place).storyboard.json"
        case .noScene(let name): "The storyboard has no scene \"\(name)\""
        }
    }

    /// The scenes of a cycle; of a long one, its beginning and its end.
    private static func shown(_ cycle: [String]) -> String {
        guard cycle.count > 10 else { return cycle.joined(separator: " > ") }
        let shown = cycle.prefix(6) + ["… \(cycle.count - 8) others …"] + cycle.suffix(2)
        return shown.joined(separator: " > ")
    }

    private var remedy: String {
        switch fault {
        case .notJSON: return "Correct the text."
        case .unknownFormat: return "Write 1."
        case .missing: return "Add the key."
        case .malformed: return "See Docs/Storyboards.md."
        case .emptyIdentifier: return "Write a name."
        case .sharedScene: return "Give each a scene of its own."
        case .tooDeep: return "Nest scenes less deeply."
        case .repeatedScene, .repeatedSegue: return "Give each an id of its own."
        case .unknownScene(let name, let known):
            guard let meant = Spelling.nearest(to: name, among: known) else {
                return "Name a scene of the storyboard."
            }
            return "Did you mean \"\(meant)\"?"
        case .repeatedOutlet: return "Give each an outlet of its own."
        case .tooManyColumns: return "A split view has three columns at most."
        case .cycle: return "Remove one of them from the children of another."
        case .noFile: return "Add it to the resources of the program's target."
        case .noScene: return "Add the scene, or ask for an existing one."
        }
    }
}
