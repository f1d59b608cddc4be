import RestorationCore
import RestorationInvocation

extension BindingDocument {
    /// Reads a binding from JSON that nobody vouches for.
    ///
    /// - Parameter bytes: JSON in UTF-8 with comments, at most ``maximumSizeInBytes``.
    /// - Throws: ``ManifestError`` naming the first part that is wrong.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        var reader = BindingReader(try Self.object(parsing: bytes))
        self = try reader.document()
    }

    /// What is wrong with a binding, as far as it can be told at once: one fault of each property,
    /// and one of what else a class has. In the order of the text.
    ///
    /// - Parameter bytes: as for ``init(parsing:)``.
    package static func faults(parsing bytes: [UInt8]) -> [ManifestError] {
        do throws(ManifestError) {
            var reader = BindingReader(try object(parsing: bytes), faultLimit: faultLimit)
            return reader.allFaults()
        } catch {
            return [error]
        }
    }

    /// How many faults are looked for: whoever mends these sees the rest.
    private static let faultLimit = 100

    private static func object(parsing bytes: [UInt8]) throws(ManifestError) -> ManifestObject {
        guard bytes.count <= maximumSizeInBytes else {
            throw .tooLarge(sizeInBytes: bytes.count, .binding)
        }
        let object = try ManifestObject(try JSONTree(parsing: bytes, of: .binding).root)
        let format = try object.integer("binding", in: 1...Int64.max)
        guard format <= newestFormat else {
            throw ManifestError(.unknownFormat(format), at: try object.value("binding"))
        }
        try object.allow(BindingKeys.document)
        return object
    }
}

/// Reads a binding. Everything in it is checked that can be without the library.
struct BindingReader {
    let object: ManifestObject
    var types: [String: InvocationType] = [:]
    var constants: [String: CallConstant] = [:]
    /// All classes by their names.
    var entries: [String: ManifestObject] = [:]
    /// The states of classes that have properties of their own, by where the classes stand.
    var states: [Int: InheritedState] = [:]
    /// What is wrong so far, without what was thrown.
    private(set) var faults: [ManifestError] = []
    private let faultLimit: Int

    static let classLimit = 1_000
    static let propertyLimit = 1_000
    /// The most properties of all classes together. Each class has those that it inherits.
    static let propertySumLimit = 20_000

    /// - Parameter faultLimit: which fault is thrown. Those before it are kept, and what can be
    ///   read without the part that has one is read.
    init(_ object: ManifestObject, faultLimit: Int = 1) {
        self.object = object
        self.faultLimit = faultLimit
    }

    mutating func document() throws(ManifestError) -> BindingDocument {
        try readTypes()
        try readConstants()
        // Each place that names one would be a fault of its own.
        if let first = faults.first { throw first }
        let kind = try attempt { reader throws(ManifestError) in try reader.text("kind") } ?? nil
        let failureMessage =
            try attempt { reader throws(ManifestError) in
                try reader.failureMessage()
            } ?? nil
        let requirement = try attempt { reader throws(ManifestError) in try reader.requirement() }
        let libraries = try attempt { reader throws(ManifestError) in try reader.libraries() }
        let (declared, classes) = try classes()
        let manifest = try attempt { reader throws(ManifestError) in
            try reader.manifest(of: declared)
        }
        guard faults.isEmpty, let requirement, let libraries, let manifest else { throw faults[0] }
        return BindingDocument(
            manifest: manifest,
            libraries: libraries,
            requirement: requirement,
            constants: constants,
            kind: kind,
            failureMessage: failureMessage,
            classes: classes
        )
    }

    // MARK: Faults

    /// Reads a part; `nil` if that failed, and there is room for one more fault.
    @discardableResult
    mutating func attempt<Part>(
        _ read: (inout Self) throws(ManifestError) -> Part
    ) throws(ManifestError) -> Part? {
        do throws(ManifestError) {
            return try read(&self)
        } catch {
            // What is inherited is read for each class that inherits it.
            if faults.contains(error) { return nil }
            guard faults.count + 1 < faultLimit else { throw error }
            faults.append(error)
            return nil
        }
    }

    fileprivate mutating func allFaults() -> [ManifestError] {
        do throws(ManifestError) {
            _ = try document()
        } catch {
            if !faults.contains(error) { faults.append(error) }
        }
        return faults.sorted { ($0.position ?? .start) < ($1.position ?? .start) }
    }

    private func manifest(
        of classes: [PluginManifest.Class]
    ) throws(ManifestError) -> PluginManifest {
        let reader = ManifestReader()
        guard let identifier = PluginIdentifier(try object.text("id")) else {
            throw ManifestError(.malformedIdentifier, at: try object.value("id"))
        }
        let every = ApplicationScope(applications: [], includesEveryApplication: true)
        return PluginManifest(
            identifier: identifier,
            version: try version(),
            abi: .any,
            applications: object.contains("applications")
                ? try reader.applications(object) : every,
            classes: classes,
            credits: try reader.credits(object)
        )
    }

