import BenchmarkReport
internal import CCallSamples
internal import CThreadUse
import Foundation
import Measuring

/// Measures calls by signature against the same calls in C and in other systems; see ``help``.
@main
struct CallProgram {
    static let help = """
        Measures calls of C functions by signature, and of closures, against the same in C with and
        without libffi, Python's ctypes and GObject Introspection.

        USAGE: Calls [--check]

          --check    End with status 1 if a goal is missed.

        Beside whom it cannot be measured it says so: the Debian packages python3 and
        libgirepository1.0-dev.
        """

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") { return print(help) }
        let goals = try CallBenchmark().run()
        print("goals")
        for goal in goals { print("  \(goal)") }
        if arguments.contains("--check"), goals.contains(where: { !$0.isMet }) { exit(1) }
    }
}

/// Calls by signature and closures, against equivalents.
struct CallBenchmark {
    private typealias Row = (name: String, body: (UInt64) throws -> Void)

    func run() throws -> [Goal] {
        let rows = try rows()
        let peers = try CallPeers()
        var samples: [String: [Double]] = [:]
        // Short runs in turn, in thread time, so that other load affects all rows alike.
        for _ in 0..<101 {
            for row in rows {
                let count: UInt64 = 10_000
                let start = thread_nanoseconds()
                try row.body(count)
                let time = Double(thread_nanoseconds() - start) / Double(count)
                samples[row.name, default: []].append(time)
            }
        }
        for _ in 0..<3 {
            if let time = try peers.ctypes() { samples[Self.ctypes, default: []].append(time) }
            if let time = try peers.introspected() {
                samples[Self.introspection, default: []].append(time)
            }
        }
        let medians = samples.mapValues(\.median)
        print("Calls by signature; medians of runs in turn\n")
        for name in rows.map(\.name) + [Self.ctypes, Self.introspection] {
            if let median = medians[name] {
                show(name, median, "ns")
            } else {
                print("  \(name): skipped, it is not installed")
            }
        }
        print("")
        return goals(medians)
    }

    private static let ctypes = "getter through Python's ctypes"
    private static let introspection = "g_function_info_invoke"

    private func rows() throws -> [Row] {
        let calls = try Calls()
        let closures = try Closures()
        return [
            ("getter, C function pointer", { _ = zoom_directly($0) }),
            ("getter, ffi_call in C", { _ = zoom_through_libffi($0) }),
            ("getter, by signature", calls.getNumber),
            ("four arguments, C function pointer", { _ = mixed_directly($0) }),
            ("four arguments, ffi_call in C", { _ = mixed_through_libffi($0) }),
            ("four arguments, by signature", calls.callMixed),
            ("setter, by signature", calls.setNumber),
            ("getter of 20 bytes of text, by signature", calls.getText),
            ("closure with one argument, libffi's in C", closures.callZoomInC),
            ("closure with one argument, plain", closures.callZoom),
            ("closure with four arguments, libffi's in C", closures.callMixedInC),
            ("closure with four arguments, plain", closures.callMixed),
            ("closure with four arguments, any outcome", closures.callListed),
        ]
    }

    private func goals(_ medians: [String: Double]) -> [Goal] {
        func goal(_ name: String, _ row: String, _ other: String, _ bound: Goal.Bound) -> Goal {
            guard let time = medians[row], let otherTime = medians[other] else {
                return Goal(name: name, ratio: nil, bound: bound)
            }
            let ratio = if case .atLeast = bound { otherTime / time } else { time / otherTime }
            return Goal(name: name, ratio: ratio, bound: bound)
        }
        var goals: [Goal] = []
        for shape in ["getter", "four arguments"] {
            goals.append(
                goal(
                    "23 \(shape) by signature, against ffi_call in C",
                    "\(shape), by signature",
                    "\(shape), ffi_call in C",
                    .atMost(1.35)
                )
            )
        }
        let getter = "getter, by signature"
        goals.append(
            goal("24 getter by signature, against ctypes", getter, Self.ctypes, .atLeast(7))
        )
        goals.append(
            goal(
                "24 getter by signature, against g_function_info_invoke",
                getter,
                Self.introspection,
                .atLeast(4)
            )
        )
        for shape in ["one argument", "four arguments"] {
            goals.append(
                goal(
                    "24 closure with \(shape), against libffi's in C",
                    "closure with \(shape), plain",
                    "closure with \(shape), libffi's in C",
                    .atMost(1.3)
                )
            )
        }
        return goals
    }
}
