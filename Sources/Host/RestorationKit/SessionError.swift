internal import RestorationDiscovery

/// The errors of a session.
@nonexhaustive
public enum SessionError: DiagnosedError, Hashable {
    /// The application's id cannot name a directory.
    case invalidApplication(String)
    /// A save was requested before ``RestorationSession/restore(reason:)``.
    case notRestored
    /// `restore`, or a setting that only a restore uses, was called after the restore.
    case alreadyRestored
    /// Nothing may be saved in this process, for this reason.
    case savingUnavailable(Diagnosis)
    /// A save or restore was requested inside another one.
    case busy
    /// The session is closed, or its state was discarded.
    case closed
    /// Another process opened the session, and forked this one.
    case otherProcess(opener: Int)
    /// The identifier for a new object is invalid.
    case invalidIdentifier(length: Int)
    /// The id of a plugin to pin is invalid.
    case invalidPlugin(String)
    /// No retained state matches the subject; `retained` lists all retained state.
    case nothingRetained(RetainedState, retained: [GivenUpState])
    /// The new place of a renamed or moved object is taken.
    case pathTaken(RestorationPath)
    /// An object to be renamed or moved was not made, restored by a class or registered, so the
    /// object itself and its parents decide its name and place.
    case notNamedBySession(type: String)
    /// An object cannot be moved below itself.
    case belowItself(type: String)
    /// The parent of a made or moved object has no path.
    case parentWithoutPath(type: String)
    /// An alias of a path is the path itself, an ancestor or a descendant.
    case unusableAlias(RestorationPath, for: RestorationPath)
    /// No restoration class of the host has that name.
    case unknownClass(String)
    /// No route claims the path of a new object. One of the unusable plugin files may have the
    /// route. The directories are those of the host's options.
    case noRoute(
        RestorationPath,
        application: String,
        directories: [String],
        unusable: [Diagnosis]
    )
    /// The restoration class said "not yet" for a new object. The session waits only for restored
    /// objects.
    case objectNotYetAvailable(RestorationPath)
    /// The restoration class of a new object makes objects of another type than requested.
    case unexpectedType(
        RestorationPath,
        className: String,
        plugin: String?,
        made: String,
        expected: String
    )
    /// No further session of the process can watch signals.
    case tooManySignalWatchers
    /// The session has no remote store.
    case noRemoteStore
    /// The process has no GLib, or one without that function.
    case glibMissing(function: String)
    /// The event descriptor or a signal handler could not be set up.
    case system(what: String, errorNumber: Int32)

