internal import Glibc

extension String {
    /// Whether the text sorts before another by bytes, in every locale.
    func precedesByBytes(_ other: String) -> Bool {
        // Only bridged Objective-C strings lack contiguous storage, and Linux has none.
        let answer = unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                guard let left = own.baseAddress, let right = other.baseAddress else {
                    return own.count < other.count
                }
                // Invariant: both buffers are readable for at least the smaller count.
                let order = unsafe memcmp(left, right, min(own.count, other.count))
                return order == 0 ? own.count < other.count : order < 0
            }
        }
        return (answer ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }
}
