/// Passes a value into or out of `MainActor.assumeIsolated`.
///
/// Invariant: the creator is on the main thread, the only one that uses coders, and passes the
/// value to `MainActor.assumeIsolated`, which checks the thread. No other thread sees the value.
struct Unshared<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
