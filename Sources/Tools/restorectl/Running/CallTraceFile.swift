import FoundationEssentials
import RestorationPlugins
import Synchronization

/// A trace file for Perfetto and Chrome's tracing page.
///
/// Semantic source: the Trace Event Format, as a JSON array. The closing bracket is optional, so
/// the file is valid after a kill.
final class CallTraceFile: Sendable {
    /// Guarded, because any thread may report calls.
    private let handle: Mutex<FileWriter>

    /// - Parameter isContinued: Whether to append to the previous process's file.
    init(_ path: String, isContinued: Bool) throws {
        guard let writer = FileWriter(appendingTo: path, emptying: !isContinued) else {
            throw CommandError.cannotMake(path)
        }
        handle = Mutex(writer)
        if !isContinued { handle.withLock { $0.write("[\n") } }
    }

    func add(_ call: PluginCallTrace) {
        let event = Event(
            name: call.function,
            cat: call.plugin,
            ph: "X",
            ts: call.start.microseconds,
            dur: call.duration.microseconds,
            pid: 1,
            tid: 1,
            args: Event.Arguments(
                path: call.path,
                class: call.className,
                bytes: call.size,
                answer: call.answer
            )
        )
        guard let data = try? JSONEncoder().encode(event) else { return }
        handle.withLock { $0.write(String(decoding: data, as: UTF8.self) + ",\n") }
    }

    private struct Event: Encodable {
        let name: String
        let cat: String
        let ph: String
        let ts: Double
        let dur: Double
        let pid: Int
        let tid: Int
        let args: Arguments

        struct Arguments: Encodable {
            let path: String
            let `class`: String?
            let bytes: Int?
            let answer: String?
        }
    }
}

extension Duration {
    fileprivate var microseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    }
}

extension ContinuousClock.Instant {
    /// Since boot, so the times of all processes agree.
    fileprivate var microseconds: Double {
        // The clock's origin is not public.
        (ContinuousClock.now.duration(to: self) + RunProcess.timeSinceBoot).microseconds
    }
}
