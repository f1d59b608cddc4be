import RestorationStorage

/// How the launch before this one has ended, as far as the crash ledger knows.
///
/// Semantic source: our own (FAIL-19).
public struct PreviousLaunch: Hashable, Sendable {
    /// How it ended.
    public let ending: Ending
    /// What happened: a sentence without its full stop; `nil` where there is nothing to tell.
    public let problem: String?
    /// The plugin whose code was running; `nil` for none, and for the program's own.
    public let plugin: String?

    /// How a launch ends.
    public enum Ending: Hashable, Sendable {
        /// There is nothing to tell: it ended properly, or by a kill while nobody's code was being
        /// called; or it is not known.
        case ordinary
        /// By a fatal signal in code that was being called, or by a call of `exit` in code that was
        /// asked for its state.
        case crash
        /// In code that had hung.
        case hang
        /// While it restored, and nobody knows why, or by a call of `exit`.
        case interrupted
    }

    package init(ending: Ending, problem: String?, plugin: String?) {
        self.ending = ending
        self.problem = problem
        self.plugin = plugin
    }

    static let ordinary = PreviousLaunch(ending: .ordinary, problem: nil, plugin: nil)
}

extension LastLaunch {
    /// What happened: a sentence without its full stop; `nil` where there is nothing to tell.
    var problem: String? {
        guard case .running(let mark) = mark, mark.blame != nil || endedInWindow else {
            return endedInWindow
                ? "The last launch ended while it restored, in the code of no object" : nil
        }
        let description = CrashDescription(stage: mark.stage, hasClass: nil)
        return mark.blame.map(description.crash)
            ?? description.end(hasExited: mark.hasExited, isRestarted: isRestarted)
    }

    /// The same in public words.
    func described(_ participants: Participants) -> PreviousLaunch {
        guard case .running(let mark) = mark, mark.blame != nil || endedInWindow else {
            return endedInWindow
                ? PreviousLaunch(
                    ending: .interrupted,
                    problem: problem,
                    plugin: nil
                ) : .ordinary
        }
        let ending: PreviousLaunch.Ending =
            switch mark.blame {
            case nil: .interrupted
            case LedgerPage.hang?: .hang
            case _?: .crash
            }
        return PreviousLaunch(
            ending: ending,
            problem: problem,
            plugin: participants.party(of: mark.identity)?.plugin
        )
    }
}
