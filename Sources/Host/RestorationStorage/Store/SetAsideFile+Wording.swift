public import RestorationCore

extension SetAsideFile {
    /// Explains to the user why the file was set aside, which archive replaced it, and how to get
    /// it back.
    ///
    /// - Parameters:
    ///   - cause: the reason if ``error`` is `nil`: the seal was intact but the contents were not.
    ///   - archive: the older generation that was used instead; `nil` if the program started
    ///     afresh.
    public func diagnosis(
        because cause: Diagnosis? = nil,
        replacedBy archive: OpenedArchive?
    ) -> Diagnosis {
        Diagnosis(
            problem: error?.diagnosis.problem ?? cause?.problem ?? reason.problem,
            place: path,
            remedy: reason.remedy(replacedBy: archive)
        )
    }
}

extension SetAsideReason {
    /// The reason as a sentence without its full stop.
    public var problem: String {
        switch self {
        case .damaged: "The file is damaged"
        case .futureVersion: "A later version wrote the file"
        case .formerVersion:
            "An earlier version wrote the file, in a format that is no longer supported"
        case .wrongKey: "The file was sealed with another key"
        case .foreign: "The file is not an archive of this application"
        case .superseded: "The generation after this one cannot be used, and this one is older"
        case .refused: "The program declined to restore its saved state"
        case .crashed: "The program crashed while it restored the saved state"
        case .converted: "Its state was later converted for another class"
        case .expired: "The saved state is too old for the program"
        case .discarded: "The saved state was set aside on request"
        case .replaced: "Another archive was reinstated in its place"
        }
    }

    fileprivate func remedy(replacedBy archive: OpenedArchive?) -> String {
        switch self {
        case .damaged, .foreign:
            Self.fallbackNote(archive)
                + " restorectl archive list --set-aside lists the files."
        case .futureVersion, .formerVersion:
            "The program started afresh. Quit it, install the version that wrote the file, and run"
                + " restorectl archive reinstate with this file."
        case .wrongKey:
            "The program started afresh. Quit it, put back the key that was in use when the file"
                + " was written, and run restorectl archive reinstate with this file."
        case .superseded, .refused, .crashed, .converted, .expired, .discarded, .replaced:
            "To use the file again, quit the program and run restorectl archive reinstate with it."
        }
    }

    private static func fallbackNote(_ archive: OpenedArchive?) -> String {
        guard let archive else {
            return "The program started afresh, because no other generation could be used."
        }
        let moment = CivilTime(nearest: archive.savedAt.seconds).text
        return "No action is needed: generation \(archive.generation), saved \(moment), was"
            + " used instead."
    }
}
