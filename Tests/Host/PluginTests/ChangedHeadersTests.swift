import Foundation
import RestorationDiscovery
import RestorationPlugins
import TestSupport
import Testing

/// The dynamic loader believes all that a library's headers say: one that is wrong must be refused,
/// or else loading it must fail, or go well.
@Suite struct `A library with a changed header` {
    /// The fields of a program header: where they begin, and their sizes.
    private static let fields = [
        (0, 4), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8), (40, 8), (48, 8),
    ]
    /// The kinds that the dynamic loader knows.
    private static let kinds: [UInt64] = [
        0, 1, 2, 3, 4, 6, 7, 0x6474_E550, 0x6474_E551, 0x6474_E552, 0x6474_E553,
    ]

    // Each linker has an order of its own.
    @Test(arguments: [[], ["-fuse-ld=lld"], ["-Wl,--hash-style=both"], ["-Wl,-z,now"]])
    func `does not end the program, once it has passed`(options: [String]) throws {
        let directory = try TemporaryDirectory()
        let plugin = try CompiledPlugin("headers", in: directory, options: options)
        let whole = CompiledLibrary(
            bytes: [UInt8](try Data(contentsOf: URL(filePath: plugin.file)))
        )
        _ = try plugin.discovered()

        var passed: [String] = []
        for (number, header) in whole.headers.enumerated() {
            // Whether there are variables of each thread stands in the relocations, which nobody
            // reads before the dynamic loader.
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
        try CompiledProgram.run(["clang", Self.source, "-o", program])
        let fatal = try CompiledProgram.run([program] + passed)

        #expect(fatal == "")
        // Where nothing depends on a field, it may be anything.
        #expect(!passed.isEmpty)
    }

    private static func values(insteadOf value: UInt64) -> [UInt64] {
        kinds + [.max, value &+ 1, value &- 1, value ^ 2, value ^ 4, value ^ 8, 1 << 31, 1 << 63]
    }

    private static let source = Repository.path("Tests/Fixtures/Programs/open-each.c")
}
