/// Keys that objects cannot use. Tools show the session's facts about an object under them, such as
/// a container's children (PRES-28).
package enum ReservedKey {
    static let prefix: StaticString = "restoration."

    static func isReserved(_ key: UnsafeRawBufferPointer) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard key.count >= length, unsafe key[0] == UInt8(ascii: "r") else { return false }
        // Invariant: `utf8Start` of a literal is readable for `utf8CodeUnitCount` bytes.
        let start = unsafe UnsafeRawBufferPointer(start: prefix.utf8Start, count: length)
        return unsafe start.elementsEqual(UnsafeRawBufferPointer(rebasing: key[..<length]))
    }
}
