import Foundation
import RestorationDiscovery
import RestorationPlugins
import TestSupport
import Testing

/// The dynamic loader trusts all headers of a library. The host must refuse a wrong header, unless
/// loading the library fails or succeeds without a crash.
@Suite struct `A library with a changed header` {
    /// The offset and size of each field of a program header.
    private static let fields = [
        (0, 4), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8), (40, 8), (48, 8),
    ]
    /// The segment types that the dynamic loader knows.
    private static let kinds: [UInt64] = [
        0, 1, 2, 3, 4, 6, 7, 0x6474_E550, 0x6474_E551, 0x6474_E552, 0x6474_E553,
    ]

    // The order of headers differs between linkers.
    @Test(arguments: [[], ["-fuse-ld=lld"], ["-Wl,--hash-style=both"], ["-Wl,-z,now"]])
    func `does not crash the program that loads it, if it passed inspection`(options: [String])
        throws
    {
        let directory = try TemporaryDirectory()
        let plugin = try CompiledPlugin("headers", in: directory, options: options)
        let whole = CompiledLibrary(
            bytes: [UInt8](try Data(contentsOf: URL(filePath: plugin.file)))
        )
        _ = try plugin.discovered()

        var passed: [String] = []
        for (number, header) in whole.headers.enumerated() {
            // The kind of a PT_TLS header is not changed: only relocations tell whether a library
            // has thread-local variables, and discovery does not read them.
            let isThreadLocal = whole.number(at: header, size: 4) == 7
            for (offset, size) in isThreadLocal ? Self.fields.dropFirst() : Self.fields[...] {
                for value in Self.values(insteadOf: whole.number(at: header + offset, size: size)) {
                    var changed = whole
                    changed.set(value, size: size, at: header + offset)
                    guard changed.bytes != whole.bytes else { continue }
                    let name = "\(number)-\(offset)-\(String(value, radix: 16)).so"
                    let file = try directory.write(name, changed.bytes)
                    if (try? DiscoveredPlugin(inspecting: file)) != nil { passed.append(file) }
                }
            }
        }
        let program = "\(directory.path)/open-each"
        try Command.run(["clang", Self.source, "-o", program])
        let fatal = try Command.run([program] + passed)

        #expect(fatal == "")
        // Some fields may have any value, since nothing depends on them.
        #expect(!passed.isEmpty)
    }

    private static func values(insteadOf value: UInt64) -> [UInt64] {
        kinds + [.max, value &+ 1, value &- 1, value ^ 2, value ^ 4, value ^ 8, 1 << 31, 1 << 63]
    }

    private static let source = Repository.path("Tests/Fixtures/Programs/open-each.c")
}
