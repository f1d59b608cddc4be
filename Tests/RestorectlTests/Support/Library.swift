/// Libraries for discovery, which reads headers and manifests and nothing else.
enum Library {
    /// The 64 bytes of a shared library without notes; its manifest stands in a sidecar.
    static let withoutNotes: [UInt8] = {
        #if arch(x86_64)
        let machine: UInt8 = 62
        #else
        let machine: UInt8 = 183
        #endif
        let shared: [UInt8] = [3, 0, machine, 0]
        return [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9) + shared
            + Array(repeating: 0, count: 44)
    }()
}

extension Home {
    /// Puts a plugin into a directory, below the usual one unless it is absolute.
    @discardableResult
    func install(
        _ name: String,
        id: String,
        version: String = "1.0.0",
        abi: String = "0.1",
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

    /// A plugin that provides an editor.
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

    /// The plugins of a small installation.
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
