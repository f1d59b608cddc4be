import CRestorationSystem
import Glibc
import RestorationDiscovery

/// The destination of `RESTORATION_LOG`: standard error, or the file in `RESTORATION_LOG_FILE`.
///
/// A process with more rights than its user ignores both variables, which could otherwise redirect
/// its reads and writes to files of others.
struct LogDestination: Sendable {
    /// The request and its destination; `nil` without a request. Read once.
    static let requested: (request: LogRequest, destination: LogDestination)? = {
        let process = ProcessFacts.current
        guard !process.isPrivileged, let text = process.environment["RESTORATION_LOG"] else {
            return nil
        }
        let destination = LogDestination(file: process.environment["RESTORATION_LOG_FILE"])
        let request = LogRequest(text)
        for fault in request.faults { destination.write("RESTORATION_LOG: \(fault).") }
        return (request, destination)
    }()

    /// `nil` for standard error.
    private var file: OwnedDescriptor?
    /// The file, or standard error if there is none or other code has closed it.
    private var descriptor: Int32 { file.map { $0.isOpen ? $0.number : 2 } ?? 2 }

    private init(file: String?) {
        guard let file, !file.isEmpty else { return }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        // Private, since lines may name a user's files.
        let opened = unsafe restoration_above_standard(open(file, flags, 0o600))
        self.file = OwnedDescriptor(opened)
        if opened < 0 { write("RESTORATION_LOG_FILE: the file cannot be opened, \(file).") }
    }

    /// Writes a line at once, so that lines of several threads do not mix.
    func write(_ line: String) {
        // Escapes control characters of plugins, which would act on a terminal.
        let plain = line.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control
                ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
        var text = plain.joined() + "\n"
        text.withUTF8 { bytes in
            // Invariant (write(2)): reads as many bytes as the buffer has. A line that cannot be
            // written is lost.
            _ = unsafe restoration_write(descriptor, bytes.baseAddress, bytes.count)
        }
    }

    /// The time of a line, such as 2026-10-03T14:05:10.123Z.
    static func now() -> String {
        let time = SystemFacts.timeOfDay
        let text = CivilTime(time.seconds)?.isoText ?? "\(time.seconds)"
        let milliseconds = "\(1_000 + time.nanoseconds / 1_000_000)".dropFirst()
        return "\(text.dropLast()).\(milliseconds)Z"
    }
}