    private func version() throws(ManifestError) -> PluginVersion {
        guard object.contains("version") else { return PluginVersion(major: 0) }
        guard let version = PluginVersion(try object.text("version")) else {
            throw ManifestError(.malformedVersion, at: try object.value("version"))
        }
        return version
    }

    // MARK: The library

    private func libraries() throws(ManifestError) -> [String] {
        let value = try object.value("library")
        let values = value.elements ?? [value]
        guard !values.isEmpty else { throw ManifestError(.empty, at: value) }
        var libraries: [String] = []
        for value in values {
            guard let name = value.string else {
                throw ManifestError.wrongKind("text or a list of text", value)
            }
            // A soname, a path in full, or a file beside the binding.
            let isBeside = name.hasPrefix("./") && !name.dropFirst(2).contains("/")
            let isPath = name.contains("/")
            guard !name.isEmpty, name.utf8.count <= 4_096,
                !isPath || name.hasPrefix("/") || isBeside,
                !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
            else { throw ManifestError(.binding(.malformedLibrary), at: value) }
            libraries.append(name)
        }
        return libraries
    }

    private func requirement() throws(ManifestError) -> BindingDocument.Requirement {
        guard object.contains("requires") else { return .init(symbols: [], version: nil) }
        let requires = try ManifestObject(try object.value("requires"))
        try requires.allow(BindingKeys.requires)
        var symbols: [String] = []
        for value in try requires.list("symbols") {
            let symbol = try value.text()
            guard !symbol.isEmpty, symbol.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ManifestError.wrongKind("the name of a function", value)
            }
            symbols.append(symbol)
        }
        try requires.pair("version", "get")
        try requires.pair("get", "version")
        guard requires.contains("version") else { return .init(symbols: symbols, version: nil) }
        return .init(symbols: symbols, version: try minimumVersion(requires))
    }

    private func minimumVersion(
        _ requires: ManifestObject
    ) throws(ManifestError) -> BindingDocument.MinimumVersion {
        let least = try requires.text("version")
        let parts = least.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ UInt32($0) != nil && $0.first != "+" }) else {
            throw ManifestError(.binding(.malformedMinimum), at: try requires.value("version"))
        }
        let get = try calls(try requires.value("get"), allows: [])
        let results = get.calls.filter { !$0.isNested }.flatMap { call in
            call.outputNames.isEmpty
                ? [call.signature.result.bare] : call.outputNames.compactMap { get.names[$0]?.bare }
        }
        guard results == [.string] || !results.isEmpty && results.allSatisfy(\.isInteger) else {
            throw ManifestError(
                .binding(.comesTo("something else", needed: "one text, or numbers")),
                at: try requires.value("get")
            )
        }
        return .init(least: least, get: get)
    }

    // MARK: Types and constants

    private mutating func readTypes() throws(ManifestError) {
        try readWords(under: "types") { reader, name, text throws(SignatureFault) in
            reader.types[name] = try InvocationType(parsing: text, types: reader.types)
        }
    }

    private mutating func readConstants() throws(ManifestError) {
        try readWords(under: "constants") { reader, name, text throws(SignatureFault) in
            reader.constants[name] = try CallConstant(parsing: text, types: reader.types)
        }
    }

    /// Reads an object with names of the binding's own, each with a text that says what it means.
    private mutating func readWords(
        under key: String,
        _ read: (inout Self, String, String) throws(SignatureFault) -> Void
    ) throws(ManifestError) {
        guard object.contains(key) else { return }
        let all = try ManifestObject(try object.value(key))
        for key in all.value.keys where !key.isNote {
            try attempt { reader throws(ManifestError) in
                let name = try reader.newName(key)
                let value = try all.value(name)
                do throws(SignatureFault) {
                    try read(&reader, name, value.string ?? "")
                } catch {
                    throw ManifestError(.binding(.type(error)), at: value)
                }
            }
        }
    }

    private func newName(_ key: JSONValue) throws(ManifestError) -> String {
        let name = key.string ?? ""
        let isTaken = types[name] != nil || ["value", "index", "result"].contains(name)
        guard !isTaken, CallScope.isName(name) else {
            throw ManifestError(.binding(.malformedName(name)), at: key)
        }
        return name
    }
}

extension TextPosition {
    fileprivate static let start = TextPosition(ofByte: 0, in: [])

    fileprivate static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension ABIRange {
    /// That of a plugin without code of its own.
    static let any = ABIRange(
        minimum: ABIVersion(major: 0, minor: 0),
        maximum: ABIVersion(major: .max, minor: .max)
    )!
}

extension ManifestObject {
    /// Checks that the other key is there if the one is.
    func pair(_ key: String, _ other: String) throws(ManifestError) {
        guard contains(key), !contains(other) else { return }
        throw ManifestError(.binding(.needs(key: key, other: other)), at: try value(key))
    }

    /// Checks that not both keys are there.
    func exclude(_ key: String, _ other: String) throws(ManifestError) {
        guard contains(key), contains(other) else { return }
        throw ManifestError(.binding(.excludes(key: key, other: other)), at: try value(key))
    }
}
