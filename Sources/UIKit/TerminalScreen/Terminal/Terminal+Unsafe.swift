import CTerminal
import Glibc

/// The calls that pass memory to C. C uses it only during the call.
extension Terminal {
    /// The size of the window, or 80 by 24 if the terminal does not report it.
    public static var windowSize: Size {
        var (rows, columns): (Int32, Int32) = (24, 80)
        _ = unsafe terminal_size(&rows, &columns)
        return Size(columns: Int(columns), rows: Int(rows))
    }

    /// Reads the available input, or returns `nil` if the terminal has hung up.
    func readBytes() -> [UInt8]? {
        var isGone = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            // Invariant: C writes at most `buffer.count` bytes and returns their number.
            let read = unsafe terminal_read(buffer.baseAddress, buffer.count)
            isGone = read < 0
            count = max(read, 0)
        }
        return isGone ? nil : bytes
    }

    /// Writes without blocking and returns the number of bytes written, or `nil` if the terminal
    /// has hung up.
    func writePart(of bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe terminal_write($0.baseAddress, $0.count)
        }
        return count < 0 ? nil : count
    }

    /// Sets the bytes that reset the terminal, also from a signal handler.
    func setResetBytes(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes {
            unsafe terminal_set_reset_bytes(
                $0.baseAddress?.assumingMemoryBound(to: CChar.self),
                $0.count
            )
        }
    }

    /// Writes text outside the program's screen, for example to standard error. Waits at most one
    /// second for a slow reader.
    public static func send(_ text: String, to descriptor: Int32) {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes bytes. Waits at most one second for a slow reader, and ignores a closed one.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = unsafe bytes.withUnsafeBytes {
            unsafe terminal_send(descriptor, $0.baseAddress, $0.count, 1000)
        }
    }

    /// Makes the C library treat text as UTF-8. Replaces the locale's character type if it has
    /// another encoding. The number format stays.
    static func useUTF8() {
        _ = unsafe setlocale(LC_CTYPE, "")
        let encoding = unsafe nl_langinfo(Int32(CODESET))
        if let encoding = unsafe encoding, unsafe String(cString: encoding) == "UTF-8" { return }
        _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    }
}

/// Names end with NUL, and are valid for the call.
extension TerminalDescription {
    static func number(_ name: String) -> Int { unsafe Int(terminal_number(name)) }
    static func flag(_ name: String) -> Bool { unsafe terminal_flag(name) == 1 }

    /// A capability, or an empty array if the terminal lacks it.
    static func string(_ name: String, _ first: Int32 = 0, _ second: Int32 = 0) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            // Invariant: C writes at most `buffer.count` bytes and returns their number.
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                count = unsafe terminal_string(name, first, second, $0.baseAddress, $0.count)
            }
        }
    }
}
