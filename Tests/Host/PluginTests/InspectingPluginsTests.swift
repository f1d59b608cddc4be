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
        {"manifest": 1, "id": "org.example.notes", "version": "1.0.0", "abi": "0.2",
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

    /// A note without `aligned(4)`, which gcc pads to 32 bytes: 8 of zeros lie behind its 56.
    private static let paddedNote = """
        #include <stdint.h>
        __attribute__((section(".note.restoration"), used, aligned(32)))
        static const struct { uint32_t owner_size, size, type; char owner[12], manifest[32]; }
        note = {12, 32, 0x52535401, "Restoration", "{}"};
        """

    @Test func `counts manifests that a compiler has put zeros between`() throws {
        let sources = try ["first.c", "second.c"].map {
            try directory.write($0, Self.paddedNote)
        }

        let error = diagnosedError {
            try CompiledPlugin("counter", in: directory, options: sources).discovered()
        }

        #expect(error?.diagnosis.problem == "The library carries two manifests")
    }

    @Test func `finds a manifest behind zeros`() throws {
        for words in 0...15 {
            let padding = Array(repeating: 0 as UInt8, count: 4 * words)
            let note = ELFImage.note(manifest: Self.manifest)
            let other = ELFImage.note(owner: "GNU", type: 3, [1])
            var image = ELFImage()
            image.segments = [.init(content: other + padding + note)]

            #expect(try inspect(image).manifest.classes.count == 2)
        }
    }

    @Test func `leaves notes of other owners and types alone`() throws {
        var image = ELFImage(manifest: Self.manifest)
        image.segments += [
            .init(content: ELFImage.note(owner: "Restoratiom", type: 0x5253_5401, [1])),
            .init(content: ELFImage.note(owner: "Restoration", type: 1, [1])),
        ]

        #expect(try inspect(image).manifest.classes.count == 2)
    }

    @Test(arguments: faults)
    func `says what is wrong with it`(fault: Fault) throws {
        let file = try directory.write("libnotes.so", fault.bytes)

        let error = diagnosedError { try DiscoveredPlugin(inspecting: file) }

        #expect(
            error?.description == """
                error: \(fault.problem)
                   at: \(file)
                  fix: \(fault.remedy)
                """
        )
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
                // A plugin or an error: what counts is that it comes back.
                _ = try? DiscoveredPlugin(inspecting: file)
            }
        }
    }

    @Test func `takes the whole manifest from the sidecar of a library without one`() throws {
        try directory.write("libnotes.restoration.json", Self.manifest)

        let plugin = try inspect(ELFImage())

        #expect(plugin.manifest.classes.map(\.name) == ["Notes", "Chart"])
        #expect(plugin.sidecar == directory.path + "/libnotes.restoration.json")
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

    @Test func `refuses a sidecar that is too large, whatever is in it`() throws {
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

    struct Fault: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let problem: String
        let remedy: String

        init(_ bytes: [UInt8], _ problem: String, fix: String) {
            self.bytes = bytes
            self.problem = problem
            remedy = fix
        }

        init(_ problem: String, fix: String, _ change: (inout ELFImage) -> Void) {
            var image = ELFImage(manifest: `Inspecting a library`.manifest)
            change(&image)
            self.init(image.bytes, problem, fix: fix)
        }

        var testDescription: String { problem }
    }

    static let faults = [
        Fault(
            Array(ELFImage().bytes.prefix(40)),
            "The library ends within its headers",
            fix: "Install the plugin again."
        ),
        Fault(
            "The library is for big-endian processors",
            fix: "Install the build of the plugin for this processor."
        ) { $0.byteOrder = 2 },
        Fault(
            "The library's program headers are damaged",
            fix: "Install the plugin again."
        ) { $0.programHeaderSize = 32 },
        Fault(
            "The library ends within its headers",
            fix: "Install the plugin again."
        ) { $0.programHeaderCount = 400 },
        Fault(
            "The library ends within its headers",
            fix: "Install the plugin again."
        ) { $0.programHeaderOffset = .max - 7 },
        Fault(
            "A note of the library reaches past its end",
            fix: "Install the plugin again."
        ) { $0.segments[0].claimedOffset = .max - 7 },
        Fault(
            "A note of the library reaches past its end",
            fix: "Install the plugin again."
        ) {
            let content = [UInt8](repeating: 0, count: 4)
            $0.segments[0].content = ELFImage.note(
                owner: "Restoration",
                type: 0x5253_5401,
                content,
                claimedSize: 5
            )
        },
        Fault(
            "The library has 2097152 bytes of notes",
            fix: "Keep all notes together under 1048576 bytes."
        ) { $0.segments[0].claimedSize = 2 << 20 },
    ]
}
