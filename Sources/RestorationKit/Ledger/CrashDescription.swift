import RestorationEngine
package import RestorationStorage

/// What the ledger says about an object, in words.
struct CrashDescription {
    /// A clause: "when it was created".
    let moment: String
    /// Of what follows on a crash in another object of its plugin.
    private let addition: String

    /// - Parameter hasClass: Whether a restoration class makes the object: what the program builds
    ///   is looked for. `nil` if that is not known.
    init(stage: UInt32, hasClass: Bool?) {
        addition =
            stage & LedgerPage.pluginStage == 0
            ? "" : ", right after a crash in another object of its plugin"
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
            case .convert: "in a converter of a plugin"
            case .encodeDelegate: "in the program's delegate while it saved"
            case .delegate, nil: "in the program's delegate"
            }
    }

    /// Why an object is left out: a sentence without its full stop.
    func problem(of suspect: LedgerPage.Suspect) -> String {
        let isEverything = suspect.object == LedgerPage.everything
        return switch suspect.evidence {
        case .crash(let signal, _): crash(signal: signal)
        case .ends(1, _) where isEverything:
            "A launch ended while it restored, in the code of no object"
        case .ends where isEverything:
            "Launches ended while they restored, and leaving objects out did not help"
        case .ends(1, _): "A launch ended \(moment), and nobody knows why"
        case .ends(let count, _): "\(count) launches ended \(moment), and nobody knows why"
        }
    }

    func crash(signal: UInt32) -> String {
        switch signal {
        case LedgerPage.hang: "The program hung \(moment), and was ended\(addition)"
        case LedgerPage.exit: "The program was ended by a call of exit \(moment)\(addition)"
        case LedgerPage.unexplained: "2 launches ended \(moment), and nobody knows why"
        default: "The program crashed \(moment) (\(SignalName.of(Int32(signal))))\(addition)"
        }
    }

    /// A crash in code that has been exchanged by now: nothing follows from it.
    func crashBeforeExchange(signal: UInt32, place: String?) -> Diagnosis {
        Diagnosis(
            problem: crash(signal: signal),
            place: place,
            advice: "Install libraries under another name, and rename them",
            outlook: ": one that is overwritten while a program runs crashes it. The program, the"
                + " plugin or a library of it is another one since, and nothing is left out."
        )
    }

    /// An object in which a launch ended, and that is given one more chance.
    ///
    /// - Parameters:
    ///   - hasExited: Whether its code has called `exit`.
    ///   - isRestarted: Whether the machine was started anew since.
    func end(hasExited: Bool, isRestarted: Bool) -> String {
        if hasExited { return crash(signal: LedgerPage.exit) }
        return isRestarted
            ? "The last launch ended \(moment), and the machine was started anew"
            : "The last launch ended \(moment), and nobody knows why"
    }

    /// What becomes of the state of an object that is left out.
    ///
    /// - Parameters:
    ///   - plugin: Its name, and which version there is now; `nil` for the program itself.
    ///   - wayBack: What else brings the object back, see ``wayBack(to:_:)``.
    static func outlook(
        _ suspect: LedgerPage.Suspect,
        plugin: String?,
        wayBack: String
    ) -> String {
        switch suspect.evidence {
        case .crash:
            let party = plugin.map { "the plugin \($0) or of the program" } ?? "the program"
            return "Its state is retained. Another build of \(party) brings it back, and so does"
                + " \(wayBack)."
        case .ends(_, let launches):
            let moment = launches > 1 ? "in \(launches) launches" : "by the next launch"
            return "Its state is retained. It is tried again \(moment), or after \(wayBack)."
        }
    }

    /// The same where its class or its plugin is left out.
    static func outlook(afterStrikes launches: Int, plugin: String?, wayBack: String) -> String {
        let party = plugin.map { "the plugin \($0) or of the program" } ?? "the program"
        return "Its state is retained. Another build of \(party) brings it back, and so do"
            + " \(launches) launches that end well, and \(wayBack)."
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
