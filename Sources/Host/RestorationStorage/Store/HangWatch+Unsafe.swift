import CRestorationSystem
import RestorationCore

/// Has a thread of its own look whether the code that a page names gets on, and stamp the page if
/// not.
package final class HangWatch {
    private let number: UInt64

    /// What is done with code that does not get on.
    package struct Rule: Sendable {
        /// For how long code may run. What runs longer, by up to a quarter, has hung.
        package let deadline: Duration
        /// Called by the thread that watches, which is none of the program's.
        package let report: @Sendable (LedgerPage.Mark) -> Void

        package init(deadline: Duration, report: @escaping @Sendable (LedgerPage.Mark) -> Void) {
            self.deadline = deadline
            self.report = report
        }
    }

    /// By the number of the watch. Guarded: the thread that watches looks here.
    private static let rules = Locked<[UInt64: Rule]>([:])

    /// `nil` where there is no thread for it.
    ///
    /// - Parameter page: Stays where it is until the watch ends.
    init?(_ page: UnsafeMutablePointer<restoration_ledger>, _ rule: Rule) {
        let milliseconds = rule.deadline.inMilliseconds
        number = HangWatch.rules.withLock { rules in
            // Inside the lock: the thread may find a hang before the rule is noted.
            let number = unsafe restoration_hang_watch(page, milliseconds) { number, mark in
                // Invariant: the mark is lent for the call.
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
        // Invariant: a mark of our own is looked at.
        let isStamped = unsafe restoration_ledger_mark_is_stamped(&raw) != 0
        self.init(
            place: raw.place,
            stage: raw.stage,
            identity: raw.identity,
            signal: isStamped ? raw.signal : nil,
            strangeThread: isStamped && raw.thread != 0 ? raw.thread : nil,
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
