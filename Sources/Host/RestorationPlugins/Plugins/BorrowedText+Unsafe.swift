internal import CRestorationPlugin

extension restoration_string {
    /// The bytes, or `nil` if the lender broke the contract: null with a length, or an impossible
    /// length.
    ///
    /// Invariant (restoration/types.h): `bytes` stays readable for `count` bytes until the call to
    /// or from the plugin returns.
    var borrowedBytes: UnsafeRawBufferPointer? {
        guard let count = unsafe Int(exactly: count) else { return nil }
        guard unsafe bytes != nil || count == 0 else { return nil }
        return unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    }

    /// Whether the bytes equal those of `other`; false for a text with an invalid pointer. Copies
    /// nothing.
    func isEqual(to other: String) -> Bool {
        guard let bytes = unsafe borrowedBytes else { return false }
        // Invariant: the caller keeps the bytes readable for the call.
        return unsafe bytes.elementsEqual(other.utf8.span)
    }

    /// A copy of the text, or `nil` if it has an invalid pointer, is longer than `limit` bytes or
    /// not UTF-8.
    func copied(limit: Int) -> String? {
        guard let bytes = unsafe borrowedBytes, bytes.count <= limit else { return nil }
        // Invariant: the caller keeps the bytes readable for the call.
        let characters = unsafe bytes.bindMemory(to: UInt8.self)
        do {
            return unsafe String(copying: try UTF8Span(validating: characters.span))
        } catch {
            return nil
        }
    }

    /// A message for users, cut to `limit` bytes on one line, without control characters and
    /// invalid bytes. `nil` if it is blank.
    func copiedMessage(limit: Int = 1024) -> String? {
        guard let bytes = unsafe borrowedBytes else { return nil }
        var message = unsafe String(decoding: bytes.prefix(limit), as: UTF8.self)
        // A character cut in half reads as a replacement character.
        if bytes.count > limit, message.last == "\u{FFFD}" { message.removeLast() }
        let safe = message.unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : $0
        }
        message = String(String.UnicodeScalarView(safe))
        return message.allSatisfy(\.isWhitespace) ? nil : message
    }
}

extension restoration_bytes {
    /// The bytes, or `nil` if the lender broke the contract, as for text.
    var borrowedBytes: UnsafeRawBufferPointer? {
        guard let count = unsafe Int(exactly: count) else { return nil }
        guard unsafe bytes != nil || count == 0 else { return nil }
        return unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func elementsEqual(_ text: Span<UInt8>) -> Bool {
        guard count == text.count else { return false }
        for index in 0..<count where unsafe self[index] != text[index] { return false }
        return true
    }

    /// Whether the bytes are UTF-8. Copies nothing.
    var isUTF8: Bool {
        // Invariant: the caller keeps the bytes readable for the call.
        // Most texts are ASCII, for which one pass over the bytes is faster than the validation.
        if unsafe reduce(UInt8(0), |) < 0x80 { return true }
        let characters = unsafe self.bindMemory(to: UInt8.self)
        return unsafe (try? UTF8Span(validating: characters.span)) != nil
    }
}
