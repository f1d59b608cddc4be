public import RestorationCore
import RestorationInvocation

/// A manifest that cannot be used: which part of it, what is wrong there, and what to write.
public struct ManifestError: DiagnosedError, Hashable {
    /// What is wrong at the location.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// More than ``PluginManifest/maximumSizeInBytes``.
        case tooLarge(sizeInBytes: Int)
        /// Not JSON.
        case notJSON(JSONFault)
        /// JSON with lists and objects one within the other beyond all need.
        case tooDeep
        /// A key that an object has already.
        case repeatedKey
        /// A key that every manifest has is not there.
        case missing
        /// In the place of such a key stands one that is spelt like it.
        case misspelt(String, meant: String)
        /// A value of another kind; both in words ("text", "a list of text").
        case wrongKind(expected: String, found: String)
        /// A manifest of a later format.
        case unknownFormat(Int64)
        /// Not a reversed domain name.
        case malformedIdentifier
        /// Neither a reversed domain name nor `*`.
        case malformedApplication
        /// Not a ``PluginVersion``.
        case malformedVersion
        /// Not an ``ABIVersion``.
        case malformedABIVersion
        /// Not a reversed domain name with a version.
        case malformedInterface
        /// The minimum comes after the maximum.
        case reversedABIRange
        /// A list that must not be empty.
        case empty
        /// A class name that is empty, too long or has a control character.
        case malformedClassName
        /// A name or alias that another class already has.
        case repeatedClassName(String)
        /// A former identifier that is the plugin's own, or is listed twice.
        case repeatedIdentifier(PluginIdentifier)
        /// A route that another class of the plugin has, too, with the same priority.
        case repeatedRoute(String, className: String)
        /// A converter has the name of another one of the plugin.
        case repeatedConverter(String)
        /// A converter whose two ends are one class and version.
        case idleConverter
        /// A number outside its range.
        case outOfRange(ClosedRange<Int64>)
        /// Text for people with a control character in it.
        case controlCharacter
        /// Not a route.
        case malformedRoute(RouteSyntaxError)
        /// A key with `!` before it, which says that a host must know it.
        case unknownRequirement
        /// In a sidecar that accompanies an embedded manifest: something that would change or
        /// widen it.
        case widening
        /// In such a sidecar: a key that means nothing there, and one that is spelt like it.
        case unknownKey(meant: String?)
        /// In such a sidecar: a class that the manifest does not have.
        case unknownClass(String)
        /// What only a binding can get wrong.
        case binding(BindingFault)
    }

    /// What is at fault.
    enum Subject: String, Hashable, Sendable {
        case manifest, binding

        /// Whether people keep it, who may want to write notes into it.
        var mayHaveComments: Bool { self == .binding }
        var maximumSizeInBytes: Int {
            switch self {
            case .manifest: PluginManifest.maximumSizeInBytes
            case .binding: BindingDocument.maximumSizeInBytes
            }
        }
        var newestFormat: Int64 {
            switch self {
            case .manifest: Int64(PluginManifest.newestFormat)
            case .binding: Int64(BindingDocument.newestFormat)
            }
        }
    }

    /// The part of the manifest: `classes[0].routes[1]`; empty for the manifest as a whole.
    public let location: String
    /// What is wrong there.
    public let fault: Fault
    /// Where in the text that is; of the object around it where something is missing. `nil` where
    /// the text was not looked at.
    public let position: TextPosition?
    let subject: Subject
    /// The text there, with a caret below the place, where it stops being JSON: one that a compiler
    /// has put into a library is a single long line.
    private var line: String?

    init(
        location: String,
        fault: Fault,
        position: TextPosition?,
        subject: Subject = .manifest
    ) {
        self.location = location
        self.fault = fault
        self.position = position
        self.subject = subject
    }

    /// What is wrong with a value.
    init(_ fault: Fault, at value: JSONValue) {
        self.init(
            location: value.location,
            fault: fault,
            position: value.position,
            subject: value.tree.subject
        )
    }

    /// Where the text stops being JSON.
    init(_ fault: JSONFault, of subject: Subject, atByte offset: Int, in bytes: [UInt8]) {
        let position = TextPosition(ofByte: offset, in: bytes)
        self.init(location: "", fault: .notJSON(fault), position: position, subject: subject)
        line = SignatureFault.excerpt(
            of: TextPosition.line(aroundByte: offset, in: bytes),
            column: position.column
        )
    }

    /// The error of a document with more bytes than one of its kind may have.
    static func tooLarge(sizeInBytes: Int, _ subject: Subject = .manifest) -> ManifestError {
        ManifestError(
            location: "",
            fault: .tooLarge(sizeInBytes: sizeInBytes),
            position: nil,
            subject: subject
        )
    }

    /// The fault in words, without the file's name, which whoever reads the file knows.
    public var diagnosis: Diagnosis {
        Diagnosis(
            problem: fault.problem(of: subject),
            excerpt: fault.excerpt ?? line,
            place: place,
            remedy: fault.remedy(for: subject)
        )
    }

    private var place: String? {
        if location.isEmpty { return fault.isSyntax ? position?.description : nil }
        // Bindings are long, and their parts look alike.
        guard subject == .binding, let position else { return location }
        return "\(location), line \(position.line)"
    }
}

