import RestorationCore

/// The restoration classes of a plugin, by the names that the manifest gives them.
struct ClassList: Sendable {
    typealias Entry = (name: String, type: any RestorableObject.Type)

    // A class may conform on the main actor alone, so the types are not Sendable. Invariant: they
    // are used on the session's thread alone; every call from the host checks that it comes there.
    nonisolated(unsafe) private let entries: [Entry]

    init(_ entries: [Entry]) {
        unsafe self.entries = entries
    }

    /// Joins the classes with what the manifest says of them.
    ///
    /// - Throws: ``EntryError`` if one is missing on either side: a host would find out only when
    ///   somebody's state needs the class.
    func matched(
        with schemaVersions: KeyValuePairs<String, UInt32>
    ) throws(EntryError) -> [(name: String, schemaVersion: UInt32, type: any RestorableObject.Type)]
    {
        for (index, entry) in unsafe entries.enumerated() {
            if unsafe entries[..<index].contains(where: { $0.name == entry.name }) {
                throw .repeatedClass(entry.name)
            }
            if !schemaVersions.contains(where: { $0.key == entry.name }) {
                throw .classNotInManifest(entry.name)
            }
        }
        var matched: [(name: String, schemaVersion: UInt32, type: any RestorableObject.Type)] = []
        for (name, schemaVersion) in schemaVersions {
            guard let entry = unsafe entries.first(where: { $0.name == name }) else {
                throw .classNotInPlugin(name)
            }
            matched.append((name, schemaVersion, entry.type))
        }
        return matched
    }
}
