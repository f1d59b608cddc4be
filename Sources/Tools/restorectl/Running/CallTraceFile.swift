import FoundationEssentials
import RestorationPlugins
import Synchronization

/// A file of trace events that Perfetto and Chrome's tracing page open.
///
/// Semantic source: the Trace Event Format, its JSON array form, of which the last bracket may be
/// missing; so the file is whole after a kill.
final class CallTraceFile: Sendable {
    /// Guarded, because calls may be told from any thread.
    private let handle: Mutex<FileWriter>

    /// - Parameter isContinued: Whether the file goes on where the process before has left it.
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
    /// Since the machine was started, in every process alike.
    fileprivate var microseconds: Double {
        // The clock's own beginning is not public.
        (ContinuousClock.now.duration(to: self) + RunProcess.timeSinceBoot).microseconds
    }
}
