import RestorationCore
import RestorationStorage

/// What follows for calls outside of restores from how launches have ended: code in which the
/// program has crashed or hung, by a stamp, in a save or while it destroyed an object is not asked
/// for the same again while program and plugin are those that ran. What crashed between restores
/// and saves counts against its class: see ``Strikes``.
///
/// Without a stamp nothing follows, and it is told: who ends a program while it saves ends it as at
/// any time.
struct CallVerdict {
    /// What the next launch is told.
    private(set) var suspects: [LedgerPage.Suspect]
    /// Why code is not asked.
    private(set) var refusals: [Call: Diagnosis] = [:]
    /// Why converters of a plugin are not asked, by the plugin.
    private(set) var withheldConverters: [String: Diagnosis] = [:]
    /// What the report and the log say.
    private(set) var notes: [Diagnosis] = []

    private let participants: Participants
    private let wayBack: String

    /// What is asked of whom.
    struct Call: Hashable {
        /// As the ledger has it.
        let object: UInt64
        let stage: LedgerStage
        /// Of the program and the plugin whose code it is: another one with a class of that name is
        /// not to blame.
        let identity: UInt64
    }

    init(_ evidence: LedgerEvidence) {
        let (last, participants) = (evidence.last, evidence.participants)
        self.participants = participants
        wayBack = evidence.wayBack
        suspects = last.sheet.suspects.filter {
            !$0.isOfRestore && (!$0.isAskedAgain || $0.isStrike)
        }
        let crash = last.crashOutsideRestore.map { mark in
            LedgerPage.Suspect(mark, evidence, .crash(signal: mark.blame ?? 0))
        }
        if let crash {
            // What is asked again may crash again, and each time counts.
            suspects.removeAll {
                !crash.isAskedAgain && $0.object == crash.object && $0.stage == crash.stage
                    && $0.identity == crash.identity
            }
            suspects.append(crash)
        }
        let unexplained = last.unexplainedEndInSave.map { mark in
            LedgerPage.Suspect(mark, evidence, .ends(1, deferredFor: 0))
        }
        guard unexplained != nil || !suspects.isEmpty else { return }
        let names = SuspectNames(
            suspects + [unexplained].compactMap(\.self),
            evidence.archive,
            salt: evidence.salt,
            participants.actingClasses()
        )
        if let unexplained {
            notes.append(note(of: unexplained, names, isRestarted: last.isRestarted))
        }
        if last.isForgiven, let crash {
            notes += [description(of: crash, names, outlook: Self.asAsked)]
            suspects = []
        }
        var isTold = false
        suspects = suspects.filter { suspect in
            guard let party = participants.party(of: suspect.identity),
                let stage = LedgerStage(ofLedger: suspect.stage)
            else {
                if suspect == crash { notes.append(exchanged(suspect, names)) }
                return false
            }
            let outlook = outlook(stage, participants.name(ofPlugin: party.plugin))
            guard !stage.isAskedAgain else {
                // Told once: nothing is left out for it.
                if suspect == crash, !isTold {
                    isTold = true
                    notes.append(description(of: suspect, names, outlook: outlook))
                }
                return true
            }
            let call = Call(object: suspect.object, stage: stage, identity: suspect.identity)
            refusals[call] = description(of: suspect, outlook: outlook)
            if stage == .convert, let plugin = party.plugin {
                withheldConverters[plugin] = refusals[call]
            }
            notes.append(description(of: suspect, names, outlook: outlook))
            return true
        }
    }

    private func note(
        of end: LedgerPage.Suspect,
        _ names: SuspectNames,
        isRestarted: Bool
    ) -> Diagnosis {
        Diagnosis(
            problem: CrashDescription(stage: end.stage, hasClass: nil)
                .end(hasExited: false, isRestarted: isRestarted),
            place: place(of: end, names),
            remedy: "Nothing is left out for it. If it happens whenever the program saves, look for"
                + " a crash in another thread, a call of _exit in that code, and its use of memory."
        )
    }

    /// - Parameter names: Tells the object; `nil` where whoever reads it knows which one it is.
    private func place(of suspect: LedgerPage.Suspect, _ names: SuspectNames?) -> String? {
        let party = participants.party(of: suspect.identity)
        let name = names?.name(of: suspect)
        // Of a class no object is named.
        let object =
            name.map { $0.path?.description ?? $0.className }
            ?? participants.className(of: suspect.object, ofPlugin: party?.plugin)
        let place = [object, participants.file(ofPlugin: party?.plugin)].compactMap { $0 }
        return place.isEmpty ? nil : place.joined(separator: ", ")
    }

    /// - Parameter names: As of ``place(of:_:)``.
    private func description(
        of suspect: LedgerPage.Suspect,
        _ names: SuspectNames? = nil,
        outlook: String
    ) -> Diagnosis {
        Diagnosis(
            problem: CrashDescription(stage: suspect.stage, hasClass: nil).problem(of: suspect),
            place: place(of: suspect, names),
            advice: "",
            outlook: outlook
        )
    }

    private func exchanged(_ suspect: LedgerPage.Suspect, _ names: SuspectNames) -> Diagnosis {
        let name = names.name(of: suspect)
        let signal = if case .crash(let signal, _) = suspect.evidence { signal } else { UInt32(0) }
        return CrashDescription(stage: suspect.stage, hasClass: nil)
            .crashBeforeExchange(signal: signal, place: name?.path?.description ?? name?.className)
    }

    private func outlook(_ stage: LedgerStage, _ plugin: String?) -> String {
        if stage.isAskedAgain {
            return
                "Nothing is left out for this alone. A class of a plugin that has crashed or hung"
                + " \(Strikes.ofClass) times is left out of restores."
        }
        let consequence =
            switch stage {
            case .destroy:
                "Objects of the class are not destroyed again, and their memory is lost."
            case .convert:
                "Converters of the plugin are not asked again: the state that needs them is"
                    + " retained."
            default: "It is not asked again: what was saved of it before is saved once more."
            }
        let party = plugin.map { "the plugin \($0) or of the program" } ?? "the program"
        return "\(consequence) Another build of \(party) ends that, and so does \(wayBack)."
    }

    private static let asAsked = "It is asked again, as the program has asked."
}

extension LedgerPage.Suspect {
    /// Whether it says something about an object of a restore. A crash in a converter says
    /// something about the converter's plugin; an end that nobody knows the reason of does not.
    var isOfRestore: Bool {
        guard let stage = LedgerStage(ofLedger: stage) else { return true }
        return stage.isOfRestore || stage == .convert && !isCrash
    }

    /// Whether what crashed is asked for the same again.
    fileprivate var isAskedAgain: Bool { LedgerStage(ofLedger: stage)?.isAskedAgain ?? false }

    /// The object in whose code a launch has ended outside of a restore.
    fileprivate init(
        _ mark: LedgerPage.Mark,
        _ evidence: LedgerEvidence,
        _ end: LedgerPage.Evidence
    ) {
        let isConverter = LedgerStage(ofLedger: mark.stage) == .convert
        self.init(
            object: isConverter
                ? ObjectDigests.any(ofClass: ArchiveWriter.hash(of: nil), evidence.salt)
                : mark.generation,
            identity: mark.identity,
            moment: evidence.now,
            stage: isConverter ? LedgerStage.convert.rawValue : mark.stage,
            evidence: end
        )
    }
}
