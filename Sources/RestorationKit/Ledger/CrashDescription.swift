import RestorationEngine
package import RestorationStorage

/// What the ledger says about an object, in words.
struct CrashDescription {
    /// A clause: "when it was created".
    let moment: String
    /// Whether a library was being loaded: that ends a launch once before something follows.
    private let isOfLoad: Bool

    /// - Parameter hasClass: Whether a restoration class makes the object: what the program builds
    ///   is looked for. `nil` if that is not known.
    init(stage: UInt32, hasClass: Bool?) {
        isOfLoad = LedgerStage(ofLedger: stage) == .load
        moment =
            switch LedgerStage(ofLedger: stage) {
            case .load: "while its plugin was being loaded"
            case .create:
                switch hasClass {
                case true?: "while the object was being created"
                case false?: "while the object was being looked for"
                case nil: "while the object was being looked for or created"
                }
            case .decode: "while the object decoded its state"
            case .attach: "while the object took back what it holds"
            case .finish: "while the object was told that the restore is finished"
            case .encode: "while the object encoded its state"
            case .contents: "while the object was asked for what it contains"
            case .destroy: "while an object of its class was being destroyed"
            case .make: "while an object of its class was being made"
            case .property: "while a property of an object of its class was read or set"
            case .method: "in a method of an object of its class"
            case .interface: "while an object of its class was asked for an interface"
            case .cancel: "while its class was told that an object is no longer awaited"
            case .binding: "in a call of its binding"
            case .loadMeanwhile: "while its plugin was being loaded"
            case .convert, .convertMeanwhile: "in a converter of a plugin"
            case .encodeDelegate: "in the program's delegate while it saved"
            case .delegate, nil: "in the program's delegate"
            }
    }

    static let inNobodysCode = "The last launch ended while it restored, in the code of no object"

    /// Why an object is left out: a sentence without its full stop.
    func problem(of suspect: LedgerPage.Suspect) -> String {
        if suspect.isEverything { return Self.inNobodysCode }
        if suspect.signal != 0 { return crash(signal: suspect.signal) }
        let ends =
            switch suspect.standing {
            case .noted: 1
            case .deferred, .onTrial: isOfLoad ? 1 : 2
            case .setAside: isOfLoad ? 2 : 3
            }
        let launches = ends == 1 ? "A launch" : "\(ends) launches"
        return "\(launches) ended \(moment), and nobody knows why"
    }

    /// How the last launch has ended.
    ///
    /// - Parameters:
    ///   - signal: What was stamped; 0 for nothing.
    ///   - isRestarted: Whether the machine was started anew since.
    func ending(signal: UInt32, isRestarted: Bool) -> String {
        if signal != 0 { return crash(signal: signal) }
        return isRestarted
            ? "The last launch ended \(moment), and the machine was started anew"
            : "The last launch ended \(moment), and nobody knows why"
    }

    private func crash(signal: UInt32) -> String {
        signal == LedgerPage.hang
            ? "The program hung \(moment), and was ended"
            : "The program crashed \(moment) (\(SignalName.of(Int32(signal))))"
    }

    /// What becomes of an object that is left out.
    ///
    /// - Parameters:
    ///   - plugin: Its name, and which version of it there is now; `nil` for the program itself.
    ///   - wayBack: What else brings the object back, see ``wayBack(to:_:)``.
    static func outlook(
        of suspect: LedgerPage.Suspect,
        plugin: String?,
        wayBack: String
    ) -> String {
        let isOfSave = suspect.knownStage?.kind == .save
        let consequence =
            isOfSave
            ? "It is not asked again: what was saved of it before is saved once more."
            : "Its state is retained."
        if suspect.standing == .deferred {
            let trial = isOfSave ? "It is asked again" : "It is tried again"
            return "\(consequence) \(trial) by the next launch, or after \(wayBack)."
        }
        let party = plugin.map { "the plugin \($0) or of the program" } ?? "the program"
        let end = isOfSave ? "ends that" : "brings it back"
        return "\(consequence) Another build of \(party) \(end), and so does \(wayBack)."
    }

    /// What has objects restored again that are set aside: a command that finds the state where
    /// these options put it, or a call where no command can.
    static func wayBack(to application: String, _ options: RestorationOptions) -> String {
        guard options.store == nil else { return "session.retryObjectsSetAside()" }
        guard let directory = options.chosenStateDirectory(of: application) else {
            return retrying(application)
        }
        return retrying(SessionError.quotedForShell(directory))
    }

    /// The same for a store that somebody looks at from outside.
    static func wayBack(to store: ArchiveStore) -> String {
        retrying(store.commandSubject)
    }

    private static func retrying(_ subject: String) -> String {
        "restorectl archive retry \(subject)"
    }
}

extension ArchiveStore {
    /// How the argument of a command names it: by the application's id where that is enough.
    package var commandSubject: String {
        let usual = try? ArchiveStore.defaultDirectory(for: application)
        return usual == directory ? application.rawValue : SessionError.quotedForShell(directory)
    }
}
