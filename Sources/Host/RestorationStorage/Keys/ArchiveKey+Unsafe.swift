import Crypto
import FoundationEssentials

extension SymmetricKey {
    var copiedBytes: [UInt8] {
        // Invariant (ContiguousBytes): the buffer is valid until the closure returns.
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
