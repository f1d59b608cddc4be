import Foundation

/// Plays the lives of many seeds on two engines, and tells where they differ.
@main
struct ComparisonProgram {
    static let usage = """
        USAGE: Comparison BASE HERE ALLOWED DIRECTORY SEEDS [FIRST]

          BASE, HERE  the two players
          ALLOWED     the file of the allowed differences
          DIRECTORY   where what is saved is put meanwhile; best in memory
          SEEDS       how many there are
          FIRST       the first one; 1 if none is given
        """

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { $0 }
        guard arguments.count >= 5, let count = UInt64(arguments[4]), count > 0 else {
            fail(usage, status: 64)
        }
        let first = arguments.count > 5 ? UInt64(arguments[5]) ?? 1 : 1
        let rules: [AllowedDifference]
        do {
            rules = try AllowedDifference.read(arguments[2])
        } catch {
            fail("error: \(error)", status: 64)
        }
        let engines = [Engine("base", arguments[0]), Engine("here", arguments[1])]
        let findings = Findings(rules, last: first + count - 1, count: count)
        let size: UInt64 = 500
        let batches = stride(from: first, to: first + count, by: Int(size)).map { start in
            start...min(start + size - 1, first + count - 1)
        }
        DispatchQueue.concurrentPerform(iterations: batches.count) { number in
            guard !findings.isFull else { return }
            let batch = Batch(
                seeds: batches[number],
                engines: engines,
                directory: "\(arguments[3])/\(batches[number].lowerBound)"
            )
            do {
                try batch.play(findings)
            } catch {
                findings.add(failure: "\(error)")
            }
        }
        print(findings.summary)
        exit(findings.isGood ? 0 : 1)
    }

    private static func fail(_ text: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(status)
    }
}
