import RestorationCore
import Testing

@testable import restoration_plugin_generator

@Suite struct `The source that embeds a manifest` {
    private static let manifest = """
        {
            "manifest": 1,
            "id": "org.example.notes",
            "version": "1.4",
            "abi": "0.3",
            "applications": ["org.example.app"],
            "classes": [
                { "id": "Notes",
                  "version": 2,
                  "routes": ["Tabs/*/Notes"] }
            ]
        }
        """

    private func fault(_ text: String, _ replacement: String) -> ManifestFault? {
        let changed = Self.manifest.replacing(text, with: replacement)
        do throws(ManifestFault) {
            _ = try CheckedManifest(Array(changed.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func `agrees with the manifest`() throws {
        let manifest = try CheckedManifest(Array(Self.manifest.utf8))

        #expect(manifest.source.contains(#"identifier: "org.example.notes","#))
        #expect(manifest.source.contains(#"version: "1.4","#))
        #expect(manifest.source.contains(#"classes: ["Notes": 2]"#))
    }

    @Test func `quotes names that Swift would take for code`() throws {
        let text = Self.manifest.replacing(#""Notes""#, with: #""N\"\\(1)""#)

        let manifest = try CheckedManifest(Array(text.utf8))

        #expect(manifest.classes.map(\.name) == [#"N"\(1)"#])
        #expect(manifest.source.contains(#"classes: ["N\"\\(1)": 2]"#))
    }

    @Test(arguments: 0...8)
    func `pads the note to whole words`(size: Int) {
        let manifest = Array("{\"a\": 1}".utf8.prefix(size))

        let words = ManifestNote(manifest).words

        let bytes = words.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        let padded = manifest + Array(repeating: 0x20, count: (8 - size % 8) % 8)
        let header: [UInt8] = [12, 0, 0, 0, UInt8(padded.count), 0, 0, 0, 0x01, 0x54, 0x53, 0x52]
        #expect(bytes == header + Array("Restoration\0".utf8) + padded)
    }

    @Test func `names the line of a fault and a correction`() {
        #expect(
            fault("\"0.3\",", "\"0.3\"")
                == ManifestFault(
                    line: 6,
                    sentence: """
                        The manifest is not valid JSON: a comma or the closing } is missing. Add \
                        the missing character.
                        """
                )
        )
        #expect(
            fault("\"version\": 2", "\"version\": 0")
                == ManifestFault(
                    line: 9,
                    sentence: """
                        The number is out of range (classes[0].version). Write a number from 1 to \
                        4294967295.
                        """
                )
        )
        #expect(
            fault("\"version\": 2,", "")
                == ManifestFault(
                    line: 8,
                    sentence: "The manifest lacks a key (classes[0].version). Add the key."
                )
        )
    }

    @Test func `warns about a misspelt key`() throws {
        let text = Self.manifest.replacing("\"routes\"", with: "\"route\"")

        let manifest = try CheckedManifest(Array(text.utf8))

        #expect(
            manifest.warnings(at: "restoration-plugin.json") == [
                """
                restoration-plugin.json:10: warning: The manifest has a key that is ignored \
                (classes[0].route). Did you mean "routes"?
                """
            ]
        )
    }

    @Test func `is not made for headers other than the plugin's`() {
        #expect(
            fault("0.3", "0.4")
                == ManifestFault(
                    line: 5,
                    sentence: """
                        The manifest is for ABI 0.4, the plugin is built with 0.3 (abi). Write \
                        "0.3".
                        """
                )
        )
    }

    @Test func `is not made for a manifest that is too large`() {
        let padding = String(repeating: " ", count: 32_768)

        #expect(
            fault("{\n", "{\n" + padding)
                == ManifestFault(
                    line: 1,
                    sentence: "The manifest has 33013 bytes. Shorten the manifest to 32768 bytes."
                )
        )
    }
}

