extension StaticString {
    /// Whether bytes stand at an offset that are those of the text. There are as many at least.
    @inline(__always)
    func stands(in bytes: borrowing Span<UInt8>, at offset: Int) -> Bool {
        let count = utf8CodeUnitCount
        // Invariant: the text is a literal of more than one letter, and so in memory for ever, with
        // as many bytes as it says.
        let start = unsafe utf8Start
        for index in 0..<count where unsafe start[index] != bytes[offset + index] { return false }
        return true
    }
}
