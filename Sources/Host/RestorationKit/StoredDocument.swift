import FoundationEssentials

/// A JSON document beside the archive, for tools.
package protocol StoredDocument: Codable {}

extension StoredDocument {
    package init(decoding bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    }

    package func encoded() throws -> [UInt8] { try Self.json(self) }

    /// - Parameter value: The document, or a part of it.
    static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return [UInt8](try encoder.encode(value))
    }
}
