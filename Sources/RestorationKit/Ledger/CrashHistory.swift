import RestorationStorage

/// How launches have ended, and what follows for the next one: which objects and plugins are left
/// out of which calls, and for how long. `Docs/Crashes.md` has the rules.
struct CrashHistory: Hashable {
    /// How many launches in a row were bad.
    private(set) var row: UInt32 = 0
    /// What is left out, and what the last launch ended in. Oldest first.
    var suspects: [LedgerPage.Suspect] = []

    /// How a launch has ended.
    enum End: Hashable {
        case well
        /// In the restoration window, in nobody's code.
        case inNobodysCode
        case inCall(Call)
    }

    /// The call that ran when a launch ended.
    struct Call: Hashable {
        var object: UInt64
        /// Of the program, and of the plugin whose code it was.
        var identity: UInt64
        var stage: LedgerStage
        var isOfPlugin = true
        /// Which signal was stamped; 0 where nobody knows what ended the launch.
        var signal: UInt32 = 0
    }

    init() {}

    init(_ sheet: LedgerPage.Sheet) {
        row = sheet.endings
        suspects = sheet.suspects
    }

    /// Adds the launch that came last.
    ///
    /// - Parameters:
    ///   - identity: The program's own.
    ///   - generation: Of the archive that is there.
    ///   - moment: When that is found, in seconds since 1970.
    /// - Returns: Whether the launch that begins now retains everything.
    mutating func add(
        _ end: End,
        of identity: UInt64 = 0,
        generation: UInt64 = 0,
        at moment: Int64 = 0
    ) -> Bool {
        let former = suspects
        suspects = former.compactMap(\.afterLaunch)
        var isSecondInNobodysCode = false
        switch end {
        case .well:
            row = 0
            return false
        case .inNobodysCode:
            isSecondInNobodysCode = former.contains { $0.isEverything && $0.isLatest }
            let nobody = Call(object: LedgerPage.everything, identity: identity, stage: .delegate)
            suspects.append(LedgerPage.Suspect(nobody, .noted, generation, moment))
        case .inCall(let call):
            suspects.removeAll { $0.isAbout(call) }
            let standing = Self.standing(of: call, after: former)
            var suspect = LedgerPage.Suspect(call, standing, generation, moment)
            if call.stage == .load || Self.isSecondInPlugin(call, after: former) {
                suspect.stage |= LedgerPage.pluginStage
            }
            suspects.append(suspect)
        }
        row = min(row, 1000) + 1
        guard row >= Self.longestRow || isSecondInNobodysCode else { return false }
        row = 0
        suspects.removeAll(where: \.isEverything)
        return true
    }

    /// What one call is to blame for is mended by the next launch, and two of them are bad luck.
    static let longestRow = 3

    private static func standing(
        of call: Call,
        after former: [LedgerPage.Suspect]
    ) -> LedgerPage.Standing {
        let same = former.filter { $0.isAbout(call) }
        let isSecond = same.contains(where: \.isLatest) || isSecondInPlugin(call, after: former)
        // What a person shows, types or ends in it is no restore and no save.
        let isInnocent = call.stage.kind == .other && !isSecond
        if call.signal != 0 { return isInnocent ? .noted : .setAside }
        if same.contains(where: { $0.standing == .onTrial }) { return .setAside }
        return isSecond || call.stage == .load ? .deferred : .noted
    }

    private static func isSecondInPlugin(
        _ call: Call,
        after former: [LedgerPage.Suspect]
    ) -> Bool {
        call.isOfPlugin
            && former.contains {
                $0.isLatest && $0.identity == call.identity && $0.object != call.object
            }
    }
}

extension LedgerPage.Suspect {
    /// Whether it is all that is saved, and no object.
    var isEverything: Bool { object == LedgerPage.everything }
    /// Whether all objects of its plugin are meant.
    var isOfPlugin: Bool { stage & LedgerPage.pluginStage != 0 }
    /// Whether it is left out of the launch that has judged it.
    var isLeftOut: Bool { standing == .deferred || standing == .setAside }
    var knownStage: LedgerStage? { LedgerStage(ofLedger: stage) }

    fileprivate init(
        _ call: CrashHistory.Call,
        _ standing: LedgerPage.Standing,
        _ generation: UInt64,
        _ moment: Int64
    ) {
        self.init(
            object: call.object,
            identity: call.identity,
            generation: generation,
            moment: moment,
            stage: call.stage.rawValue,
            signal: call.signal,
            standing: standing,
            isLatest: true
        )
    }

    /// As it is once one more launch has ended elsewhere; `nil` if nothing is left of it.
    fileprivate var afterLaunch: LedgerPage.Suspect? {
        var suspect = self
        suspect.isLatest = false
        switch standing {
        case .noted, .onTrial: return nil
        case .deferred: suspect.standing = .onTrial
        case .setAside: break
        }
        return suspect
    }

    /// Whether a call ends in what it is about.
    fileprivate func isAbout(_ call: CrashHistory.Call) -> Bool {
        identity == call.identity && knownStage?.kind == call.stage.kind
            && (object == call.object || isOfPlugin)
    }
}
