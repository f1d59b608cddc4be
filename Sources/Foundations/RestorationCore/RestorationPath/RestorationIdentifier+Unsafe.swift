extension RestorationIdentifier {
    static func isValid(_ text: String) -> Bool {
        unsafe text.withBytes { unsafe isValid($0) }
    }

    /// Whether UTF-8 bytes can be a path component: 1 to ``maximumLength``, without NUL.
    ///
    /// NUL would end a C string in plugins. "/" is allowed: paths are compared component by
    /// component, and escape it only in their printed form.
    @inline(__always)
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard (1...maximumLength).contains(bytes.count) else { return false }
        // Invariant: a buffer is readable for its count.
        for index in 0..<bytes.count where unsafe bytes[index] == 0 { return false }
        return true
    }

    func hasBytes(of other: RestorationIdentifier) -> Bool {
        unsafe rawValue.withBytes { bytes in
            unsafe other.rawValue.withBytes {
                unsafe bytes.count == $0.count && TextTable.areEqual(bytes, $0)
            }
        }
    }

    func hashBytes(into hasher: inout Hasher) {
        let text = rawValue.utf8.span
        unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
