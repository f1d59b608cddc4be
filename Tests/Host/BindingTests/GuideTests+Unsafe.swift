import Foundation
import RestorationInvocation
import RestorationKit
import TestSupport
import Testing

private let magic = NativeLibrary("libmagic.so.1")

/// The binding of `Docs/MakingALibraryRestorable.md`, against the library.
@Suite(.enabled(if: magic != nil, "libmagic.so.1 is not installed"))
struct `Docs/MakingALibraryRestorable.md` {
    @Test func `has a binding that brings settings back`() throws {
        let program = try DialProgram(binding: try Self.binding())
        let magic = try #require(magic)
        do {
            let session = try program.session { $0.acceptsPluginsForAnyApplication = true }
            defer { session.close() }
            let shelf = Shelf()
            session.addRoot(shelf)
            try session.restore()
            let made = try session.make("detector:0", under: shelf)
            shelf.items = [made]
            let handle = unsafe InvocationValue.object(
                UInt(bitPattern: session.nativeObject(of: made))
            )
            // MAGIC_MIME_TYPE
            magic.call("magic_setflags(object, int32) -> int32", [handle, .integer(0x10)])
            magic.call(
                "magic_setparam(object, int32, size *) -> int32",
                [handle, .integer(6), .integer(4_096)]
            )
            try session.preserveNow()
        }

        let session = try program.session { $0.acceptsPluginsForAnyApplication = true }
        defer { session.close() }
        let shelf = Shelf()
        session.addRoot(shelf)
        let report = try session.restore()

        #expect(report.entries.allSatisfy { $0.outcome == .restored })
        let detector = try #require(shelf.items.first)
        let handle = unsafe InvocationValue.object(
            UInt(bitPattern: session.nativeObject(of: detector))
        )
        #expect(
            magic.call("magic_getflags(object) -> int32", [handle]) == .integer(0x10)
        )
        let bytes = magic.invoke(
            "magic_getparam(object, int32, out size) -> int32",
            [handle, .integer(6)]
        )
        #expect(bytes.outputs == [.integer(4_096)])
        let file = magic.invoke(
            "magic_file(object, string) -> string?",
            [handle, .string(#filePath)]
        )
        #expect("\(file.result, default: "")".contains("text/"))
    }

    /// The document's binding, which is not the draft before it.
    private static func binding() throws -> String {
        let text = try Repository.text(of: "Docs/MakingALibraryRestorable.md")
        let block = text.components(separatedBy: "```jsonc\n").dropFirst()
            .first { $0.contains("\"Detector\"") }
        return try #require(block?.components(separatedBy: "```").first)
    }
}
