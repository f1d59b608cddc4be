import RestorationCore
import RestorationInvocation

extension BindingDocument {
    /// Reads a binding from untrusted JSON.
    ///
    /// - Parameter bytes: UTF-8 JSON with comments, at most ``maximumSizeInBytes``.
    /// - Throws: the first fault.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        var reader = BindingReader(try Self.object(parsing: bytes))
        self = try reader.document()
    }

    /// The faults in a binding, in the order of the text: at most one of each property, and one of
    /// each class's other parts.
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

    /// The maximum number of reported faults. After correcting them, the author sees the rest.
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

/// Reads a binding and checks everything that is independent of the library.
struct BindingReader {
    let object: ManifestObject
    var types: [String: InvocationType] = [:]
    var constants: [String: CallConstant] = [:]
    var entries: [String: ManifestObject] = [:]
    /// The properties of classes that declare some, by the classes' nodes.
    var states: [Int: InheritedState] = [:]
    /// The collected faults, without the one that is thrown.
    private(set) var faults: [ManifestError] = []
    private let faultLimit: Int

    static let classLimit = 1_000
    static let propertyLimit = 1_000
    /// The maximum for all classes together, each with its inherited properties.
    static let propertySumLimit = 20_000

    /// - Parameter faultLimit: the number of the fault to throw. Earlier faults are collected, and
    ///   reading continues without the faulty part.
    init(_ object: ManifestObject, faultLimit: Int = 1) {
        self.object = object
        self.faultLimit = faultLimit
    }

    mutating func document() throws(ManifestError) -> BindingDocument {
        try readTypes()
        try readConstants()
        // Every use of a faulty type or constant would be another fault.
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

    /// Reads a part, or returns `nil` after a fault if more may be collected.
    @discardableResult
    mutating func attempt<Part>(
        _ read: (inout Self) throws(ManifestError) -> Part
    ) throws(ManifestError) -> Part? {
        do throws(ManifestError) {
            return try read(&self)
        } catch {
            // Inherited parts are read once for each class.
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
                .binding(.wrongResult("something else", needed: "one text, or numbers")),
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

    /// Reads an object that maps the binding's own names to definitions.
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
    /// The ABI range of a plugin without code.
    static let any = ABIRange(
        minimum: ABIVersion(major: 0, minor: 0),
        maximum: ABIVersion(major: .max, minor: .max)
    )!
}

extension ManifestObject {
    /// Checks that a key's companion is present.
    func pair(_ key: String, _ other: String) throws(ManifestError) {
        guard contains(key), !contains(other) else { return }
        throw ManifestError(.binding(.requires(key: key, other: other)), at: try value(key))
    }

    /// Checks that at most one of two keys is present.
    func exclude(_ key: String, _ other: String) throws(ManifestError) {
        guard contains(key), contains(other) else { return }
        throw ManifestError(.binding(.excludes(key: key, other: other)), at: try value(key))
    }
}
