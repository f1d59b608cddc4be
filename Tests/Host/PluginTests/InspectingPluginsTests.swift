import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `Inspecting a library` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    static let manifest = """
        {"manifest": 1, "id": "org.example.notes", "version": "1.0.0", "abi": "0.3",
         "applications": ["org.example.app"],
         "classes": [{"id": "Notes", "version": 1}, {"id": "Chart", "version": 1, "priority": 5}]}
        """

    private func inspect(_ image: ELFImage) throws -> DiscoveredPlugin {
        let file = try directory.write("libnotes.so", image.bytes)
        return try DiscoveredPlugin(inspecting: file)
    }

    @Test(arguments: [4, 8])
    func `finds the manifest among other notes and segments`(alignment: Int) throws {
        var image = ELFImage()
        let buildID = ELFImage.note(
            owner: "GNU",
            type: 3,
            Array(repeating: 7, count: 20),
            alignment: alignment
        )
        let manifest = ELFImage.note(manifest: Self.manifest, alignment: alignment)
        image.segments = [
            .init(type: 1, claimedOffset: 0),
            .init(type: 0x6474_E551, flags: 6),
            .init(alignment: UInt64(alignment), content: buildID + manifest + [0, 0, 0, 0]),
            .init(content: ELFImage.note(owner: "FDO", type: 0xCAFE_1A7E, [1, 2, 3])),
        ]
        image.segments[0].claimedSize = UInt64(image.bytes.count)

        let plugin = try inspect(image)

        #expect(plugin.manifest.identifier.rawValue == "org.example.notes")
        #expect(plugin.file == directory.path + "/libnotes.so")
        #expect(plugin.sidecar == nil)
    }

    @Test func `finds a manifest after zeros`() throws {
        for words in 0...15 {
            let padding = Array(repeating: 0 as UInt8, count: 4 * words)
            let note = ELFImage.note(manifest: Self.manifest)
            let other = ELFImage.note(owner: "GNU", type: 3, [1])
            var image = ELFImage()
            image.segments = [.init(content: other + padding + note)]

            #expect(try inspect(image).manifest.classes.count == 2)
        }
    }

    @Test func `ignores notes of other owners and types`() throws {
        var image = ELFImage(manifest: Self.manifest)
        image.segments += [
            .init(content: ELFImage.note(owner: "Restoratiom", type: 0x5253_5401, [1])),
            .init(content: ELFImage.note(owner: "Restoration", type: 1, [1])),
        ]

        #expect(try inspect(image).manifest.classes.count == 2)
    }

    @Test func `survives every truncation and every changed byte of its headers`() throws {
        let bytes = ELFImage(manifest: Self.manifest).bytes
        let headers = bytes.count - Self.manifest.utf8.count - 24

        for length in Array(0..<headers + 24) + [bytes.count - 1] {
            let file = try directory.write("libnotes.so", Array(bytes[..<length]))
            diagnosedError { try DiscoveredPlugin(inspecting: file) }
        }
        for index in 0..<headers + 24 {
            for byte in [0x00, 0x7F, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                let file = try directory.write("libnotes.so", changed)
                // The result may be a plugin or an error, as long as the call returns.
                _ = try? DiscoveredPlugin(inspecting: file)
            }
        }
    }

    @Test func `lets a sidecar narrow the embedded manifest`() throws {
        let sidecar =
            #"{"manifest": 1, "classes": [{"id": "Chart", "priority": 0}], "disabled": true}"#
        try directory.write("libnotes.restoration.json", sidecar)

        let plugin = try inspect(ELFImage(manifest: Self.manifest))

        #expect(plugin.manifest.classes.map(\.name) == ["Chart"])
        #expect(plugin.manifest.classes.map(\.priority) == [0])
        #expect(plugin.isDisabled)
    }

    @Test func `refuses a sidecar that is too large, whatever its content`() throws {
        try directory.write("libnotes.restoration.json", Array(repeating: 0x20, count: 40_000))

        let error = diagnosedError {
            try inspect(ELFImage(manifest: Self.manifest))
        }

        #expect(error?.diagnosis.problem == "The manifest has 40000 bytes")
    }

    @Test func `does not wait for a pipe`() throws {
        let file = directory.path + "/libpipe.so"
        let result = unsafe mkfifo(file, 0o600)
        try #require(result == 0)

        let error = diagnosedError { try DiscoveredPlugin(inspecting: file) }

        #expect(error == DiscoveryError.notALibrary(file: file, .notRegular))
    }
}
