import Foundation

/// Measures the session's capture and restore beside Foundation's keyed archiver and JSON, on one
/// tree, in turn: A B C, A B C. Prints a table of medians with ratios.
///
/// `--quick` leaves the largest tree out. `--check` ends with status 1 if a threshold is missed.
@main
struct BenchmarkProgram {
    static func main() throws {
        let arguments = Set(CommandLine.arguments.dropFirst())
        let unknown = arguments.subtracting(["--quick", "--check"])
        guard unknown.isEmpty else {
            FileHandle.standardError.write(
                Data("error: Unknown option \(unknown.sorted().joined(separator: ", "))\n".utf8)
            )
            exit(64)
        }
        printMachine()
        var missed: [String] = []
        for size in sizes where !(arguments.contains("--quick") && size.count > 10_000) {
            let results = try Comparison(size).run()
            print(results.table)
            if size.count == 10_000 { missed = results.missedThresholds }
        }
        for line in missed { print("missed: \(line)") }
        if arguments.contains("--check"), !missed.isEmpty { exit(1) }
    }

    /// How large the trees are, and how often each is measured. The archiver takes 15 seconds for
    /// the largest, so that it has one round.
    private static let sizes = [
        Comparison.Size(count: 1_000, rounds: 9, archiverRounds: 5),
        Comparison.Size(count: 10_000, rounds: 7, archiverRounds: 3),
        Comparison.Size(count: 100_000, rounds: 3, archiverRounds: 1),
    ]

    private static func printMachine() {
        let processors = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = processors.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        print("Machine: \(name ?? "unknown"), \(ProcessInfo.processInfo.processorCount) cores")
        print(
            """
            Tree: fan-out 8; each object has an Int, a Double, a Bool, a string of 20 bytes, 32 bytes,
            3 short strings, its parent and its children. Medians, nanoseconds per object.
            capture: the session's walk and encoding, before the disk. preserve: with sealing and
            fsync. restore: from the disk, with opening, look-up, creation, decoding and report.
            The archiver writes no NSArray, which it handles in quadratic time on Linux.

            """
        )
    }
}
