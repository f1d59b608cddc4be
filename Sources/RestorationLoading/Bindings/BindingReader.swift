import RestorationCore
import RestorationInvocation

extension BindingDocument {
    /// Reads a binding from JSON that nobody vouches for.
    ///
    /// - Parameter bytes: JSON in UTF-8 with comments, at most ``maximumSizeInBytes``.
    /// - Throws: ``ManifestError`` naming the first part that is wrong.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        guard bytes.count <= Self.maximumSizeInBytes else {
            throw .tooLarge(sizeInBytes: bytes.count, .binding)
        }
        let object = try ManifestObject(try JSONTree(parsing: bytes, of: .binding).root)
        let format = try object.integer("binding", in: 1...Int64.max)
        guard format <= Self.newestFormat else {
            throw ManifestError(.unknownFormat(format), at: try object.value("binding"))
        }
        try object.allow(BindingKeys.document)
        var reader = try BindingReader(object)
        self = try reader.document()
    }
}

/// Reads a binding. Everything in it is checked that can be without the library.
struct BindingReader {
    let object: ManifestObject
    var types: [String: InvocationType] = [:]
    var constants: [String: CallConstant] = [:]
    /// All classes by their names.
    var entries: [String: ManifestObject] = [:]
    /// Properties that have been read, by where they stand: classes inherit them from each other.
    var properties: [Int: BindingDocument.Property] = [:]

    static let classLimit = 1_000
    static let propertyLimit = 1_000

    init(_ object: ManifestObject) throws(ManifestError) {
        self.object = object
        try readTypes()
        try readConstants()
    }

    mutating func document() throws(ManifestError) -> BindingDocument {
        let kind = try text("kind")
        let failureMessage = try text("failureMessage")
        let requirement = try requirement()
        let libraries = try libraries()
        let (declared, classes) = try classes(hasKind: kind != nil)
        return BindingDocument(
            manifest: try manifest(of: declared),
            libraries: libraries,
            requirement: requirement,
            kind: kind,
            failureMessage: failureMessage,
            classes: classes
        )
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
        let results = get.calls.filter { !$0.isNested }.map(\.signature.result.bare)
        guard results == [.string] || results.allSatisfy(\.isInteger) else {
            throw ManifestError(
                .binding(.comesTo("something else", needed: "one text, or numbers")),
                at: try requires.value("get")
            )
        }
        return .init(least: least, get: get)
    }

    // MARK: Types and constants

    private mutating func readTypes() throws(ManifestError) {
        guard object.contains("types") else { return }
        let all = try ManifestObject(try object.value("types"))
        for key in all.value.keys {
            let name = try newName(key)
            let value = try all.value(name)
            do throws(SignatureFault) {
                types[name] = try InvocationType(parsing: value.string ?? "", types: types)
            } catch {
                throw ManifestError(.binding(.type(error)), at: value)
            }
        }
    }

    private mutating func readConstants() throws(ManifestError) {
        guard object.contains("constants") else { return }
        let all = try ManifestObject(try object.value("constants"))
        for key in all.value.keys {
            let name = try newName(key)
            let value = try all.value(name)
            do throws(SignatureFault) {
                constants[name] = try CallConstant(parsing: value.string ?? "", types: types)
            } catch {
                throw ManifestError(.binding(.type(error)), at: value)
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
