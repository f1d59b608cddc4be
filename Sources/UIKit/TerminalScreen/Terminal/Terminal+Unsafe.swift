import CTerminal
import Glibc

/// The calls that lend memory to C. All of it belongs to the caller and is used for one call.
extension Terminal {
    /// The size of the window; 80 by 24 where the terminal does not say.
    public static var windowSize: Size {
        var (rows, columns): (Int32, Int32) = (24, 80)
        _ = unsafe terminal_size(&rows, &columns)
        return Size(columns: Int(columns), rows: Int(rows))
    }

    /// Reads what was typed; `nil` if the terminal is gone.
    func readBytes() -> [UInt8]? {
        var isGone = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            // Invariant: at most `buffer.count` bytes are written, and the result says how many.
            let read = unsafe terminal_read(buffer.baseAddress, buffer.count)
            isGone = read < 0
            count = max(read, 0)
        }
        return isGone ? nil : bytes
    }

    /// Writes what the terminal has room for, and returns how much that is; `nil` if it is gone.
    func writePart(of bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe terminal_write($0.baseAddress, $0.count)
        }
        return count < 0 ? nil : count
    }

    /// Remembers what gives the terminal back when a signal ends the process.
    func setFarewell(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes {
            unsafe terminal_set_farewell(
                $0.baseAddress?.assumingMemoryBound(to: CChar.self),
                $0.count
            )
        }
    }

    /// Writes a text that stands outside of the program's screen, to standard error for one. A
    /// reader that takes nothing is waited for one second.
    public static func send(_ text: String, to descriptor: Int32) {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes bytes. A reader that takes nothing is waited for one second, and one that is gone is
    /// no reason to stop.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = unsafe bytes.withUnsafeBytes {
            unsafe terminal_send(descriptor, $0.baseAddress, $0.count, 1000)
        }
    }

    /// Makes the C library treat text as UTF-8, which everything here is: a locale of another
    /// encoding, or none, is replaced as far as characters go. How numbers are written stays.
    static func useUTF8() {
        _ = unsafe setlocale(LC_CTYPE, "")
        let encoding = unsafe nl_langinfo(Int32(CODESET))
        if let encoding = unsafe encoding, unsafe String(cString: encoding) == "UTF-8" { return }
        _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    }
}

/// Names end with NUL, and are lent for the call.
extension TerminalDescription {
    static func number(_ name: String) -> Int { unsafe Int(terminal_number(name)) }
    static func flag(_ name: String) -> Bool { unsafe terminal_flag(name) == 1 }

    /// A capability; empty if the terminal does not have it.
    static func string(_ name: String, _ first: Int32 = 0, _ second: Int32 = 0) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            // Invariant: at most `buffer.count` bytes are written, and the result says how many.
            unsafe buffer.withMemoryRebound(to: CChar.self) {
                count = unsafe terminal_string(name, first, second, $0.baseAddress, $0.count)
            }
        }
    }
}
