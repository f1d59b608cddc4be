/// The reading end of a pipe through which a program reports lines.
struct ReportPipe {
    /// The program's descriptor number of the writing end.
    let childNumber: Int32
    /// `nil` once all writers have closed it.
    private(set) var reading: Descriptor?
    private var lines = LineBuffer()

    init(childNumber: Int32, reading: Descriptor) {
        self.childNumber = childNumber
        self.reading = reading
    }

    /// The largest pipe buffer that Linux grants an unprivileged process.
    private static let largestPipe = 1 << 20

    /// Reads all available data, up to a limit for a program that writes without end.
    mutating func absorb() {
        var count = 0
        while let descriptor = reading, count < Self.largestPipe {
            switch descriptor.read() {
            case .done(let bytes):
                lines.append(bytes)
                count += bytes.count
            case .notYet: return
            case .over: reading = nil
            }
        }
    }

    mutating func takeLine() -> String? { lines.takeLine() }

    mutating func takeLines() -> [String] { lines.takeLines() }
}

/// Splits a stream of bytes into lines.
///
/// A line ends with its newline: the unfinished last line of a killed program is dropped.
struct LineBuffer: Hashable, Sendable {
    private var complete: [String] = []
    private var begun: [UInt8] = []

    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                complete.append(String(decoding: begun, as: UTF8.self))
                begun.removeAll(keepingCapacity: true)
            } else {
                begun.append(byte)
            }
        }
    }

    /// Takes the oldest complete line, without its newline.
    mutating func takeLine() -> String? {
        complete.isEmpty ? nil : complete.removeFirst()
    }

    /// Takes all complete lines, without their newlines.
    mutating func takeLines() -> [String] {
        defer { complete.removeAll() }
        return complete
    }
}
