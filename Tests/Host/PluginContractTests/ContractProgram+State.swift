import RestorationCore
import RestorationKit
import RestorationStorage
import Testing

extension ContractProgram {
    func store() throws -> ArchiveStore {
        try ArchiveStore(
            application: #require(ApplicationIdentifier(CrashLaunch.application)),
            directory: state,
            keys: FileKeyProvider(directory: keys)
        )
    }

    /// The records of the newest archive.
    func saved() throws -> [SavedRecord] { try SavedRecord.all(in: try store()) }

    /// The bytes of an object's record in the newest archive.
    func record(at path: String) throws -> [UInt8] {
        try #require(try saved().first { $0.path == path }).bytes
    }

    /// A restored session with a tray as its root.
    func restoredSession(
        configure: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> (session: RestorationSession, tray: Tray) {
        let session = try session(configure: configure)
        let tray = Tray()
        session.addRoot(tray)
        try session.restore()
        return (session, tray)
    }

    /// A launch in this process with well-behaved plugins: restores, saves and ends.
    ///
    /// - Returns: The restore's report, and the problems of the save.
    @discardableResult
    func relaunch(
        pinning plugin: String? = nil
    ) throws -> (report: RestorationReport, issues: [String]) {
        let session = try session()
        defer { session.close() }
        if let plugin { try session.pin(plugin) }
        session.addRoot(Tray())
        let report = try session.restore()
        var issues: [String] = []
        session.onSave = { issues = $0.report.issues.map(\.diagnosis.description) }
        try session.preserveNow()
        return (report, issues)
    }
}

extension RestorationOptions {
    /// The options of a program with all files in one directory.
    static func within(_ directory: String) -> RestorationOptions {
        var options = RestorationOptions()
        options.stateDirectory = directory + "/state"
        options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        options.pluginDirectories = [directory + "/plugins"]
        return options
    }
}
