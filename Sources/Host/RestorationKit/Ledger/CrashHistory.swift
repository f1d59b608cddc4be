/// The consequences of earlier launches: which calls are left out for which objects and plugins,
/// and for how long. `Docs/Crashes.md` has the rules.
extension LedgerPage.Sheet {
    /// Adds the last launch.
    ///
    /// - Parameters:
    ///   - end: The call in which it ended, or everything if it ended while restoring, outside all
    ///     calls; `nil` if it was not bad.
    ///   - program: The identity of the program without plugins.
    /// - Returns: Whether this launch retains everything.
    mutating func add(_ end: LedgerPage.Suspect?, program: UInt64) -> Bool {
        let former = suspects
        suspects = former.compactMap(\.afterLaunch)
        guard var end else {
            endings = 0
            return false
        }
        let same = former.filter { $0.isAbout(end) }
        let isSecondInPlugin = former.contains {
            $0.isLatest && $0.identity == end.identity && $0.object != end.object
                && $0.identity != program
        }
        let isSecond = isSecondInPlugin || same.contains(where: \.isLatest)
        end.treatment = Self.treatment(of: end, after: same, isSecond: isSecond)
        end.isLatest = true
        if isSecondInPlugin || same.contains(where: \.isOfPlugin) || end.knownStage == .load
            || end.knownStage == .call
        {
            end.stage |= LedgerPage.pluginStage
        }
        suspects.removeAll { $0.isAbout(end) }
        suspects.append(end)
        endings = min(endings, 1000) + 1
        guard endings >= 3 || end.isEverything && isSecond else { return false }
        endings = 0
        suspects.removeAll(where: \.isEverything)
        return true
    }

    private static func treatment(
        of end: LedgerPage.Suspect,
        after same: [LedgerPage.Suspect],
        isSecond: Bool
    ) -> LedgerPage.Treatment {
        if same.contains(where: { $0.treatment != .noted }) { return .setAside }
        // A call outside restores and saves is left out only the second time in a row.
        if end.signal != 0 { return end.knownStage == .call && !isSecond ? .noted : .setAside }
        return isSecond || end.knownStage == .load ? .deferred : .noted
    }
}

extension LedgerPage.Suspect {
    /// Whether the suspect is the whole saved state, rather than an object.
    package var isEverything: Bool { object == LedgerPage.everything }
    /// Whether it stands for all objects of its plugin.
    package var isOfPlugin: Bool { stage & LedgerPage.pluginStage != 0 }
    /// Whether it is still restored, and only its encoding is skipped.
    package var isOfSave: Bool { knownStage?.isOfSave == true }
    /// Whether the present launch leaves it out.
    var isLeftOut: Bool { treatment == .deferred || treatment == .setAside }
    var knownStage: LedgerStage? { LedgerStage(rawValue: stage & ~LedgerPage.pluginStage) }

    /// The suspect after a launch that ended elsewhere; `nil` if it is dropped.
    fileprivate var afterLaunch: LedgerPage.Suspect? {
        var suspect = self
        suspect.isLatest = false
        if treatment == .deferred { suspect.treatment = .onTrial }
        return isLeftOut ? suspect : nil
    }

    /// Whether a launch that ended in `other` ended in this suspect.
    fileprivate func isAbout(_ other: LedgerPage.Suspect) -> Bool {
        identity == other.identity && isOfSave == other.isOfSave
            && (!isOfSave || knownStage == other.knownStage)
            && (object == other.object || isOfPlugin)
    }
}
