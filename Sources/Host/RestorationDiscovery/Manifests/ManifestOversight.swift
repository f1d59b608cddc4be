public import RestorationCore

/// An unknown key of a manifest that is spelt like a known one.
///
/// It is no error: a later version may know the key.
public struct ManifestOversight: DiagnosedError, Hashable {
    /// The key: `classes[0].route`.
    public let location: String
    /// Where the key stands in the text.
    public let position: TextPosition
    /// The key that hosts know.
    public let meant: String

    /// The oversight in words, without the file's name, which whoever reads the file knows.
    public var diagnosis: Diagnosis {
        Diagnosis(
            problem: "The manifest has a key that is ignored",
            place: location,
            remedy: "Did you mean \"\(meant)\"?"
        )
    }
}

extension ManifestReader {
    /// Looks for keys that are misspelt.
    ///
    /// - Parameter bytes: a manifest that ``manifest(from:)`` takes.
    /// - Throws: ``ManifestError`` if there is no telling one part from another.
    public func oversights(in bytes: [UInt8]) throws(ManifestError) -> [ManifestOversight] {
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

    /// The position of the value under a key of a manifest, for what is wrong with a value that
    /// is in order by itself; the first line where there is no such key.
    package func position(of key: String, in bytes: [UInt8]) throws(ManifestError) -> TextPosition {
        let root = try JSONTree(parsing: bytes).root
        return (root.member(key) ?? root).position
    }
}

extension DiscoveredPlugin {
    /// Looks for keys that are misspelt in the manifest of a library, embedded or beside it.
    ///
    /// - Throws: ``DiscoveryError`` as ``init(inspecting:)`` does.
    public static func oversights(inspecting file: String) throws(DiscoveryError)
        -> [ManifestOversight]
    {
        let (bytes, source) = try manifest(ofLibrary: file)
        return try reading(source) { reader throws(ManifestError) in
            try reader.oversights(in: bytes)
        }
    }
}
