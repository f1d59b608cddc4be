public import RestorationCore
import RestorationInvocation

/// A fault in a manifest or binding: its location, its kind and a remedy.
public struct ManifestError: DiagnosedError, Hashable {
    /// The kind of fault.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// More bytes than ``PluginManifest/maximumSizeInBytes``.
        case tooLarge(sizeInBytes: Int)
        /// Not JSON.
        case notJSON(JSONFault)
        /// Lists and objects are nested too deeply.
        case tooDeep
        /// An object has the same key twice.
        case repeatedKey
        /// A required key is missing.
        case missing
        /// A required key is missing, and a similar key is present.
        case misspelt(String, meant: String)
        /// A value of the wrong kind; both kinds as text ("text", "a list of text").
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
        /// A name or alias of another class.
        case repeatedClassName(String)
        /// A former identifier that repeats another one or the plugin's own.
        case repeatedIdentifier(PluginIdentifier)
        /// A route of another class of the plugin, with the same priority.
        case repeatedRoute(String, className: String)
        /// Two converters have the same name.
        case repeatedConverter(String)
        /// A converter from a class version to itself.
        case idleConverter
        /// A number outside its range.
        case outOfRange(ClosedRange<Int64>)
        /// A control character in text for users.
        case controlCharacter
        /// Not a route.
        case malformedRoute(RouteSyntaxError)
        /// A key with the prefix `!`, which marks it as required, and which this host does not
        /// know.
        case unknownRequirement
        /// In a sidecar beside an embedded manifest: a change other than a restriction.
        case widening
        /// In such a sidecar: an unknown key, and a valid key with a similar name.
        case unknownKey(meant: String?)
        /// In such a sidecar: a class that the manifest does not list.
        case unknownClass(String)
        /// A fault that only bindings can have.
        case binding(BindingFault)
    }

    enum Subject: String, Hashable, Sendable {
        case manifest, binding

        /// Whether people edit the document and so may write comments.
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

    /// The path in the document: `classes[0].routes[1]`; empty for the whole.
    public let location: String
    /// The kind of fault.
    public let fault: Fault
    /// The position in the text; for missing keys, that of the surrounding object. `nil` if the
    /// text was not parsed.
    public let position: TextPosition?
    let subject: Subject
    /// The line with a caret below the fault, for JSON faults: a compiler may have joined the
    /// manifest into one long line.
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

    init(_ fault: Fault, at value: JSONValue) {
        self.init(
            location: value.location,
            fault: fault,
            position: value.position,
            subject: value.tree.subject
        )
    }

    init(_ fault: JSONFault, of subject: Subject, atByte offset: Int, in bytes: [UInt8]) {
        let position = TextPosition(ofByte: offset, in: bytes)
        self.init(location: "", fault: .notJSON(fault), position: position, subject: subject)
        line = SignatureFault.excerpt(
            of: TextPosition.line(aroundByte: offset, in: bytes),
            column: position.column
        )
    }

    static func tooLarge(sizeInBytes: Int, _ subject: Subject = .manifest) -> ManifestError {
        ManifestError(
            location: "",
            fault: .tooLarge(sizeInBytes: sizeInBytes),
            position: nil,
            subject: subject
        )
    }

    /// The fault as text, without the file's name, which the caller knows.
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
        // The parts of a binding are many and similar.
        guard subject == .binding, let position else { return location }
        return "\(location), line \(position.line)"
    }
}

extension ManifestError.Fault {
    /// Whether the fault hides the document's structure.
    fileprivate var isSyntax: Bool {
        switch self {
        case .notJSON, .tooDeep: true
        default: false
        }
    }

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
        case .malformedIdentifier: "The plugin's id is not a reverse-DNS name"
        case .malformedApplication: "An application's id is not a reverse-DNS name"
        case .malformedVersion: "The plugin's version is not a version"
        case .malformedABIVersion: "The ABI version is not a version"
        case .malformedInterface: "An interface is not a reverse-DNS name with a version"
        case .reversedABIRange: "The minimum ABI version comes after the maximum"
        case .empty: "The list is empty"
        case .malformedClassName: "The name of a class is not valid"
        case .repeatedClassName(let name): "Two classes share the name \"\(name)\""
        case .repeatedIdentifier(let identifier):
            "The plugin's former identifier \(identifier) is also its current one,"
                + " or is listed twice"
        case .repeatedRoute(let route, let name):
            "The class \"\(name)\" also claims the route \(route), with the same priority"
        case .repeatedConverter(let name): "Two converters share the name \"\(name)\""
        case .idleConverter: "The converter's source and target are the same"
        case .outOfRange: "The number is out of range"
        case .controlCharacter: "The text has a control character"
        case .malformedRoute(let error):
            "\(error.diagnosis.problem), at byte \(error.offset) of the route"
        case .unknownRequirement: "The \(subject) requires a feature that this host does not have"
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
        case .tooDeep: "Nest lists and objects less deeply."
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
        case .malformedABIVersion: "Write a version such as \"0.3\"."
        case .malformedInterface: "Write a name such as \"org.example.app.screen/1\"."
        case .reversedABIRange: "Swap the minimum and the maximum."
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
                    ? "Remove the key, or begin its name with x- if it is a note."
                    : "Remove the key; a sidecar beside a manifest has \"disabled\" and"
                        + " \"classes\".")
        case .unknownClass: "Name a class that the library has, or remove the entry."
        case .binding(let fault): fault.remedy
        }
    }
}
