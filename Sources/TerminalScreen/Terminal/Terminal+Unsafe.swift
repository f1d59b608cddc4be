import CNcurses
import Glibc

/// The calls that lend memory to C. All of it belongs to the caller and is used for one call.
extension Terminal {
    /// Asks ncurses for a key: what kind of thing came, and which.
    func read(_ milliseconds: Int32) -> (kind: Int32, value: UInt32) {
        var value: UInt32 = 0
        let kind = unsafe ncurses_read_key(milliseconds, &value)
        return (kind, value)
    }

    /// The window's size before ``start()``; 80 by 24 where the terminal does not say.
    public static var windowSize: Size {
        var (rows, columns): (Int32, Int32) = (24, 80)
        _ = unsafe ncurses_window_size(&rows, &columns)
        return Size(columns: Int(columns), rows: Int(rows))
    }

    /// What the mouse has done; `nil` if that is nothing that counts.
    func mouseEvent() -> ncurses_mouse? {
        var event = ncurses_mouse()
        return unsafe ncurses_read_mouse(&event) == 0 ? event : nil
    }

    /// Draws the text of one cell.
    func put(_ text: String, row: Int, column: Int, look: Look) {
        // ncurses_put stops at the 0 behind the scalars.
        let scalars = text.unicodeScalars.map(\.value) + [0]
        unsafe ncurses_put(Int32(row), Int32(column), scalars, look.attributes, look.pair)
    }

    /// Writes text, to the terminal for one: it then comes behind what ncurses has sent.
    public static func send(_ text: String, to descriptor: Int32) {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes all bytes, waiting for a slow reader. One that is gone is no reason to stop.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Invariant: the slice's memory is lent for the call.
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Makes the C library treat text as UTF-8, which everything here is: a locale of another
    /// encoding, or none, is replaced as far as characters go.
    static func useUTF8() {
        _ = unsafe setlocale(LC_ALL, "")
        let encoding = unsafe nl_langinfo(Int32(CODESET))
        if let encoding = unsafe encoding, unsafe String(cString: encoding) == "UTF-8" { return }
        _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    }
}
