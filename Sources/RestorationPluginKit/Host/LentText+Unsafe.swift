import CRestorationPlugin

extension String {
    /// Copies text that the other side lends, or returns `nil` if it breaks the contract.
    init?(copying lent: restoration_string) {
        guard let bytes = unsafe lent.bytes, unsafe lent.count > 0 else {
            guard unsafe lent.count == 0 else { return nil }
            self = ""
            return
        }
        guard let count = unsafe Int(exactly: lent.count) else { return nil }
        // Invariant (restoration/types.h): `bytes` stays readable for `count` bytes until the call
        // returns, or longer. The copy outlives it.
        unsafe self.init(
            validating: UnsafeRawBufferPointer(start: bytes, count: count),
            as: UTF8.self
        )
    }

    /// Lends the text to `body`, which copies what it keeps.
    @discardableResult
    func lent<Result>(to body: (restoration_string) -> Result) -> Result {
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

    /// A copy that is never freed, for what lives as long as the plugin.
    func immortal() -> restoration_string {
        let bytes = Array(utf8)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(bytes.count, 1))
        for (index, byte) in bytes.enumerated() {
            // Invariant: `copy` has room for `bytes.count` characters.
            unsafe copy[index] = CChar(truncatingIfNeeded: byte)
        }
        return unsafe restoration_string(bytes: copy, count: UInt64(bytes.count))
    }
}