extension ManifestError.Fault {
    /// Whether there is no part of the manifest to name, since there is no telling the parts.
    fileprivate var isSyntax: Bool {
        switch self {
        case .notJSON, .tooDeep: true
        default: false
        }
    }

    /// The text of a call, with a caret below what is wrong.
    fileprivate var excerpt: String? {
        if case .binding(let fault) = self { fault.excerpt } else { nil }
    }

    fileprivate func problem(of subject: ManifestError.Subject) -> String {
        switch self {
        case .tooLarge(let size): "The \(subject) has \(size) bytes"
        case .notJSON(let fault): "The \(subject) is not valid JSON: \(fault.clause)"
        case .tooDeep: "The \(subject) is nested more than \(JSONTree.maximumDepth) levels deep"
        case .repeatedKey: "An object of the \(subject) has a key twice"
        case .missing: "The \(subject) lacks a key"
        case .misspelt(let key, let meant):
            "The \(subject) has \"\(key)\" in place of \"\(meant)\""
        case .wrongKind(let expected, let found):
            "The \(subject) has \(found) in place of \(expected)"
        case .unknownFormat(let format): "The \(subject) is of format \(format)"
        case .malformedIdentifier: "The plugin's id is not a reversed domain name"
        case .malformedApplication: "An application is not a reversed domain name"
        case .malformedVersion: "The plugin's version is not a version"
        case .malformedABIVersion: "The ABI version is not a version"
        case .malformedInterface: "An interface is not a reversed domain name with a version"
        case .reversedABIRange: "The minimum ABI version comes after the maximum"
        case .empty: "The list is empty"
        case .malformedClassName: "The name of a class is not valid"
        case .repeatedClassName(let name): "Two classes share the name \"\(name)\""
        case .repeatedIdentifier(let identifier):
            "The plugin's former identifier \(identifier) is its own, or is listed twice"
        case .repeatedRoute(let route, let name):
            "The class \"\(name)\" claims the route \(route) with the same priority"
        case .repeatedConverter(let name): "Two converters share the name \"\(name)\""
        case .idleConverter: "The converter makes what it takes"
        case .outOfRange: "The number is out of range"
        case .controlCharacter: "The text has a control character"
        case .malformedRoute(let error):
            "\(error.diagnosis.problem), at byte \(error.offset) of the route"
        case .unknownRequirement: "The \(subject) requires something that this host does not know"
        case .widening: "A sidecar may only narrow the manifest in the library"
        case .unknownKey:
            subject == .binding ? "A binding has no such key there" : "A sidecar has no such key"
        case .unknownClass(let name): "The library's manifest has no class \"\(name)\""
        case .binding(let fault): fault.problem
        }
    }

    fileprivate func remedy(for subject: ManifestError.Subject) -> String {
        switch self {
        case .tooLarge: "Shorten the \(subject) to \(subject.maximumSizeInBytes) bytes."
        case .notJSON(let fault): fault.remedy
        case .tooDeep: "Remove lists and objects that hold nothing but each other."
        case .repeatedKey: "Remove one of the two."
        case .missing: "Add the key."
        case .misspelt(_, let meant): "Write \"\(meant)\"."
        case .wrongKind(let expected, _): "Write \(expected)."
        case .unknownFormat:
            "Write \(subject.newestFormat), or use a newer version of this host."
        case .malformedIdentifier: "Write a name such as \"org.example.notes\"."
        case .malformedApplication:
            "Write a name such as \"org.example.app\", or \"*\" for all that opt in."
        case .malformedVersion: "Write a version such as \"1.4.2\" or \"2.0.0-beta.1\"."
        case .malformedABIVersion: "Write a version such as \"0.2\"."
        case .malformedInterface: "Write a name such as \"org.example.app.screen/1\"."
        case .reversedABIRange: "Exchange the minimum and the maximum."
        case .empty: "List at least one entry."
        case .malformedClassName:
            "Use 1 to \(RestorationIdentifier.maximumLength) bytes without control characters."
        case .repeatedClassName: "Give each class and each alias a name of its own."
        case .repeatedIdentifier: "List each identifier once, and not the one under \"id\"."
        case .repeatedRoute: "Give one of the two classes a higher priority, or another route."
        case .repeatedConverter: "Give each converter a name of its own."
        case .idleConverter: "Name another class or version under \"to\" than under \"from\"."
        case .outOfRange(let range):
            "Write a number from \(range.lowerBound) to \(range.upperBound)."
        case .controlCharacter: "Write the text on one line, without control characters."
        case .malformedRoute(let error): error.diagnosis.remedy
        case .unknownRequirement: "Use a newer version of this host."
        case .widening: "Only disable the plugin, list fewer of its classes, or lower a priority."
        case .unknownKey(let meant):
            meant.map { "Did you mean \"\($0)\"?" }
                ?? (subject == .binding
                    ? "Remove the key; a note begins with x-."
                    : "Remove the key; a sidecar beside a manifest has \"disabled\" and \"classes\".")
        case .unknownClass: "Name a class that the library has, or remove the entry."
        case .binding(let fault): fault.remedy
        }
    }
}
