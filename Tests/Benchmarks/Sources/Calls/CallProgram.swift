internal import CCallSamples
import RestorationInvocation

/// Measures calls by signature beside the same calls in C. Prints medians of 9 rounds.
@main
struct CallProgram {
    static func main() throws {
        let calls = try Calls()
        let rows: [(name: String, body: (UInt64) throws -> Void)] = [
            ("C function pointer", { _ = call_directly($0) }),
            ("ffi_call in C", { _ = call_through_libffi($0) }),
            ("getter of a float64", calls.getNumber),
            ("setter of a float64", calls.setNumber),
            ("getter of 20 bytes of text", calls.getText),
        ]
        var samples: [[Double]] = rows.map { _ in [] }
        for _ in 0..<9 {
            for (index, row) in rows.enumerated() { samples[index].append(try time(row.body)) }
        }
        let medians = samples.map { $0.sorted()[$0.count / 2] }
        print("Nanoseconds for one call, and how many times a call of ffi_call in C")
        for (row, median) in zip(rows, medians) {
            let name = row.name + String(repeating: " ", count: 30 - row.name.count)
            print("\(name)\(rounded(median)) ns   \(rounded(median / medians[1]))×")
        }
    }

    private static func time(_ body: (UInt64) throws -> Void) rethrows -> Double {
        let count: UInt64 = 200_000
        let start = ContinuousClock.now
        try body(count)
        return (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
    }

    private static func rounded(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let fraction = String(hundredths % 100)
        return "\(hundredths / 100).\(fraction.count == 1 ? "0" : "")\(fraction)"
    }
}
