import CRestorationPlugin

extension String {
    /// Copies text lent by a plugin. Invalid bytes become replacement characters.
    init(lent text: restoration_string) {
        self = unsafe String(decoding: [UInt8](lent: text), as: UTF8.self)
    }

    /// Copies text lent by a plugin, or returns `nil` if it is not UTF-8.
    init?(validating text: restoration_string) {
        guard let copy = unsafe String(validating: [UInt8](lent: text), as: UTF8.self) else {
            return nil
        }
        self = copy
    }
}

extension [UInt8] {
    /// Copies up to `limit` bytes lent by a plugin. Empty if the plugin broke its contract.
    init(lent text: restoration_string, upTo limit: Int = .max) {
        // Invariant (restoration/types.h): `bytes` stays readable for `count` bytes until the call
        // returns, and is null only if `count` is 0. The copy outlives the call.
        guard let count = unsafe Int(exactly: text.count), let bytes = unsafe text.bytes else {
            self = []
            return
        }
        let lent = unsafe UnsafeRawBufferPointer(start: bytes, count: Swift.min(count, limit))
        self = unsafe Array(lent)
    }
}
