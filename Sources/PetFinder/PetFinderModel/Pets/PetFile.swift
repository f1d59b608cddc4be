internal import FoundationEssentials

/// The file that holds the person's records: `matches.json` in Pet Finder's data directory.
public struct PetFile: Sendable {
    /// The directory that holds the file. Made, for the owner alone, with the first write.
    public let directory: String
    /// The file itself.
    public var path: String { directory + "/matches.json" }

    /// Keeps records in `directory`, an absolute path.
    public init(directory: String) {
        self.directory = directory
    }

    /// Keeps records where the person's data belongs: below `XDG_DATA_HOME`, or else
    /// `~/.local/share`.
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

    /// Reads the records; those of a person who has decided nothing if there is no file yet.
    ///
    /// - Throws: ``PetFinderError`` for a file that exists and is not understood: going on would
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

    /// Writes the records; they are durable when it returns, and the file is never half written.
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

    /// Where the file stops being records. A decoding error's own text names values.
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
