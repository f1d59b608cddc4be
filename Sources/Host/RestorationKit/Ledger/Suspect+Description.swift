extension LedgerPage.Suspect {
    /// A sentence about the ending, without its full stop.
    package var problem: String {
        guard let moment = knownStage?.moment else {
            return "The program ended during a restore, outside the code of any object"
        }
        return switch signal {
        case 0: "The program ended \(moment), for an unknown reason"
        case LedgerPage.hang: "The program hung \(moment), and was ended"
        default: "The program crashed \(moment) (\(SystemFacts.name(ofSignal: Int32(signal))))"
        }
    }

    /// The consequence for a suspect that is left out, and the ways to bring it back: a new build,
    /// or ``retryCommand(to:_:)``.
    func outlook(plugin: String?, retryCommand: String) -> String {
        let consequence =
            isOfSave
            ? "It is not asked again: its earlier state is saved again."
            : "Its state is retained."
        guard treatment == .setAside else {
            return "\(consequence) The next launch tries it again, and so does \(retryCommand)."
        }
        let party = plugin.map { "the plugin \($0) or of the program" } ?? "the program"
        let end = isOfSave ? "ends that" : "brings it back"
        return "\(consequence) Another build of \(party) \(end), and so does \(retryCommand)."
    }

    /// The way to bring suspects back: a command that finds the state, or a call if no command can.
    static func retryCommand(to application: String, _ options: RestorationOptions) -> String {
        guard options.store == nil else { return "session.retryObjectsSetAside()" }
        let directory = options.chosenStateDirectory(of: application)
        return "restorectl archive retry "
            + (directory?.quotedForShell ?? application)
    }
}
