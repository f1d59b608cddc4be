public import CRestorationPlugin

extension String {
    /// Copies text lent by the other side, or returns `nil` if the text breaks the contract.
    public init?(copying lent: restoration_string) {
        guard let bytes = unsafe lent.bytes, unsafe lent.count > 0 else {
            guard unsafe lent.count == 0 else { return nil }
            self = ""
            return
        }
        guard let count = unsafe Int(exactly: lent.count) else { return nil }
        // Invariant (restoration/types.h): `bytes` stays readable for `count` bytes at least until
        // the call returns. This copies them.
        unsafe self.init(
            validating: UnsafeRawBufferPointer(start: bytes, count: count),
            as: UTF8.self
        )
    }

    /// Lends the text to `body`, which must copy it to use it later.
    @discardableResult
    public func lent<Result>(to body: (restoration_string) -> Result) -> Result {
        var text = self
        return text.withUTF8 { bytes in
            // Invariant: the buffer lives until this closure returns.
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe body(
                    restoration_string(
                        bytes: characters.baseAddress,
                        count: UInt64(characters.count)
                    )
                )
            }
        }
    }

    /// A copy that is never freed, for text that lives as long as the plugin.
    func immortal() -> restoration_string {
        unsafe copied()
    }

    /// A copy that the caller deallocates.
    fileprivate func copied() -> restoration_string {
        let bytes = Array(utf8)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(bytes.count, 1))
        for (index, byte) in bytes.enumerated() {
            // Invariant: `copy` has room for `bytes.count` characters.
            unsafe copy[index] = CChar(truncatingIfNeeded: byte)
        }
        return unsafe restoration_string(bytes: copy, count: UInt64(bytes.count))
    }
}

extension [String] {
    /// Lends several texts to `body`, which must copy them to use them later.
    func lent<Result>(to body: (UnsafePointer<restoration_string>?, UInt64) -> Result) -> Result {
        let copies = unsafe map { unsafe $0.copied() }
        // Invariant: `copied` allocated each of them, and `body` retains none.
        defer { unsafe copies.forEach { unsafe $0.bytes.deallocate() } }
        return unsafe copies.withUnsafeBufferPointer {
            unsafe body($0.baseAddress, UInt64($0.count))
        }
    }
}

extension restoration_string {
    /// A literal as text that lives until the process ends.
    public init(literal text: StaticString) {
        // Invariant: a literal longer than one scalar has its bytes in the image.
        unsafe self = text.withUTF8Buffer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe restoration_string(bytes: $0.baseAddress, count: UInt64($0.count))
            }
        }
    }
}
