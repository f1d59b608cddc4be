import Foundation

/// Runs `body` on a thread of its own, waits for it, and returns its result.
func onAnotherThread<Result>(_ body: @escaping () -> Result) throws -> Result {
    // Invariant: this thread waits while the other one runs, so only one of them uses what `body`
    // captures and the result.
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var result: Result?
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
        unsafe result = unsafe body()
        hasEnded.signal()
    }.start()
    hasEnded.wait()
    guard let result = unsafe result else { throw CallFailure(status: -1) }
    return result
}

extension TestPlugin {
    /// The status of a call; 0 if it succeeds.
    func status(_ call: () throws -> Void) -> Int32? {
        do {
            try call()
            return 0
        } catch {
            return (error as? CallFailure)?.status
        }
    }
}
