import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins
import Testing

@Suite struct `A broken plugin` {
    static let all =
        BrokenPlugin.files + BrokenPlugin.manifests + BrokenPlugin.code + BrokenPlugin.running
        + (isRoot ? [BrokenPlugin.foreign] : [])
    static let isRoot = geteuid() == 0

    let directory: TemporaryDirectory
    private let application: ApplicationIdentifier

    init() throws {
        directory = try TemporaryDirectory()
        application = try #require(ApplicationIdentifier("org.example.app"))
    }

    /// Discovers plugins in the directories and loads every usable one.
    private func run() -> (PluginCatalog, faults: [any DiagnosedError]) {
        let discovery = PluginDiscovery(
            application: application,
            hostDirectories: [directory.path],
            process: ProcessFacts(environment: [:], isPrivileged: true)
        )
        let loader = PluginLoader(application: application, services: PluginServices())
        let outcome = asNobody { discovery.run() }
        let catalog = PluginCatalog(outcome, loader: loader)
        return (catalog, outcome.faults + catalog.loadAll())
    }

    @Test(arguments: all)
    func `is reported with a message of its own`(broken: BrokenPlugin) throws {
        let site = broken.site(in: directory)
        try broken.make(site)

        let (catalog, faults) = run()

        #expect(faults.count == 1)
        let message = faults.first?.description ?? ""
        #expect(message.hasPrefix(broken.message(in: site)), "\(message)")
        #expect(catalog.outcome.plugins.isEmpty == (broken.stage == .discovery))
        #expect(site.hasRun == broken.runs)
    }

    @Test func `may be in a directory to which everyone may write`() throws {
        let good = BrokenPlugin.Site(directory: directory, name: "good")
        try good.compile()
        try setPermissions(0o757, of: directory.path)

        let (catalog, faults) = run()

        #expect(catalog.outcome.plugins.isEmpty)
        #expect(
            faults.map(\.description) == [
                """
                error: Everyone may write to the directory, so no plugin is loaded from there
                   at: \(directory.path)
                  fix: Run chmod o-w \(directory.path) to revoke that permission.
                """
            ]
        )
        #expect(!good.hasRun)
    }

    private func setPermissions(_ permissions: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }
}

/// Runs `body` with the file access rights of an ordinary user.
///
/// Semantic source: setfsuid(2), which affects only this thread.
private func asNobody<Result>(_ body: () -> Result) -> Result {
    guard geteuid() == 0, let symbol = unsafe dlsym(nil, "setfsuid") else { return body() }
    let setUser = unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    return body()
}
