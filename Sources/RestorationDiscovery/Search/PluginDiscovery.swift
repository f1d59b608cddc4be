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
    ///   - indexDirectory: where the index lies; `nil` for the user's own cache.
    public init(
        application: ApplicationIdentifier,
        hostDirectories: [String] = [],
        process: ProcessFacts,
        acceptsUnnamed: Bool = false,
        abi: ABIVersion = .spokenByHost,
        indexing: PluginIndexing = .off,
        indexDirectory: String? = nil
    ) {
        self.init(
            application: application,
            PluginSearchPath(hostDirectories: hostDirectories, process: process),
            process: process,
            acceptsUnnamed: acceptsUnnamed,
            abi: abi,
            indexing: indexing,
            indexDirectory: indexDirectory
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
            indexing: indexing,
            indexDirectory: nil
        )
    }

    private init(
        application: ApplicationIdentifier,
        _ searchPath: PluginSearchPath,
        process: ProcessFacts,
        acceptsUnnamed: Bool,
        abi: ABIVersion,
        indexing: PluginIndexing,
        indexDirectory: String?
    ) {
        self.application = application
        self.acceptsUnnamed = acceptsUnnamed
        self.abi = abi
        self.searchPath = searchPath
        indexFile =
            indexing == .off
            ? nil
            : PluginIndexFile(application: application, in: indexDirectory, process: process)
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
            return outcome(search(nil, .checkingFiles), report: nil)
        }
        var known: PluginIndex?
        var old: [UInt8]?
        var flaw: IndexReport.Flaw?
        do {
            let bytes = try indexFile.read()
            known = try PluginIndex(bytes, build: build, boot: boot)
            old = bytes
        } catch {
            flaw = error
        }
        var search = search(known, indexing)
        if indexing == .checkingDirectories, search.firstChange != nil {
            // A link in another directory may lead to what has changed.
            search = self.search(known, .checkingFiles)
        }
        flaw = flaw ?? search.firstChange.map { .outdated(path: $0) }
        var writing: IndexReport.Writing?
        if flaw != nil {
            let new = PluginIndex(search.directories).bytes(build: build, boot: boot, at: time)
            // What changed a moment ago is read again each time; the index stays the same.
            writing = new == old ? nil : indexFile.write(new)
        }
        return outcome(
            search,
            report: IndexReport(file: indexFile.path, flaw: flaw, writing: writing)
        )
    }

    /// What a search would make of the index that is there; changes nothing. `nil` if it would use
    /// none. Whether the program has been built anew since is not looked at.
    public func lookAtIndex() -> IndexReport? {
        guard let indexFile, let boot = ProcessFacts.boot else { return nil }
        var flaw: IndexReport.Flaw?
        do {
            let index = try PluginIndex(try indexFile.read(), build: nil, boot: boot)
            flaw = search(index, indexing).firstChange.map { .outdated(path: $0) }
        } catch {
            flaw = error
        }
        return IndexReport(file: indexFile.path, flaw: flaw, writing: nil)
    }

    private func search(_ known: PluginIndex?, _ checks: PluginIndexing) -> PluginSearch {
        var search = PluginSearch(known, checks: checks)
        for directory in directories {
            search.look(into: "\(directory)/\(application)")
            search.look(into: directory)
        }
        return search
    }

    private func outcome(_ search: PluginSearch, report: IndexReport?) -> DiscoveryOutcome {
        DiscoveryOutcome(
            search,
            faults: searchPath.faults,
            selection: selection,
            indexReport: report
        )
    }

    private var selection: PluginSelection {
        PluginSelection(application: application, acceptsUnnamed: acceptsUnnamed, abi: abi)
    }

    private var build: String { PluginIndexFile.build }
}
