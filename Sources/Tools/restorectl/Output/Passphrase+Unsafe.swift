import FoundationEssentials
import Glibc
import RestorationDiscovery

enum Passphrase {
    /// The longest passphrase, in bytes.
    private static let limit = 1024

    /// Reads the first line of a file or descriptor, or asks on the terminal.
    ///
    /// - Parameter repeats: Whether to ask twice, for a new passphrase.
    /// - Throws: ``CommandError``.
    static func read(_ options: PassphraseOptions, repeats: Bool) throws -> [UInt8] {
        if let file = options.passphraseFile {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                throw CommandError.noPassphrase(file)
            }
            return try firstLine(of: Array(bytes.prefix(limit + 2)), in: file)
        }
        if let descriptor = options.passphraseDescriptor {
            return try firstLine(of: line(from: descriptor), in: "descriptor \(descriptor)")
        }
        guard isatty(STDIN_FILENO) == 1 else { throw CommandError.passphraseNotAsked }
        let first = try ask("Passphrase: ")
        if repeats, try ask("Again: ") != first { throw CommandError.passphrasesDiffer }
        return first
    }

    private static func ask(_ question: String) throws -> [UInt8] {
        let streams = StandardStreams(environment: ProcessFacts.current.environment)
        var settings = termios()
        // Invariant (tcgetattr(3)): fills the given value.
        unsafe tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            _ = streams.write("\n", to: .error)
        }
        _ = streams.write(question, to: .error)
        return try firstLine(of: line(from: STDIN_FILENO), in: "the terminal")
    }

    /// Reads up to a line feed, byte by byte, so that nothing behind it is taken.
    private static func line(from descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count <= limit + 1 {
            // Invariant (read(2)): writes at most one byte.
            let count = unsafe Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { break }
            bytes.append(byte)
            if byte == UInt8(ascii: "\n") { break }
        }
        return bytes
    }

    private static func firstLine(of bytes: [UInt8], in place: String) throws -> [UInt8] {
        var line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard (1...limit).contains(line.count) else { throw CommandError.noPassphrase(place) }
        return line
    }
}
