import Logging
import RestorationCore
import RestorationStorage
import Synchronization

/// Says in the log whose code has hung, from the thread that watches: the session's own is in that
/// code.
final class HangReport: Sendable {
    private let logger: Logger
    private let deadline: Duration
    /// The plugins that identities stand for.
    private let parties = Mutex<[UInt64: String]>([:])

    init(_ options: RestorationOptions, deadline: Duration) {
        logger = options.logger(.crash)
        self.deadline = deadline
    }

    /// Takes note of what an identity stands for.
    func note(plugin: String?, as identity: UInt64) {
        guard let plugin else { return }
        parties.withLock { $0[identity] = plugin }
    }

    var rule: HangWatch.Rule {
        HangWatch.Rule(deadline: deadline) { [self] mark in logger.warning(diagnosis(of: mark)) }
    }

    private func diagnosis(of mark: LedgerPage.Mark) -> Diagnosis {
        let plugin = parties.withLock { $0[mark.identity] }
        let party = plugin.map { "Code of the plugin \($0)" } ?? "Code of the program"
        let moment = CrashDescription(stage: mark.stage, hasClass: nil).moment
        return Diagnosis(
            problem: "\(party) has been running for \(deadline) \(moment)",
            advice: "If it is at work, have it call report_progress",
            outlook: ". If the program ends in that code, the next launch treats it as a crash."
        )
    }
}
