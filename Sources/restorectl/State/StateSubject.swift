import RestorationCore
import RestorationStorage

/// The saved state that a command was pointed at.
enum StateSubject {
    case application(ApplicationIdentifier)
    /// A single sealed file, wherever it lies.
    case file(String)

    /// Tells the two apart: a text with a slash is the path of a file, any other an application's
    /// id. An id has no slash, and so the meaning never depends on what lies in the working
    /// directory.
    ///
    /// - Parameter argument: `nil` for the only application that has state.
    init(_ argument: String?) throws {
        guard let argument else {
            self = .application(try Self.onlyApplication())
            return
        }
        if argument.utf8.contains(UInt8(ascii: "/")) {
            self = .file(argument)
        } else if let application = ApplicationIdentifier(argument) {
            self = .application(application)
        } else {
            throw CommandError.notAnApplication(argument)
        }
    }

    private static func onlyApplication() throws -> ApplicationIdentifier {
        let stateHome = try BaseDirectories().state
        let applications = try ArchiveStore.applications(in: stateHome)
        guard let application = applications.first else {
            throw CommandError.noState(directory: stateHome)
        }
        guard applications.count == 1 else {
            throw CommandError.severalApplications(applications, directory: stateHome)
        }
        return application
    }
}
