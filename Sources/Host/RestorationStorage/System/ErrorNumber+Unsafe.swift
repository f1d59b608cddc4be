import Glibc

func words(forErrorNumber code: Int32) -> String {
    let length = 128
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
        // Invariant: the call receives the buffer's length, and the text ends with NUL.
        let text = unsafe UnsafeMutableRawPointer(buffer.baseAddress!)
            .assumingMemoryBound(to: CChar.self)
        filled = unsafe strerror_r(code, text, length) == 0 ? strlen(text) : 0
    }
    return bytes.isEmpty ? "error" : String(decoding: bytes, as: UTF8.self)
}
