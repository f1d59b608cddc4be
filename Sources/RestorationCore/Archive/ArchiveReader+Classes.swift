extension ArchiveReader {
    /// The class of a plugin that has saved a record, by the name that it had; `nil` for what is
    /// the program's own. Of an object that a plugin holds and no class makes, the name is empty.
    package func savedClass(of number: Int) -> ClassVersion? {
        let record = records[number]
        guard let plugin = string(record.plugin) else { return nil }
        return ClassVersion(
            plugin: plugin,
            className: string(record.className) ?? "",
            schemaVersion: record.schemaVersion
        )
    }
}
