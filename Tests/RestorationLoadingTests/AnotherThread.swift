import Foundation
import Synchronization

/// Runs `body` on a thread of its own, and waits for it.
func onAnotherThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        let result = body()
        box.value.withLock { $0 = result }
        done.signal()
    }
    done.wait()
    return box.value.withLock { $0! }
}

private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}

/// Takes a value to another thread: what nobody does who keeps to the rules.
final class HandedOver<Value>: @unchecked Sendable {
    private var value: Value?

    init(_ value: Value) {
        self.value = value
    }

    func letGo() {
        value = nil
    }

    func use<Result>(_ body: (Value) -> Result) -> Result {
        body(value!)
    }
}
