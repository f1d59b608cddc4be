import FoundationEssentials
import RestorationCore
import RestorationKit
import RestorationStorage

enum StateSubject {
    /// All state of an application, for reading without a lock.
    case state(ArchiveStore)
    case file(String)
    /// A remote store, which has the states of several devices.
    case remote(RemoteConnection)

    /// Parses an argument: a connection string, a path of a file or state directory if it has a
    /// slash, otherwise an application's id. The meaning never depends on files in the working
    /// directory, since an id has no slash.
    ///
    /// - Parameter argument: `nil` for the only application with state.
    init(_ argument: String?, with keys: Keys) throws {
        guard let argument else {
            self = .state(try keys.store(of: Self.onlyApplication()))
            return
        }
        if RemoteConnection.isMeant(by: argument) {
            self = .remote(try RemoteConnection(argument))
        } else if argument.utf8.contains(UInt8(ascii: "/")) {
            self =
                Self.isDirectory(argument) ? .state(try keys.store(in: argument)) : .file(argument)
        } else if let application = ApplicationIdentifier(argument) {
            self = .state(try keys.store(of: application))
        } else {
            throw CommandError.notAnApplication(argument, mayBeFile: true)
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory
    }

    private static func onlyApplication() throws -> ApplicationIdentifier {
        let stateHome = try BaseDirectories().state
        let (applications, unreadable) = try ArchiveStore.survey(of: stateHome)
        guard let application = applications.first else {
            if let reason = unreadable.first { throw reason }
            throw CommandError.noState(directory: stateHome)
        }
        guard applications.count == 1 else {
            throw CommandError.severalApplications(applications, directory: stateHome)
        }
        return application
    }
}

extension CommandError {
    /// The error for an application without state, naming others with state.
    static func nothingSaved(in store: ArchiveStore) -> Self {
        let stateHome = try? BaseDirectories().state
        let others = stateHome.flatMap { try? ArchiveStore.applications(in: $0) } ?? []
        return .nothingSaved(store.application, directory: store.directory, others: others)
    }
}

extension StateSubject {
    var warnings: [Diagnosis] {
        get throws {
            switch self {
            case .state(let store): try store.accessWarnings
            // A copy may be in any directory.
            case .file, .remote: []
            }
        }
    }
}

extension ArchiveStore {
    /// A warning if other users can change the state. A program refuses such state.
    var accessWarnings: [Diagnosis] {
        get throws { try accessFault().map { [$0.diagnosis] } ?? [] }
    }

    /// - Throws: ``CommandError/nothingSaved(_:directory:others:)`` if there are no state files.
    func checkHasState() throws {
        guard try !files().isEmpty else { throw CommandError.nothingSaved(in: self) }
    }

    /// Runs a change that requires that the program is not running.
    func changing<Result>(_ change: (ArchiveStore) throws -> Result) throws -> Result {
        do {
            return try change(self)
        } catch StorageError.inUse(_, let process) {
            // The error's advice to use another state directory is for second instances, and no
            // help here.
            throw CommandError.running(process: process, directory: directory)
        }
    }
}
