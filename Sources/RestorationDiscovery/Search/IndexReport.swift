/// What a search for plugins had of the index of an earlier one.
public struct IndexReport: Hashable, Sendable {
    /// Where the index lies.
    public let file: String
    /// Why it could not be used as it was; `nil` if it could.
    public let flaw: Flaw?
    /// What became of a new one; `nil` if there was no need.
    public let writing: Writing?

    /// Why an index cannot be used as it is.
    @nonexhaustive
    public enum Flaw: Error, Hashable {
        /// There is none yet.
        case absent
        /// The system refused to read it.
        case unreadable(SystemError)
        /// It belongs to another user, or others may write to it.
        case foreign
        /// It was cut off or changed, or is something else.
        case damaged
        /// It was written by another build of the program.
        case otherFormat
        /// It was written before the system started, or on another machine.
        case otherBoot
        /// A file or directory has changed since, or too shortly before to be sure.
        case outdated(path: String)
    }

    /// What became of a new index.
    @nonexhaustive
    public enum Writing: Hashable, Sendable {
        case done
        /// Another process was writing one at that moment.
        case leftToAnother
        /// It costs speed, nothing else.
        case failed(SystemError)
    }
}

extension IndexReport: CustomStringConvertible {
    /// The report as a sentence, for a log.
    public var description: String {
        guard let flaw else { return "The plugin index \(file) is up to date" }
        return "The plugin index \(file) was not used: \(flaw)"
            + (writing.map { "; \($0)" } ?? "")
    }
}

extension IndexReport.Flaw: CustomStringConvertible {
    /// The reason as a clause.
    public var description: String {
        switch self {
        case .absent: "there is none yet"
        case .unreadable(let error): "\(error)"
        case .foreign: "it belongs to another user, or others may write to it"
        case .damaged: "it is damaged"
        case .otherFormat: "it was written by another build of the program"
        case .otherBoot: "it is from before the system started, or from another machine"
        case .outdated(let path): "\(path) has changed, or had when it was written"
        }
    }
}

extension IndexReport.Writing: CustomStringConvertible {
    /// What became of it, as a clause.
    public var description: String {
        switch self {
        case .done: "a new one was written"
        case .leftToAnother: "another process is writing a new one"
        case .failed(let error): "no new one could be written: \(error)"
        }
    }
}
