public import RestorationCore

/// Reads manifests from JSON that nobody vouches for.
///
/// Keys that it does not know are ignored, unless they begin with `!`: so an author says that a
/// host which does not understand a key shall leave the plugin alone.
public struct ManifestReader: Sendable {
    /// Creates a reader.
    public init() {}

    /// Reads a whole manifest.
    ///
    /// - Parameter bytes: JSON in UTF-8, at most ``PluginManifest/maximumSizeInBytes``.
    /// - Throws: ``ManifestError`` naming the first part that is wrong.
    public func manifest(from bytes: [UInt8]) throws(ManifestError) -> PluginManifest {
        let object = try document(bytes)
        guard let identifier = PluginIdentifier(try object.text("id")) else {
            throw ManifestError(location: "id", fault: .malformedIdentifier)
        }
        guard let version = PluginVersion(try object.text("version")) else {
            throw ManifestError(location: "version", fault: .malformedVersion)
        }
        return PluginManifest(
            identifier: identifier,
            version: version,
            abi: try abi(object),
            applications: try applications(object),
            neededInterfaces: try neededInterfaces(object),
            classes: try classes(object),
            credits: try credits(object)
        )
    }

    /// Opens the outermost object and checks its format.
    func document(_ bytes: [UInt8]) throws(ManifestError) -> ManifestObject {
        guard bytes.count <= PluginManifest.maximumSizeInBytes else {
            throw ManifestError.tooLarge(sizeInBytes: bytes.count)
        }
        let object = try ManifestObject(try JSONValue(parsing: bytes), at: "")
        let format = try object.integer("manifest", in: 1...Int64.max)
        guard format <= PluginManifest.newestFormat else {
            throw ManifestError(location: "manifest", fault: .unknownFormat(format))
        }
        return object
    }

    private func abi(_ object: ManifestObject) throws(ManifestError) -> ABIRange {
        if case .string(let text) = try object.value("abi") {
            return ABIRange(try abiVersion(text, at: "abi"))
        }
        guard case .object = try object.value("abi") else {
            throw ManifestError.wrongKind("text or an object", try object.value("abi"), at: "abi")
        }
        let ends = try ManifestObject(try object.value("abi"), at: "abi")
        let minimum = try abiVersion(try ends.text("minimum"), at: "abi.minimum")
        let maximum = try abiVersion(try ends.text("maximum"), at: "abi.maximum")
        guard let range = ABIRange(minimum: minimum, maximum: maximum) else {
            throw ManifestError(location: "abi", fault: .reversedABIRange)
        }
        return range
    }

    private func abiVersion(
        _ text: String,
        at location: String
    ) throws(ManifestError) -> ABIVersion {
        guard let version = ABIVersion(text) else {
            throw ManifestError(location: location, fault: .malformedABIVersion)
        }
        return version
    }

    private func applications(_ object: ManifestObject) throws(ManifestError) -> ApplicationScope {
        var named: [ApplicationIdentifier] = []
        var includesEvery = false
        for (value, location) in try object.filledList("applications") {
            let text = try value.text(at: location)
            if text == "*" {
                includesEvery = true
            } else if let application = ApplicationIdentifier(text) {
                named.append(application)
            } else {
                throw ManifestError(location: location, fault: .malformedApplication)
            }
        }
        return ApplicationScope(applications: named, includesEveryApplication: includesEvery)
    }

    private func neededInterfaces(_ object: ManifestObject) throws(ManifestError) -> [String] {
        guard object.contains("interfaces") else { return [] }
        let interfaces = try ManifestObject(try object.value("interfaces"), at: "interfaces")
        var needed: [String] = []
        for (value, location) in try interfaces.list("needed") {
            let text = try value.text(at: location)
            guard Self.isInterface(text) else {
                throw ManifestError(location: location, fault: .malformedInterface)
            }
            needed.append(text)
        }
        return needed
    }

    /// Whether the text is a reversed domain name with a version: `org.example.app.screen/1`.
    private static func isInterface(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let version = UInt32(parts[1]), version > 0 else { return false }
        return PluginIdentifier(String(parts[0])) != nil
    }

    private func credits(_ object: ManifestObject) throws(ManifestError) -> PluginManifest.Credits {
        var authors: [String] = []
        for (value, location) in try object.list("authors") {
            authors.append(try value.caption(at: location))
        }
        return PluginManifest.Credits(
            name: try object.caption("name"),
            summary: try object.caption("summary"),
            authors: authors,
            license: try object.caption("license")
        )
    }
}