    public var diagnosis: Diagnosis {
        switch self {
        case .nothingRetained(let subject, let retained): Self.nothing(subject, retained)
        case .invalidApplication(let text):
            Diagnosis(
                problem: "The application id \"\(text)\" cannot name a directory",
                remedy: "Write a name such as \"org.example.petfinder\"."
            )
        case .notRestored:
            Diagnosis(
                problem: "The session was asked to save before its restore",
                remedy:
                    "Call restore() once when the program's own objects are built; without it an"
                    + " empty start would overwrite the saved state."
            )
        case .alreadyRestored:
            Diagnosis(
                problem: "The session has restored already",
                remedy: "Call restore() once, after all calls that prepare for it."
            )
        case .savingUnavailable(let reason):
            Diagnosis(
                problem: "Nothing can be saved: \(reason.problem)",
                place: reason.place,
                remedy: reason.remedy
            )
        case .busy:
            Diagnosis(
                problem: "A save or restore was started inside another one",
                remedy: "Call invalidate(_:) there; the change is saved afterwards."
            )
        case .closed:
            Diagnosis(
                problem: "The session is closed",
                remedy: "Create a new session to continue saving."
            )
        case .otherProcess(let opener):
            Diagnosis(
                problem: "Process \(opener) has opened the session, and this process was forked"
                    + " from it",
                remedy: "Open a session in the process that uses it, after fork or daemon."
            )
        case .noRemoteStore:
            Diagnosis(
                problem: "The session has no remote store",
                remedy: "Set remote in its options, and no store of the program's own."
            )
        case .invalidIdentifier(let length):
            Diagnosis(
                problem: "A restoration identifier cannot have \(length) bytes",
                remedy: "Use 1 to 255 bytes of UTF-8 without NUL."
            )
        case .invalidPlugin(let text):
            Diagnosis(
                problem: "\"\(text)\" is not a valid plugin id",
                remedy: "Write the id of the plugin's manifest, such as \"org.example.notes\"."
            )
        case .pathTaken(let path):
            Diagnosis(
                problem: "Another object, or retained state, already has this restoration path",
                place: "\(path)",
                remedy: "Use another identifier, or move or rename the present object first."
            )
        case .notNamedBySession(let type):
            Diagnosis(
                problem: "The program built this \(type), so the session cannot rename or move it",
                remedy: "Change its restorationIdentifier, and its place in its parent."
            )
        case .belowItself(let type):
            Diagnosis(
                problem: "A \(type) cannot be moved below itself",
                remedy: "Move it to an object that is not below it."
            )
        case .parentWithoutPath(let type):
            Diagnosis(
                problem: "The parent, a \(type), has no restoration path",
                remedy: "Give it a restoration identifier."
            )
        case .unusableAlias(let former, let path):
            Diagnosis(
                problem: "State saved at \(former) cannot be restored at \(path): one path"
                    + " is a prefix of the other",
                remedy: "Give the object an identifier that the program did not use at that place."
            )
        case .unknownClass(let name):
            Diagnosis(
                problem: "No restoration class is registered as \"\(name)\"",
                remedy: "Call register(_:as:) before make or restore."
            )
        case .noRoute(let path, let application, let directories, let unusable):
            Self.noRoute(path, of: application, in: directories, beside: UnusableFiles(unusable))
        case .objectNotYetAvailable(let path):
            Diagnosis(
                problem: "A new object cannot be made yet: its restoration class waits for data",
                place: "\(path)",
                // Addresses both the program's author and the author of the class.
                remedy:
                    "In the program, call make again when the data has arrived: the session waits"
                    + " only for objects that a restore brings back. In the class, answer \"not"
                    + " yet\" only if the request's reason is other than make. If it is make,"
                    + " create the object without the data, and add the data when it arrives."
            )
        case .unexpectedType(let path, let className, let plugin, let made, let expected):
            Diagnosis(
                problem: "The restoration class \"\(className)\""
                    + (plugin.map { " of the plugin \($0)" } ?? "")
                    + " made an object of type \(made), and the program asked for \(expected)",
                place: "\(path)",
                remedy: plugin == nil
                    ? "Ask for \(made), or name the class whose objects are of type \(expected)."
                    : "Ask for any Restorable: the program uses an object of a plugin by its"
                        + " interfaces and methods."
            )
        case .tooManySignalWatchers:
            Diagnosis(
                problem: "No more sessions of this process can watch signals",
                remedy: "Close sessions, or let one of them watch and notify the others."
            )
        case .glibMissing(let function):
            Diagnosis(
                problem: "The process has no GLib: there is no \(function) in it",
                remedy: "Link the program with GLib 2.36 or later, or call runPending() yourself."
            )
        case .system(let what, let number):
            Diagnosis(
                problem: "\(what): \(SystemReason(number).words.reason)",
                remedy: SystemReason(number).words.remedy
            )
        }
    }

    private static func noRoute(
        _ path: RestorationPath,
        of application: String,
        in directories: [String],
        beside others: UnusableFiles
    ) -> Diagnosis {
        let options = directories.map { " --directory \($0.quotedForShell)" }.joined()
        return Diagnosis(
            problem: "No plugin claims the restoration path \(path)" + others.clause,
            remedy: others.isEmpty
                ? "Install the plugin that does, which is found at the next start; restorectl route"
                    + " --application \(application)\(options) \("\(path)".quotedForShell)"
                    + " shows the known routes."
                : others.remedy
        )
    }

    private static func nothing(_ subject: RetainedState, _ retained: [GivenUpState]) -> Diagnosis {
        let names =
            switch subject {
            case .path: retained.map(\.path.description)
            case .plugin: Set(retained.compactMap(\.plugin)).sorted()
            }
        let listed = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        return Diagnosis(
            problem: "No state is retained \(subject)",
            remedy: names.isEmpty
                ? "No action is needed."
                : "State is retained of \(listed). An object that is there changes its state"
                    + " itself."
        )
    }
}
