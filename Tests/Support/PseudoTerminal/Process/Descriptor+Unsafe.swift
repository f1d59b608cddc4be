internal import CPseudoTerminal
internal import Glibc

/// An open descriptor, closed together with its last reference.
final class Descriptor {
    private(set) var number: Int32

    /// Takes over a descriptor that nobody else closes.
    init(owning number: Int32) { self.number = number }

    deinit { close() }

    /// Closes it before that. Harmless twice.
    func close() {
        if number >= 0 { Glibc.close(number) }
        number = -1
    }
}

/// What a descriptor that does not block had to give or could take.
enum Transfer<Value> {
    case done(Value)
    /// Not now; poll for it.
    case notYet
    /// Never again: the other side is closed.
    case over
}

extension Descriptor {
    /// The most bytes of one ``read()``.
    static let chunkSize = 1 << 16

    /// Reads what is there.
    func read() -> Transfer<[UInt8]> {
        var (count, error) = (0, Int32(0))
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, size in
            // Invariant: the kernel writes at most `buffer.count` bytes, and `size` becomes the
            // number that it has written.
            count = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            error = errno
            size = max(count, 0)
        }
        // At the end a pipe says 0 and a terminal EIO.
        if count > 0 { return .done(bytes) }
        return count < 0 && [EAGAIN, EINTR].contains(error) ? .notYet : .over
    }

    /// Writes what there is room for, and returns how much that was.
    func write(_ bytes: ArraySlice<UInt8>) -> Transfer<Int> {
        // Invariant: the buffer is lent for the call, which only reads from it.
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
        }
        if count >= 0 { return .done(count) }
        return [EAGAIN, EINTR].contains(errno) ? .notYet : .over
    }
}

/// Waits until one of the descriptors is ready or has ended, a signal came, or time is over.
///
/// May return without a reason: whoever waits for something asks again.
func poll(reading: [Descriptor], writing: [Descriptor], until deadline: ContinuousClock.Instant) {
    var entries =
        reading.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        + writing.map { pollfd(fd: $0.number, events: Int16(POLLOUT), revents: 0) }
    // Callers ask again, so that a long wait may be cut. Rounded up, or the last millisecond
    // would be spent asking again and again.
    let left = min(max(.zero, deadline - .now), .seconds(60))
    let milliseconds = Int32((left / .milliseconds(1)).rounded(.up))
    // Invariant: `entries` is lent for the call together with its own count.
    _ = unsafe Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
}

/// The system's words for an error number.
func describe(errno number: Int32) -> String {
    // Invariant (pseudo_terminal.h): a constant that ends with NUL, or NULL.
    guard let text = unsafe pseudo_terminal_error_text(number) else { return "error \(number)" }
    return unsafe String(cString: text)
}
