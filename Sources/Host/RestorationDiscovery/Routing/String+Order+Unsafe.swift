internal import Glibc

extension String {
    /// Whether the text comes before another in the order of the bytes, the same in every locale.
    func precedesByBytes(_ other: String) -> Bool {
        // All text has contiguous storage but what comes from Objective-C, which Linux does not
        // have.
        let answer = unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                guard let left = own.baseAddress, let right = other.baseAddress else {
                    return own.count < other.count
                }
                // Invariant: both are readable for their counts, of which this is the smaller.
                let order = unsafe memcmp(left, right, min(own.count, other.count))
                return order == 0 ? own.count < other.count : order < 0
            }
        }
        return (answer ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }
}
