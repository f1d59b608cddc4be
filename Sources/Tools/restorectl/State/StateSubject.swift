import FoundationEssentials
import RestorationCore
import RestorationKit
import RestorationStorage

/// The saved state that a command was pointed at.
enum StateSubject {
    /// All that an application has saved, to be read without a lock.
    case state(ArchiveStore)
    /// A single sealed file, wherever it lies.
    case file(String)

    /// A text with a slash is the path of a file or of a state directory, any other an
    /// application's id. An id has no slash, and so the meaning never depends on what lies in the
    /// working directory.
    ///
    /// - Parameter argument: `nil` for the only application that has state.
    init(_ argument: String?, with keys: Keys) throws {
        guard let argument else {
            self = .state(try keys.store(of: Self.onlyApplication()))
            return
        }
        if argument.utf8.contains(UInt8(ascii: "/")) {
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
    /// The application has saved nothing; says who has, if that can be read.
    static func nothingSaved(in store: ArchiveStore) -> Self {
        let stateHome = try? BaseDirectories().state
        let others = stateHome.flatMap { try? ArchiveStore.applications(in: $0) } ?? []
        return .nothingSaved(store.application, directory: store.directory, others: others)
    }
}

extension StateSubject {
    /// What a person should know of the place where the state lies.
    var warnings: [Diagnosis] {
        get throws {
            switch self {
            case .state(let store): try store.accessWarnings
            // It may have been copied anywhere.
            case .file: []
            }
        }
    }
}

extension ArchiveStore {
    /// Whether others may change the state: a program refuses it then.
    var accessWarnings: [Diagnosis] {
        get throws { try accessFault().map { [$0.diagnosis] } ?? [] }
    }

    /// - Throws: ``CommandError/nothingSaved(_:directory:others:)`` if there is no file of state.
    func checkHasState() throws {
        guard try !files().isEmpty else { throw CommandError.nothingSaved(in: self) }
    }

    /// Does what cannot be done while the program runs.
    func changing<Result>(_ change: (ArchiveStore) throws -> Result) throws -> Result {
        do {
            return try change(self)
        } catch StorageError.inUse(_, let process) {
            // Another state directory, which helps a second instance, is no help here.
            throw CommandError.running(process: process, directory: directory)
        }
    }
}
