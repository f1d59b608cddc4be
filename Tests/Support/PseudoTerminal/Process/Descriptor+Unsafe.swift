internal import CPseudoTerminal
internal import Glibc

/// An open descriptor, closed on deinit.
final class Descriptor {
    private(set) var number: Int32

    /// Takes ownership of a descriptor.
    init(owning number: Int32) { self.number = number }

    deinit { close() }

    /// Closes the descriptor early. Harmless when called twice.
    func close() {
        if number >= 0 { Glibc.close(number) }
        number = -1
    }
}

/// The result of a read or write on a non-blocking descriptor.
enum Transfer<Value> {
    case done(Value)
    /// The call would block; poll first.
    case notYet
    /// The other side is closed.
    case over
}

extension Descriptor {
    /// The limit of bytes per ``read()``.
    static let chunkSize = 1 << 16

    /// Reads the available bytes.
    func read() -> Transfer<[UInt8]> {
        var (count, error) = (0, Int32(0))
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, size in
            // Invariant: the kernel writes at most `buffer.count` bytes, and `size` becomes the
            // number of bytes written.
            count = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            error = errno
            size = max(count, 0)
        }
        // At the end of the stream, a pipe returns 0 and a terminal EIO.
        if count > 0 { return .done(bytes) }
        return count < 0 && [EAGAIN, EINTR].contains(error) ? .notYet : .over
    }

    /// Writes as many bytes as fit and returns their number.
    func write(_ bytes: ArraySlice<UInt8>) -> Transfer<Int> {
        // Invariant: the buffer is lent for the call, which only reads from it.
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
        }
        if count >= 0 { return .done(count) }
        return [EAGAIN, EINTR].contains(errno) ? .notYet : .over
    }
}

/// Waits until a descriptor is ready or closed, a signal arrives, or the deadline passes.
///
/// May return spuriously, so callers check again.
func poll(reading: [Descriptor], writing: [Descriptor], until deadline: ContinuousClock.Instant) {
    var entries =
        reading.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        + writing.map { pollfd(fd: $0.number, events: Int16(POLLOUT), revents: 0) }
    // Callers poll again, so a long wait may be cut short. The timeout is rounded up, because
    // rounding down would busy-wait through the last millisecond.
    let left = min(max(.zero, deadline - .now), .seconds(60))
    let milliseconds = Int32((left / .milliseconds(1)).rounded(.up))
    // Invariant: `entries` is lent for the call together with its own count.
    _ = unsafe Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
}

/// The system's description of an error number.
func describe(errno number: Int32) -> String {
    // Invariant (pseudo_terminal.h): a constant that ends with NUL, or NULL.
    guard let text = unsafe pseudo_terminal_error_text(number) else { return "error \(number)" }
    return unsafe String(cString: text)
}
