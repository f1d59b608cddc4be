internal import FoundationEssentials

/// The file of the user's records: `matches.json` in Pet Finder's data directory.
public struct PetFile: Sendable {
    /// The file's directory. The first write creates it with access for its owner only.
    public let directory: String
    /// The file.
    public var path: String { directory + "/matches.json" }

    /// Creates a file reference in `directory`, an absolute path.
    public init(directory: String) {
        self.directory = directory
    }

    /// Creates a file reference below `XDG_DATA_HOME`, or else `~/.local/share`.
    ///
    /// Semantic source: the XDG base directory specification, which says to ignore relative paths.
    public init(
        application: String,
        environment: [String: String]
    ) throws(PetFinderError) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let base = absolute("XDG_DATA_HOME") ?? absolute("HOME").map({ "\($0)/.local/share" })
        else { throw .noDataDirectory }
        self.init(directory: "\(base)/\(application)")
    }

    /// Reads the records, or returns empty ones if there is no file yet.
    ///
    /// - Throws: ``PetFinderError`` for a file that is not understood, because a later write would
    ///   overwrite it.
    public func read() throws(PetFinderError) -> PetRecords {
        guard let bytes = try readBytes() else { return PetRecords() }
        do {
            let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).version
            guard version <= PetRecords.knownVersion else {
                throw PetFinderError.newerRecords(
                    path: path,
                    version: version,
                    known: PetRecords.knownVersion
                )
            }
            return try JSONDecoder().decode(PetRecords.self, from: Data(bytes))
        } catch let error as PetFinderError {
            throw error
        } catch {
            throw .unreadableRecords(path: path, reason: Self.sentence(for: error))
        }
    }

    /// Writes the records durably and atomically.
    public func write(_ records: PetRecords) throws(PetFinderError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try writeBytes(Array(encoder.encode(records)) + [UInt8(ascii: "\n")])
        } catch let error as PetFinderError {
            throw error
        } catch {
            throw .fileFailed(path: path, operation: "written", reason: "\(error)")
        }
    }

    private struct Version: Decodable { let version: Int }

    /// The location of a decoding error, without values, which its own text contains.
    private static func sentence(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is of another kind"
        default: "the file is not valid JSON"
        }
    }
}