@Suite struct `The constant of a plugin` {
    private func complaint(_ text: String) -> String? {
        PluginConstant.complaint(
            about: [
                ("Sources/Notes/Other.swift", "struct Other {}"),
                ("Sources/Notes/Note.swift", text),
            ],
            manifest: "Sources/Notes/restoration-plugin.json"
        )
    }

    @Test(arguments: [
        "let restorationPlugin = RestorationPlugin(Note.self)",
        "import A\n\npublic let restorationPlugin: RestorationPlugin = make()",
    ])
    func `is found`(text: String) {
        #expect(complaint(text) == nil)
    }

    @Test(arguments: [
        "\n// restorationPlugin\nlet plugin = RestorationPlugin(Note.self)",
        "\n\nlet plugin: RestorationPlugin = .init(Note.self)",
        "\n\nlet plugin =\n RestorationPlugin(A.self)",
    ])
    func `is named with its file if it has another name`(text: String) {
        #expect(
            complaint(text) == """
                Sources/Notes/Note.swift:3: error: The plugin's constant is called plugin. Call it \
                restorationPlugin: let restorationPlugin = RestorationPlugin(…).
                """
        )
    }

    @Test func `is requested if there is none`() {
        #expect(
            complaint("final class Note {}") == """
                Sources/Notes/restoration-plugin.json:1: error: No source file beside the manifest \
                declares restorationPlugin. Write in one of them: let restorationPlugin = \
                RestorationPlugin(YourClass.self).
                """
        )
    }
}

@Suite struct `The place of a manifest` {
    @Test func `is beside the sources, once`() {
        let files = ["Note.swift", "restoration-plugin.json", "Models/Page.swift"]

        #expect(ManifestPlace.complaint(about: files, in: "Sources/Notes") == nil)
    }

    @Test func `is named where there is none`() {
        #expect(
            ManifestPlace.complaint(about: ["Note.swift"], in: "Sources/Notes") == """
                Sources/Notes/restoration-plugin.json: error: The target has no manifest. Write one \
                there.
                """
        )
    }

    @Test(arguments: [
        "Resources/restoration-plugin.json", "Restoration-Plugin.json", "restoration_plugin.json",
    ])
    func `is named if the manifest is elsewhere`(path: String) {
        #expect(
            ManifestPlace.complaint(about: ["Note.swift", path], in: "Sources/Notes") == """
                Sources/Notes/\(path): error: No build finds a manifest in this place. Move \
                it to Sources/Notes/restoration-plugin.json.
                """
        )
    }

    @Test func `holds only one manifest`() {
        let files = ["restoration-plugin.json", "Other/restoration-plugin.json"]

        #expect(
            ManifestPlace.complaint(about: files, in: "Sources/Notes") == """
                Sources/Notes/Other/restoration-plugin.json: error: The target has another \
                manifest, Sources/Notes/restoration-plugin.json, and a library is one plugin. \
                Remove one, or make two targets.
                """
        )
    }
}

@Suite struct `The output of the build` {
    private func complaint(_ text: String) -> String? {
        HandwrittenEntry.complaint(about: [("Sources/Notes/Note.swift", text)])
    }

    @Test(arguments: [
        "@c @implementation\npublic func restoration_plugin_entry(",
        "\n@_cdecl(\"restoration_plugin_entry\") func enter(",
        "\n@c(restoration_plugin_entry) func enter(",
    ])
    func `has no second entry point`(text: String) {
        #expect(
            complaint(text) == """
                Sources/Notes/Note.swift:2: error: The build makes the plugin's entry point. Remove \
                this one.
                """
        )
    }

    @Test func `has no second note`() {
        #expect(
            complaint("@section(\".note.restoration\") @used") == """
                Sources/Notes/Note.swift:1: error: The build makes the note with the manifest. \
                Remove this one.
                """
        )
    }

    @Test func `may be mentioned in a comment`() {
        #expect(complaint("// func restoration_plugin_entry comes from the build") == nil)
    }
}
