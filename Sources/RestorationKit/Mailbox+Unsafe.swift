import CRestorationSystem
import Glibc
import RestorationCore
import RestorationStorage
import Synchronization

/// What other threads leave for the session's thread, with a descriptor that wakes it up.
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// Something has changed.
        case changed
        /// A save has ended.
        case saved(Capture, StorageError?)
    }

    /// An eventfd(2): readable while messages, or signals, wait.
    let fileDescriptor: Int32
    /// Guards the messages, and whether a change is among them already: a thousand changes between
    /// two looks are one.
    private let waiting = Mutex<(messages: [Message], hasChange: Bool)>(([], false))

    init() throws(SessionError) {
        fileDescriptor = restoration_event_descriptor()
        guard fileDescriptor >= 0 else {
            throw .system(what: "No event descriptor could be made", errorNumber: -fileDescriptor)
        }
    }

    deinit { Glibc.close(fileDescriptor) }

    /// Makes the descriptor readable without a message.
    func wake() { restoration_event_signal(fileDescriptor) }

    func post(_ message: Message) {
        waiting.withLock { waiting in
            if case .changed = message {
                guard !waiting.hasChange else { return }
                waiting.hasChange = true
            }
            waiting.messages.append(message)
        }
        restoration_event_signal(fileDescriptor)
    }

    /// Takes all messages, oldest first, and makes the descriptor quiet.
    func drain() -> [Message] {
        // Quiet first: a message that arrives in between wakes the thread once more, for nothing,
        // rather than not at all.
        restoration_event_clear(fileDescriptor)
        return waiting.withLock { waiting in
            defer { waiting = ([], false) }
            return waiting.messages
        }
    }

    /// Takes the messages about changes away and leaves the others.
    func dropChanges() {
        waiting.withLock { waiting in
            waiting.messages.removeAll {
                switch $0 {
                case .changed: true
                case .saved: false
                }
            }
            waiting.hasChange = false
        }
    }
}

/// Remembers the thread that a session belongs to.
struct SessionThread {
    private let identifier = restoration_thread_identifier()

    var isCurrent: Bool { restoration_thread_identifier() == identifier }

    func check(_ function: StaticString = #function) {
        precondition(
            isCurrent,
            "\(function) was called from another thread than the one that created the session."
        )
    }
}

/// Facts about the machine and the moment.
enum SystemFacts {
    static func preservationInfo(applicationVersion: String?) -> PreservationInfo {
        var now = timespec()
        // Invariant: `now` is writable for the call; CLOCK_REALTIME always exists.
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return PreservationInfo(
            timestamp: Timestamp(seconds: Int64(now.tv_sec), nanoseconds: UInt32(now.tv_nsec))!,
            applicationVersion: applicationVersion,
            systemVersion: systemVersion
        )
    }

    private static let systemVersion: String = {
        var buffer = [CChar](repeating: 0, count: 256)
        // Invariant: the function writes at most `count` bytes and always a NUL.
        unsafe buffer.withUnsafeMutableBufferPointer {
            unsafe restoration_system_version($0.baseAddress, $0.count)
        }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }()
}
