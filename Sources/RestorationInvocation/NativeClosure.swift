/// A function for C to call. None can be made yet.
public final class NativeClosure: Sendable {
    let signature: Signature
    /// The address as an argument.
    let word: UInt64

    init(_ signature: Signature, word: UInt64) {
        self.signature = signature
        self.word = word
    }

    /// Keeps the closure alive as long as a callback's scope says.
    func hold(_ scope: InvocationType.Callback.Scope) {}
}
