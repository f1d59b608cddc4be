public import RestorationCore

/// Finds the plugins of an application, without running any of their code.
///
/// ```swift
/// let outcome = PluginDiscovery(application: petFinder, process: .current).run()
/// for fault in outcome.faults { log.warning("\(fault)") }
/// let routes = outcome.routes()
/// ```
///
/// In each directory of the search order, the subdirectory with the application's identifier comes
/// before the rest. Of several plugins with one identifier the highest version that this host can
/// use wins; the search order breaks ties. `Docs/Discovery.md` has all rules.
public struct PluginDiscovery: Sendable {
    /// The application whose plugins are looked for.
    public let application: ApplicationIdentifier
    /// The directories that are searched, in order; each after its subdirectory for the
    /// application.
    public var directories: [String] { searchPath.paths }
    /// The directories with the rule by which each is searched.
    public var searchedDirectories: [PluginDirectory] { searchPath.directories }

    private let acceptsUnnamed: Bool
    private let abi: ABIVersion
    private let searchPath: PluginSearchPath
    private let indexing: PluginIndexing
    private let indexFile: PluginIndexFile?

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - hostDirectories: absolute paths of directories to search before all others.
    ///   - acceptsUnnamed: whether plugins that list `*` as their application are used.
    ///   - abi: the version of the C interface that the host speaks.
    ///   - indexing: whether the index of an earlier search is used, and a new one written.
    public init(
        application: ApplicationIdentifier,
        hostDirectories: [String] = [],
        process: ProcessFacts,
        acceptsUnnamed: Bool = false,
        abi: ABIVersion = .spokenByHost,
        indexing: PluginIndexing = .off
    ) {
        self.init(
            application: application,
            PluginSearchPath(hostDirectories: hostDirectories, process: process),
            process: process,
            acceptsUnnamed: acceptsUnnamed,
            abi: abi,
            indexing: indexing
        )
    }

    /// Prepares a search of the directories that another process of the application has searched.
    package init(
        application: ApplicationIdentifier,
        directories: [PluginDirectory],
        process: ProcessFacts,
        acceptsUnnamed: Bool,
        indexing: PluginIndexing = .off
    ) {
        self.init(
            application: application,
            PluginSearchPath(directories),
            process: process,
            acceptsUnnamed: acceptsUnnamed,
            abi: .spokenByHost,
            indexing: indexing
        )
    }

    private init(
        application: ApplicationIdentifier,
        _ searchPath: PluginSearchPath,
        process: ProcessFacts,
        acceptsUnnamed: Bool,
        abi: ABIVersion,
        indexing: PluginIndexing
    ) {
        self.application = application
        self.acceptsUnnamed = acceptsUnnamed
        self.abi = abi
        self.searchPath = searchPath
        indexFile =
            indexing == .off ? nil : PluginIndexFile(application: application, process: process)
        self.indexing = indexFile == nil ? .off : indexing
    }

    /// Searches the directories, and decides which plugins to use.
    public func run() -> DiscoveryOutcome { run(at: FileStamp.now, boot: ProcessFacts.boot) }

    /// Searches as if at another time, and after another start of the system.
    ///
    /// - Parameters:
    ///   - time: nanoseconds since 1970.
    ///   - boot: what tells one start of the system from another; without it no index is used.
    package func run(at time: Int64, boot: String?) -> DiscoveryOutcome {
        guard let indexFile, let boot else {
            let (index, faults) = search(at: time, boot: "")
            return outcome(index, faults, report: nil)
        }
        let flaw: IndexReport.Flaw
        var known: PluginIndex?
        do {
            let index = try indexFile.read(boot: boot, key: key)
            known = index
            var faults: [LoadingError] = []
            guard let path = index.firstChange(indexing, &faults) else {
                return outcome(index, faults, report: (indexFile, nil, nil))
            }
            flaw = .outdated(path: path)
        } catch {
            flaw = error
        }
        let (bare, faults) = search(at: time, boot: boot, known: known)
        let found = bare.addingRoutes()
        // What changed a moment ago is read again each time; the index stays the same.
        let isNew = known.map { $0.image.bytes != found.image.bytes } ?? true
        let writing = isNew ? indexFile.write(found.image.bytes) : nil
        return outcome(found, faults, report: (indexFile, flaw, writing))
    }

    /// What a search would make of the index that is there; changes nothing. `nil` if it would use
    /// none.
    public func lookAtIndex() -> IndexReport? {
        guard let indexFile, let boot = ProcessFacts.boot else { return nil }
        var flaw: IndexReport.Flaw?
        do {
            let index = try indexFile.read(boot: boot, key: key)
            var faults: [LoadingError] = []
            flaw = index.firstChange(indexing, &faults).map { .outdated(path: $0) }
        } catch {
            flaw = error
        }
        return IndexReport(file: indexFile.path, flaw: flaw, writing: nil)
    }

    private func search(
        at time: Int64,
        boot: String,
        known: PluginIndex? = nil
    ) -> (index: PluginIndex, faults: [LoadingError]) {
        var search = PluginSearch(known: known.map(KnownFiles.init))
        for directory in directories {
            search.look(into: "\(directory)/\(application)")
            search.look(into: directory)
        }
        let index = PluginIndex(
            search.directories,
            selection,
            key: key,
            boot: boot,
            scanStart: time
        )
        return (index, search.faults)
    }

    private func outcome(
        _ index: PluginIndex,
        _ faults: [LoadingError],
        report: (file: PluginIndexFile, flaw: IndexReport.Flaw?, writing: IndexReport.Writing?)?
    ) -> DiscoveryOutcome {
        DiscoveryOutcome(
            index,
            faults: searchPath.faults.isEmpty ? faults : searchPath.faults + faults,
            selection: selection,
            indexing: indexing,
            indexReport: report.map {
                IndexReport(file: $0.file.path, flaw: $0.flaw, writing: $0.writing)
            }
        )
    }

    private var selection: PluginSelection {
        PluginSelection(application: application, acceptsUnnamed: acceptsUnnamed, abi: abi)
    }

    /// All that the outcome depends on besides the files. No part of it can hold a NUL.
    private var key: [UInt8] {
        var key = Array(application.rawValue.utf8)
        for part in [acceptsUnnamed ? "*" : "", "\(abi)"] + directories {
            key.append(0)
            key.append(contentsOf: part.utf8)
        }
        return key
    }
}
