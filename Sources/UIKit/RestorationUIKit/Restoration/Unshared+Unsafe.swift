/// A value that goes into a check that this is the main thread, or out of one.
///
/// Invariant: whoever makes one is on the main thread already, where coders are used alone, and
/// hands it to `MainActor.assumeIsolated`, which checks that: nothing is shared between threads.
struct Unshared<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
