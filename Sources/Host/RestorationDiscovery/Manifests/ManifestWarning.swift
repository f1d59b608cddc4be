public import RestorationCore

/// An unknown key of a manifest that is spelt like a known one.
///
/// Not an error, because a later version may define the key.
public struct ManifestWarning: DiagnosedError, Hashable {
    /// The key: `classes[0].route`.
    public let location: String
    /// The position of the key in the text.
    public let position: TextPosition
    /// The known key that resembles it.
    public let meant: String

    /// The warning as text, without the file's name, which the caller knows.
    public var diagnosis: Diagnosis {
        Diagnosis(
            problem: "The manifest has a key that is ignored",
            place: location,
            remedy: "Did you mean \"\(meant)\"?"
        )
    }
}

extension ManifestReader {
    /// Finds misspelt keys.
    ///
    /// - Parameter bytes: a manifest that ``manifest(from:)`` accepts.
    /// - Throws: ``ManifestError`` if the manifest is malformed.
    public func warnings(in bytes: [UInt8]) throws(ManifestError) -> [ManifestWarning] {
        let object = try document(bytes)
        var found = object.misspellings(of: Self.outerKeys)
        if let interfaces = object.value.member("interfaces") {
            found += try ManifestObject(interfaces).misspellings(of: Self.interfaceKeys)
        }
        for value in try object.list("classes") {
            found += try ManifestObject(value).misspellings(of: Self.classKeys)
        }
        for value in try object.list("converters") {
            let converter = try ManifestObject(value)
            found += converter.misspellings(of: Self.converterKeys)
            for end in ["from", "to"] {
                found += try ManifestObject(try converter.value(end))
                    .misspellings(of: Self.classVersionKeys)
            }
        }
        return found
    }

    /// The position of a key's value, for faults that depend on other values; the first line
    /// without such a key.
    package func position(of key: String, in bytes: [UInt8]) throws(ManifestError) -> TextPosition {
        let root = try JSONTree(parsing: bytes).root
        return (root.member(key) ?? root).position
    }
}

extension DiscoveredPlugin {
    /// Finds misspelt keys in the manifest of a library, embedded or in its sidecar.
    ///
    /// - Throws: ``DiscoveryError`` as ``init(inspecting:)``.
    public static func warnings(inspecting file: String) throws(DiscoveryError)
        -> [ManifestWarning]
    {
        let (bytes, source) = try manifest(ofLibrary: file)
        return try reading(source) { reader throws(ManifestError) in
            try reader.warnings(in: bytes)
        }
    }
}
