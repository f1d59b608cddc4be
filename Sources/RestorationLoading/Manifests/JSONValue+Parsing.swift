internal import FoundationEssentials

extension JSONValue {
    /// Reads one value from bytes that nobody vouches for.
    ///
    /// Of two members with one name the first counts.
    ///
    /// - Parameter bytes: JSON (RFC 8259) in UTF-8.
    init(parsing bytes: [UInt8]) throws(ManifestError) {
        // JSON in UTF-8 never has a NUL, in UTF-16 and UTF-32 always: the decoder takes those, too,
        // but other readers of manifests need not.
        guard !bytes.contains(0) else { throw ManifestError(location: "", fault: .notJSON) }
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch let error as ManifestError {
            throw error
        } catch {
            // FoundationEssentials has no more to say: neither a line nor a reason.
            throw ManifestError(location: "", fault: .notJSON)
        }
    }
}
