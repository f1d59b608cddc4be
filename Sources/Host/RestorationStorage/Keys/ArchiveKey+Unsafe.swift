import Crypto
import FoundationEssentials

extension SymmetricKey {
    /// The key's bytes; unlike the key, the copy is not wiped from memory after use.
    var copiedBytes: [UInt8] {
        // Invariant (ContiguousBytes): the buffer is valid until the closure returns.
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
