import CRestorationSystem
import RestorationCore

/// A watchdog thread that stamps a page when the code named in its mark hangs.
package final class HangWatch {
    private let number: UInt64

    /// The time limit for running code, and the callback for a hang.
    package struct Rule: Sendable {
        /// The longest time that code may run. A hang is detected after at most another quarter of
        /// it.
        package let deadline: Duration
        /// Called on the watchdog thread.
        package let report: @Sendable (LedgerPage.Mark) -> Void

        package init(deadline: Duration, report: @escaping @Sendable (LedgerPage.Mark) -> Void) {
            self.deadline = deadline
            self.report = report
        }
    }

    /// The rules by watch number. Guarded, because the watchdog thread reads them.
    private static let rules = Locked<[UInt64: Rule]>([:])

    /// Starts a watch, or returns `nil` without a watchdog thread.
    ///
    /// - Parameter page: Must stay valid until the watch ends.
    init?(_ page: UnsafeMutablePointer<restoration_ledger>, _ rule: Rule) {
        let milliseconds = rule.deadline.inMilliseconds
        number = HangWatch.rules.withLock { rules in
            // Inside the lock: the thread may detect a hang before the rule is stored.
            let number = unsafe restoration_hang_watch(page, milliseconds) { number, mark in
                // Invariant: the mark is valid during the call.
                guard let mark = unsafe mark?.pointee else { return }
                let rule = HangWatch.rules.withLock { $0[number] }
                rule?.report(LedgerPage.Mark(mark, isHung: true))
            }
            if number != 0 { rules[number] = rule }
            return number
        }
        if number == 0 { return nil }
    }

    deinit {
        restoration_hang_unwatch(number)
        HangWatch.rules.withLock { $0[number] = nil }
    }
}

extension LedgerPage.Mark {
    init(_ raw: restoration_ledger_mark, isHung: Bool) {
        var raw = raw
        // Invariant: the pointer refers to the local copy.
        let isStamped = unsafe restoration_ledger_mark_is_stamped(&raw) != 0
        self.init(
            place: raw.place,
            stage: raw.stage,
            identity: raw.identity,
            signal: isStamped ? raw.signal : nil,
            unregisteredThread: isStamped && raw.thread != 0 ? raw.thread : nil,
            isHung: isHung
        )
    }
}

extension Duration {
    fileprivate var inMilliseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: max(seconds, 0)) &* 1000
            &+ UInt64(clamping: max(attoseconds, 0)) / 1_000_000_000_000_000
    }
}
