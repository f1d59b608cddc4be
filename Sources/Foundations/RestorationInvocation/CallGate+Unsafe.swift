internal import Synchronization

/// Lets calls through to what a trampoline is aimed at, and knows when the last has come out again.
///
/// A call costs two additions and takes no lock. One word holds all:
///
///     open | present | once |       how many calls are inside
///       63 |      62 |   61 | 60                               0
///
/// *Present* says that there is a target. It stays when the gate is closed, until nobody is inside:
/// whoever then turns the word from *present* alone to 0 takes the target away, and that is one.
@safe final class CallGate: Sendable {
    private let word = Atomic<UInt64>(0)
    /// Invariant: written only by who opens the gate, and by who has turned *present* off; read
    /// only inside, by calls that found the gate open.
    private nonisolated(unsafe) var target: Unmanaged<Trampoline.Target>?

    private static let isOpen: UInt64 = 1 << 63
    private static let isPresent: UInt64 = 1 << 62
    private static let isOnce: UInt64 = 1 << 61

    /// What a call finds.
    enum Passage {
        case open, once, closed
    }

    /// Opens it. It is closed, and ``isDone()`` or ``leave()`` said that nothing is left of the
    /// last target. Calls that came too late for that may still be inside.
    func open(_ target: Trampoline.Target) {
        unsafe self.target = unsafe .passRetained(target)
        word.bitwiseOr(Self.isOpen | Self.isPresent, ordering: .releasing)
    }

    /// Lets no more calls through. Those inside go on to their end.
    func close() { word.bitwiseAnd(~(Self.isOpen | Self.isOnce), ordering: .relaxed) }

    /// Tells calls from now on that there may be one only.
    func allowOneCall() { word.bitwiseOr(Self.isOnce, ordering: .relaxed) }

    /// Whether it is closed, nobody is inside, and the target went just now, by this call.
    func isDone() -> Bool {
        let (isMine, _) = word.compareExchange(
            expected: Self.isPresent,
            desired: 0,
            ordering: .acquiringAndReleasing
        )
        guard isMine, let old = unsafe target else { return false }
        unsafe target = nil
        unsafe old.release()
        return true
    }

    /// Counts a call in.
    @inline(__always)
    func enter() -> Passage {
        let before = word.wrappingAdd(1, ordering: .acquiring).oldValue
        if before & Self.isOpen == 0 { return .closed }
        return before & Self.isOnce == 0 ? .open : .once
    }

    /// Hands over the target. Only between ``enter()``, which let the call through, and
    /// ``leave()``.
    @inline(__always) @unsafe
    func withTarget(_ body: (Trampoline.Target) -> Void) {
        unsafe target!._withUnsafeGuaranteedRef { body($0) }
    }

    /// Counts a call out; whether it was the last, as for ``isDone()``.
    @inline(__always)
    func leave() -> Bool {
        word.wrappingSubtract(1, ordering: .releasing).newValue == Self.isPresent && isDone()
    }
}
