import Glibc

/// The process's output streams, unbuffered.
struct StandardStreams {
    enum Stream: Int32 {
        case output = 1
        case error = 2
    }

    private let environment: [String: String]

    init(environment: [String: String]) {
        self.environment = environment
    }

    /// Restores the default action of SIGPIPE, which the parent process may ignore. The process
    /// then ends quietly when its reader closes the pipe, as `head` does.
    static func endQuietlyOnClosedPipe() {
        signal(SIGPIPE, SIG_DFL)
    }

    /// Whether the stream supports colours and the user wants them.
    ///
    /// Semantic source: no-color.org, isatty(3).
    func hasColours(_ stream: Stream) -> Bool {
        guard (environment["NO_COLOR"] ?? "").isEmpty, environment["TERM"] != "dumb" else {
            return false
        }
        return isatty(stream.rawValue) == 1
    }

    func write(_ text: String, to stream: Stream) -> Int32? {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                // Invariant: `done < count`, so the rest is within the buffer.
                let count = unsafe Glibc.write(
                    stream.rawValue,
                    bytes.baseAddress! + done,
                    bytes.count - done
                )
                if count >= 0 {
                    done += count
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }
}
