import Foundation

/// Runs `body` on a new thread, waits for it, and returns its result.
@discardableResult
public func onAnotherThread<Result>(_ body: @escaping () -> Result) -> Result {
    // Invariant: this thread waits while the other one runs, so only one thread at a time uses the
    // captures of `body` and the result.
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var result: Result?
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
        unsafe result = unsafe body()
        hasEnded.signal()
    }.start()
    hasEnded.wait()
    return unsafe result!
}
