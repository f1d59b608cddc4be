/// Libraries for discovery, which reads only headers and manifests.
enum Library {
    /// A shared library that exports an entry point without code. It has no notes, so its manifest
    /// is in a sidecar.
    static let withoutNotes = bytes(exporting: "restoration_plugin_entry")

    /// A shared library that exports any symbol.
    ///
    /// - Parameter manifest: `nil` for a library without notes.
    static func bytes(exporting name: String, manifest: String? = nil) -> [UInt8] {
        let note = manifest.map(note) ?? []
        let headers = 64 + (note.isEmpty ? 3 : 4) * 56
        let text = [0] + Array(name.utf8) + [0]
        let names = text + little(0, (8 - text.count % 8) % 8)
        // One bucket, which begins with the only symbol, number 1.
        let hashes = [1, 2, 1, 0, 0].flatMap { little($0, 4) }
        let symbol = little(1, 4) + [0x12, 0] + little(1, 2) + little(0, 16)
        let symbols = little(0, 24) + symbol
        let parts = [names, hashes, symbols, note]
        let places = parts.indices.map { headers + parts[..<$0].joined().count }
        // DT_STRTAB, DT_HASH, DT_SYMTAB, DT_STRSZ, DT_NULL
        let entries = [5, places[0], 4, places[1], 6, places[2], 10, names.count, 0, 0]
        let table = entries.flatMap { little($0, 8) }
        let size = headers + parts.joined().count
        return header(segments: note.isEmpty ? 3 : 4) + segment(1, 4, at: 0, size + table.count)
            + segment(2, 4, at: size, table.count) + segment(0x6474_E551, 6, at: 0, 0)
            + (note.isEmpty ? [] : segment(4, 4, at: places[3], note.count, alignment: 4))
            + parts.joined() + table
    }

    private static func note(_ manifest: String) -> [UInt8] {
        let content = Array(manifest.utf8)
        let note =
            little(12, 4) + little(content.count, 4) + little(0x5253_5401, 4)
            + Array("Restoration".utf8) + [0] + content
        return note + little(0, (4 - note.count % 4) % 4)
    }

    private static func header(segments: Int) -> [UInt8] {
        #if arch(x86_64)
        let machine = 62
        #else
        let machine = 183
        #endif
        return [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + little(0, 9) + little(3, 2)
            + little(machine, 2) + little(1, 4) + little(0, 8) + little(64, 8) + little(0, 14)
            + little(56, 2) + little(segments, 2) + little(0, 6)
    }

    private static func segment(
        _ type: Int,
        _ flags: Int,
        at offset: Int,
        _ size: Int,
        alignment: Int = 4096
    ) -> [UInt8] {
        little(type, 4) + little(flags, 4) + little(offset, 8) + little(offset, 8)
            + little(offset, 8) + little(size, 8) + little(size, 8) + little(alignment, 8)
    }

    /// A little-endian number of `count` bytes.
    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
    }
}

extension Home {
    /// Installs a plugin into a directory, by default that for plugins of any application.
    @discardableResult
    func install(
        _ name: String,
        id: String,
        version: String = "1.0.0",
        abi: String = "0.3",
        applications: String = #""org.example.petfinder""#,
        classes: String = #"{"id": "Panel", "version": 1}"#,
        more: String = "",
        in directory: String? = nil
    ) throws -> String {
        let directory = directory ?? pluginDirectory
        let manifest = """
            {"manifest": 1, "id": "\(id)", "version": "\(version)", "abi": "\(abi)",
             "applications": [\(applications)], "classes": [\(classes)]\(more)}
            """
        try write(manifest.utf8, to: "\(directory)/lib\(name).restoration.json")
        return try write(Library.withoutNotes, to: "\(directory)/lib\(name).so")
    }

    /// Installs a plugin that provides an editor.
    func installEditor(in directory: String? = nil) throws {
        try install(
            "editor",
            id: "org.example.editor",
            version: "1.2.0",
            classes: """
                {"id": "PetEditor", "version": 3, "priority": 5, "aliases": ["Editor"],
                 "routes": ["Tabs/*/Details/Edit", "Tabs/*/{pet}/Edit"]},
                {"id": "PetPhoto", "version": 1}
                """,
            more: #", "name": "Pet Editor", "summary": "Edits a pet.", "license": "Apache-2.0""#,
            in: directory
        )
    }

    /// Installs a few plugins.
    func installSome() throws {
        try installEditor()
        try install(
            "notes",
            id: "org.example.notes",
            classes: #"{"id": "Notes", "version": 1, "routes": ["**/Edit", "Tabs/**"]}"#,
            in: pluginDirectory + "/org.example.petfinder"
        )
    }
}
