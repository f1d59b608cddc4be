import Foundation
import TestSupport
import Testing

/// Changes a byte of a plugin's library on disk. No check of a host can distinguish such a file
/// from another build.
///
/// The environment variable `RESTORATION_FLIPS` is the last seed, and `RESTORATION_FIRST_FLIP` the
/// first. Set both to a seed to repeat its test.
@Suite struct `A plugin library with a byte that was changed` {
    private let program: ContractProgram
    private let library: Data

    init() throws {
        program = try ContractProgram()
        try ContractPlugin.compile("crashing", into: program.plugins)
        library = try Data(contentsOf: URL(filePath: program.plugins + "/libcrashing.so"))
    }

    private static let first = number("RESTORATION_FIRST_FLIP") ?? 1
    private static let last = max(first, number("RESTORATION_FLIPS") ?? 5)

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }

    @Test func `prevents a program from restoring in at most two launches`() throws {
        try #require(program.launch("make") == "restored saved 0")
        let saved = program.directory + "/saved"
        try FileManager.default.moveItem(atPath: program.state, toPath: saved)

        for seed in Self.first...Self.last {
            try FileManager.default.copyItem(atPath: saved, toPath: program.state)
            defer { program.forgetState() }
            var generator = SeededGenerator(seed: seed)
            var damaged = library
            let offset = Int.random(in: damaged.indices, using: &generator)
            let bits = UInt8.random(in: 1...255, using: &generator)
            damaged[offset] ^= bits
            try install(damaged)

            var launches: [String] = []
            while launches.count < 3, launches.last?.hasPrefix("restored") != true {
                launches.append(try program.launch())
            }
            try install(library)
            let healed = try program.launch()

            let name = "seed \(seed), \(offset) ^ \(bits)"
            #expect(launches.last?.hasPrefix("restored") == true, "\(name): \(launches)")
            #expect(healed == "restored saved 0", "\(name)")
        }
    }

    /// Replaces the library atomically, since each build is a new file.
    private func install(_ library: Data) throws {
        let file = URL(filePath: program.plugins + "/libcrashing.so")
        try library.write(to: file, options: .atomic)
    }
}
