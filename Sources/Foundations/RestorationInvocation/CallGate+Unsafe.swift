internal import Synchronization

/// Admits calls to a trampoline's target, and detects when the last one leaves.
///
/// A call costs two additions and takes no lock. One word holds the whole state:
///
///     open | present | once |       how many calls are inside
///       63 |      62 |   61 | 60                               0
///
/// *Present* means that there is a target. It stays set after closing until no call is inside. The
/// thread that changes the word from *present* alone to 0 releases the target, so it is released
/// once.
@safe final class CallGate: Sendable {
    private let word = Atomic<UInt64>(0)
    /// Invariant: written only by the thread that opens the gate or has cleared *present*; read
    /// only inside, by calls that found the gate open.
    private nonisolated(unsafe) var target: Unmanaged<Trampoline.Target>?

    private static let isOpen: UInt64 = 1 << 63
    private static let isPresent: UInt64 = 1 << 62
    private static let isOnce: UInt64 = 1 << 61

    enum ArgumentPassing {
        case open, once, closed
    }

    /// Opens the gate. It must be closed, and ``isDone()`` or ``leave()`` must have released the
    /// last target. Late calls may still be inside.
    func open(_ target: Trampoline.Target) {
        unsafe self.target = unsafe .passRetained(target)
        word.bitwiseOr(Self.isOpen | Self.isPresent, ordering: .releasing)
    }

    /// Admits no more calls. Calls inside continue.
    func close() { word.bitwiseAnd(~(Self.isOpen | Self.isOnce), ordering: .relaxed) }

    /// Admits only one more call.
    func allowOneCall() { word.bitwiseOr(Self.isOnce, ordering: .relaxed) }

    /// Whether this call released the target: the gate is closed and no call is inside.
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

    @inline(__always)
    func enter() -> ArgumentPassing {
        let before = word.wrappingAdd(1, ordering: .acquiring).oldValue
        if before & Self.isOpen == 0 { return .closed }
        return before & Self.isOnce == 0 ? .open : .once
    }

    /// Calls `body` with the target. Only between an admitted ``enter()`` and ``leave()``.
    @inline(__always) @unsafe
    func withTarget(_ body: (Trampoline.Target) -> Void) {
        unsafe target!._withUnsafeGuaranteedRef { body($0) }
    }

    /// Counts a call on exit; returns whether it released the target, as ``isDone()``.
    @inline(__always)
    func leave() -> Bool {
        word.wrappingSubtract(1, ordering: .releasing).newValue == Self.isPresent && isDone()
    }
}
