import CRestorationSystem
import Glibc
import RestorationDiscovery

/// Where the lines go that `RESTORATION_LOG` asks for: standard error, or the file that
/// `RESTORATION_LOG_FILE` names.
///
/// A process that has more rights than its user does not look at either variable: somebody who sets
/// them would read or write files of others.
struct LogDestination: Sendable {
    /// The request and the destination; `nil` without a request. Looked up once.
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
    private let file: OwnDescriptor?
    /// The file, or standard error where there is none, or where other code has closed it.
    private var descriptor: Int32 { file.map { $0.isOpen ? $0.number : 2 } ?? 2 }

    private init(file: String?) {
        guard let file, !file.isEmpty else {
            self.file = nil
            return
        }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        // Lines may name files that somebody works on.
        let opened = unsafe restoration_above_standard(open(file, flags, 0o600))
        // A umask may have closed a new file to its owner, who could not open it again.
        var facts = stat()
        // Invariant (fstat(2)): fills the value it is given.
        if unsafe fstat(opened, &facts) == 0, facts.st_uid == geteuid() {
            _ = fchmod(opened, facts.st_mode & 0o7777 | 0o600)
        }
        self.file = OwnDescriptor(opened)
        if opened < 0 { write("RESTORATION_LOG_FILE: the file cannot be opened, \(file).") }
    }

    /// Writes a line at once, so that lines of several threads do not mix.
    func write(_ line: String) {
        // A plugin's line may hold characters that would act on a terminal.
        let plain = line.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control
                ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
        var text = plain.joined() + "\n"
        text.withUTF8 { bytes in
            // Invariant (write(2)): reads as many bytes as the buffer has. A line that cannot be
            // written is lost: nobody is there to be told.
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
