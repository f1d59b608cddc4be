public import RestorationCore

extension SetAsideFile {
    /// What a person should know about the file: why it lies there, and how it comes back.
    ///
    /// - Parameter cause: why, where ``error`` cannot say it: the file's seal was intact, what is
    ///   in it was not.
    public func diagnosis(because cause: Diagnosis? = nil) -> Diagnosis {
        Diagnosis(
            problem: error?.diagnosis.problem ?? cause?.problem ?? reason.problem,
            place: path,
            remedy: reason.remedy
        )
    }
}

extension SetAsideReason {
    /// The reason as a sentence without its full stop.
    public var problem: String {
        switch self {
        case .damaged: "The file is damaged"
        case .futureVersion: "A later version wrote the file"
        case .wrongKey: "The file was sealed with another key"
        case .foreign: "The file is no archive of this application"
        case .superseded: "The generation after this one cannot be used, and this one is older"
        case .refused: "The program declined the saved state"
        case .crashed: "The program crashed while it restored the saved state"
        case .discarded: "The saved state was discarded on request"
        case .replaced: "Another archive was reinstated in its place"
        }
    }

    /// What brings the file back, or that nothing has to be done.
    var remedy: String {
        switch self {
        case .damaged, .foreign:
            "Nothing needs to be done; restorectl archive list --set-aside shows what is kept."
        case .futureVersion:
            "Quit the program, install the version that wrote the file, and run restorectl archive"
                + " reinstate with this file."
        case .wrongKey:
            "Quit the program, put back the key that was in use when the file was written, and run"
                + " restorectl archive reinstate with this file."
        case .superseded, .refused, .crashed, .discarded, .replaced:
            "To have it back, quit the program and run restorectl archive reinstate with this file."
        }
    }
}
