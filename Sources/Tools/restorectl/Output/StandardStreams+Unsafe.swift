import Glibc

/// The process's output, written at once and in order.
struct StandardStreams {
    /// One of the two streams.
    enum Stream: Int32 {
        case output = 1
        case error = 2
    }

    private let environment: [String: String]

    init(environment: [String: String]) {
        self.environment = environment
    }

    /// Lets the process end quietly when nobody reads its output any more, as `head` does after its
    /// lines, even if whoever started it ignores SIGPIPE.
    static func endQuietlyOnClosedPipe() {
        signal(SIGPIPE, SIG_DFL)
    }

    /// Whether colours can be seen there, and are wanted.
    ///
    /// Semantic source: no-color.org, isatty(3).
    func hasColours(_ stream: Stream) -> Bool {
        guard (environment["NO_COLOR"] ?? "").isEmpty, environment["TERM"] != "dumb" else {
            return false
        }
        return isatty(stream.rawValue) == 1
    }

    /// Writes all of the text, or returns the error number.
    func write(_ text: String, to stream: Stream) -> Int32? {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                // Invariant: `done < count`, so the rest lies within the lent buffer.
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
