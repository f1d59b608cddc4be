extension RestorationIdentifier {
    /// Whether a text can be one path component.
    static func isValid(_ text: String) -> Bool {
        unsafe text.withBytes { unsafe isValid($0) }
    }

    /// Whether bytes of UTF-8 can be one path component: 1 to ``maximumLength``, without NUL.
    ///
    /// NUL ends a C string in many a plugin's language. "/" is allowed: paths are compared
    /// component by component and escape it only when they are printed.
    @inline(__always)
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard (1...maximumLength).contains(bytes.count) else { return false }
        // Invariant: a buffer is readable for its count.
        for index in 0..<bytes.count where unsafe bytes[index] == 0 { return false }
        return true
    }

    func hashBytes(into hasher: inout Hasher) {
        let text = rawValue.utf8.span
        unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
