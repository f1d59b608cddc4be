public import RestorationCore

/// Reads manifests from untrusted JSON.
///
/// Unknown keys are ignored, unless they begin with `!`. With that prefix, an author excludes hosts
/// that do not know the key.
public struct ManifestReader: Sendable {
    /// Creates a reader.
    public init() {}

    /// The keys of each object in a manifest. A test compares them with
    /// `restoration-plugin.schema.json`.
    static let outerKeys = [
        "$schema", "manifest", "id", "formerly", "version", "abi", "applications", "interfaces",
        "classes", "converters", "name", "summary", "authors", "license",
    ]
    static let interfaceKeys = ["needed"]
    static let classKeys = ["id", "version", "aliases", "dropped", "routes", "priority"]
    static let converterKeys = ["id", "from", "to"]
    static let classVersionKeys = ["plugin", "class", "version"]
    static let abiKeys = ["minimum", "maximum"]
    /// The valid keys anywhere in a manifest.
    static let keys =
        outerKeys + interfaceKeys + classKeys + converterKeys + classVersionKeys + abiKeys

    /// Reads a whole manifest.
    ///
    /// - Parameter bytes: UTF-8 JSON, at most ``PluginManifest/maximumSizeInBytes``.
    /// - Throws: ``ManifestError`` for the first fault.
    public func manifest(from bytes: [UInt8]) throws(ManifestError) -> PluginManifest {
        let object = try document(bytes)
        guard let identifier = PluginIdentifier(try object.text("id")) else {
            throw ManifestError(.malformedIdentifier, at: try object.value("id"))
        }
        guard let version = PluginVersion(try object.text("version")) else {
            throw ManifestError(.malformedVersion, at: try object.value("version"))
        }
        // A library may have only converters, under a misspelt key.
        if !object.contains("classes"), object.misspelling(of: "converters") != nil {
            _ = try object.value("converters")
        }
        let converters = try converters(object, of: identifier)
        return PluginManifest(
            identifier: identifier,
            formerIdentifiers: try formerIdentifiers(object, of: identifier),
            version: version,
            abi: try abi(object),
            applications: try applications(object),
            neededInterfaces: try neededInterfaces(object),
            classes: converters.isEmpty || object.contains("classes") ? try classes(object) : [],
            converters: converters,
            credits: try credits(object)
        )
    }

    func document(_ bytes: [UInt8]) throws(ManifestError) -> ManifestObject {
        guard bytes.count <= PluginManifest.maximumSizeInBytes else {
            throw ManifestError.tooLarge(sizeInBytes: bytes.count)
        }
        let object = try ManifestObject(try JSONTree(parsing: bytes).root)
        let format = try object.integer("manifest", in: 1...Int64.max)
        guard format <= PluginManifest.newestFormat else {
            throw ManifestError(.unknownFormat(format), at: try object.value("manifest"))
        }
        return object
    }

    private func abi(_ object: ManifestObject) throws(ManifestError) -> ABIRange {
        let value = try object.value("abi")
        if value.string != nil { return ABIRange(try abiVersion(value)) }
        guard value.isObject else {
            throw ManifestError.wrongKind("text such as \"0.3\", or an object", value)
        }
        let ends = try ManifestObject(value)
        let minimum = try abiVersion(try ends.value("minimum"))
        let maximum = try abiVersion(try ends.value("maximum"))
        guard let range = ABIRange(minimum: minimum, maximum: maximum) else {
            throw ManifestError(.reversedABIRange, at: value)
        }
        return range
    }

    private func abiVersion(_ value: JSONValue) throws(ManifestError) -> ABIVersion {
        guard let version = ABIVersion(try value.text()) else {
            throw ManifestError(.malformedABIVersion, at: value)
        }
        return version
    }

    func applications(_ object: ManifestObject) throws(ManifestError) -> ApplicationScope {
        var named: [ApplicationIdentifier] = []
        var includesEvery = false
        for value in try object.filledList("applications") {
            let text = try value.text()
            if text == "*" {
                includesEvery = true
            } else if let application = ApplicationIdentifier(text) {
                named.append(application)
            } else {
                throw ManifestError(.malformedApplication, at: value)
            }
        }
        return ApplicationScope(applications: named, includesEveryApplication: includesEvery)
    }

    private func formerIdentifiers(
        _ object: ManifestObject,
        of identifier: PluginIdentifier
    ) throws(ManifestError) -> [PluginIdentifier] {
        var former: [PluginIdentifier] = []
        for value in try object.list("formerly") {
            guard let name = PluginIdentifier(try value.text()) else {
                throw ManifestError(.malformedIdentifier, at: value)
            }
            guard name != identifier, !former.contains(name) else {
                throw ManifestError(.repeatedIdentifier(name), at: value)
            }
            former.append(name)
        }
        return former
    }

    private func neededInterfaces(_ object: ManifestObject) throws(ManifestError) -> [String] {
        guard object.contains("interfaces") else { return [] }
        let interfaces = try ManifestObject(try object.value("interfaces"))
        var needed: [String] = []
        for value in try interfaces.list("needed") {
            let text = try value.text()
            guard Self.isInterface(text) else {
                throw ManifestError(.malformedInterface, at: value)
            }
            needed.append(text)
        }
        return needed
    }

    private static func isInterface(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let version = UInt32(parts[1]), version > 0 else { return false }
        return PluginIdentifier(String(parts[0])) != nil
    }

    func credits(_ object: ManifestObject) throws(ManifestError) -> PluginManifest.Credits {
        var authors: [String] = []
        for value in try object.list("authors") { authors.append(try value.caption()) }
        return PluginManifest.Credits(
            name: try object.caption("name"),
            summary: try object.caption("summary"),
            authors: authors,
            license: try object.caption("license")
        )
    }
}
