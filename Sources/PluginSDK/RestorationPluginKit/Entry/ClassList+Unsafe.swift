import RestorationCore

struct ClassList: Sendable {
    typealias Entry = (name: String, type: any RestorableObject.Type)

    // Not Sendable, since a class may conform on the main actor only. Invariant: used only on the
    // session's thread, which every call from the host checks.
    nonisolated(unsafe) private let entries: [Entry]

    init(_ entries: [Entry]) {
        unsafe self.entries = entries
    }

    /// Matches the classes with the manifest.
    ///
    /// - Throws: ``EntryError`` if a class is missing on either side. Otherwise a host would notice
    ///   only when some state needs the class.
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
