internal import CRestorationSystem
internal import Glibc

/// A socket of this machine, by which programs of one user exchange text.
final class LocalSocket: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Listens at a path, in the place of what is there.
    static func listen(at path: String) throws(SessionError) -> LocalSocket {
        // Invariant: Swift passes the path as a C string that lives for the call; so below.
        try make(unsafe restoration_socket_listen(path), "Cannot listen at \(path)")
    }

    /// Connects to whoever listens at a path.
    static func connect(to path: String) throws(SessionError) -> LocalSocket {
        try make(unsafe restoration_socket_connect(path), "Cannot connect to \(path)")
    }

    /// The next one that connects; `nil` if there is none, or it is another user's.
    func accept() -> LocalSocket? { try? Self.make(restoration_socket_accept(number), "") }

    private static func make(_ number: Int32, _ what: String) throws(SessionError) -> LocalSocket {
        guard number >= 0 else { throw .system(what: what, errorNumber: -number) }
        return LocalSocket(number)
    }

    /// Reads a line; `nil` if the other side says nothing for too long, or too much.
    func readLine() -> String? { read { $0 == UInt8(ascii: "\n") } }

    /// Reads all that the other side says.
    func readAll() -> String? { read { _ in false } }

    private func read(until isEnd: (UInt8) -> Bool) -> String? {
        var text: [UInt8] = []
        while text.count < 1 << 16 {
            var byte: UInt8 = 0
            // Invariant (recv(2)): one byte is written at most.
            let count = unsafe recv(number, &byte, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 || isEnd(byte) { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
        return nil
    }

    /// Sends text, as far as the other side takes it.
    func send(_ text: String) {
        var text = Array(text.utf8)[...]
        while !text.isEmpty {
            // Invariant (send(2)): as many bytes are read as the buffer has.
            let count = unsafe text.withUnsafeBytes {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            text.removeFirst(count)
        }
    }
}
