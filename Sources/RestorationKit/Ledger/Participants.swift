import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins

/// Who takes part in restores and saves, as the ledger tells builds apart: the program, and each
/// plugin with it.
final class Participants {
    private let salt: UInt64
    private let program: BuildIdentity?
    private let build: (_ plugin: String) -> BuildIdentity?
    private let plugins: () -> [String]
    private let acting: (_ saved: ClassVersion) -> ActingClass
    /// By the plugin's identifier.
    private var known: [String?: UInt64] = [:]
    /// Told of each identity when it is found out.
    var onIdentity: (_ plugin: String?, UInt64) -> Void = { _, _ in }

    /// - Parameters:
    ///   - program: `nil` if nobody knows which it is.
    ///   - plugins: The identifiers of all that are there.
    ///   - build: Which one a plugin's is.
    ///   - acting: Whose code runs for what a class of a plugin has saved.
    init(
        salt: UInt64,
        program: BuildIdentity?,
        plugins: @escaping () -> [String],
        build: @escaping (_ plugin: String) -> BuildIdentity?,
        acting: @escaping (_ saved: ClassVersion) -> ActingClass
    ) {
        self.salt = salt
        self.acting = acting
        self.plugins = plugins
        self.build = build
        self.program = program
    }

    /// Those of a program that is looked at from outside.
    convenience init(salt: UInt64, _ facts: ProgramFacts, _ plugins: DiscoveryOutcome) {
        self.init(
            salt: salt,
            program: facts.program.map { .program($0.file, version: facts.applicationVersion) },
            plugins: { plugins.usedIdentifiers },
            build: { plugins.build(ofPlugin: $0) },
            acting: { plugins.actingClass(for: $0, pinned: facts.pinnedPlugins) }
        )
    }

    /// Those whose code runs for the records of an archive.
    func actingClasses() -> ActingClasses { ActingClasses(acting) }

    /// The program itself, or a plugin with it.
    struct Party {
        /// `nil` for the program itself.
        let plugin: String?
    }

    /// Whose identity it is, of those that are there; `nil` if nobody has it any more. O(plugins).
    func party(of identity: UInt64) -> Party? {
        if self.identity(ofPlugin: nil) == identity { return Party(plugin: nil) }
        return plugins().first { self.identity(ofPlugin: $0) == identity }.map(Party.init)
    }

    /// Whether one of the plugins, or the program, is that of an identity. A program that is not
    /// known is taken for the same.
    func areThere(_ identity: UInt64, plugins: [String?]) -> Bool {
        program == nil || plugins.contains { self.identity(ofPlugin: $0) == identity }
    }

    /// Whether anybody who is there has an identity.
    func isThere(_ identity: UInt64) -> Bool { program == nil || party(of: identity) != nil }

    /// The digest of the program and of a plugin of it: another one as soon as either is exchanged.
    func identity(ofPlugin plugin: String?) -> UInt64 {
        if let known = known[plugin] { return known }
        let builds = [program, plugin.flatMap(build)].map { $0.map(Self.text) ?? "" }
        let text = builds.joined(separator: "\u{1}") + "\u{1}" + (plugin ?? "\u{2}")
        // FNV-1a: it keeps names out of a file that is not sealed, and protects from nobody.
        let digest = text.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ salt) { value, byte in
            (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        known[plugin] = digest
        onIdentity(plugin, digest)
        return digest
    }

    /// Finds out anew which build of a plugin there is.
    func forgetBuild(ofPlugin plugin: String) { known[plugin] = nil }

    /// A plugin, and which version of it there is now.
    func name(ofPlugin plugin: String?) -> String? {
        guard let plugin, let version = build(plugin)?.version, !version.isEmpty else {
            return plugin
        }
        return "\(plugin) (now \(version))"
    }

    /// The file of a plugin.
    func file(ofPlugin plugin: String?) -> String? { plugin.flatMap(build)?.file }

    private static func text(_ build: BuildIdentity) -> String {
        "\(build.version)\0\(build.sizeInBytes)\0\(build.modified)\0"
            + build.libraries.map(text).joined()
    }
}

/// The classes whose code runs for the records of one archive. Each is looked up once.
final class ActingClasses {
    private let find: (ClassVersion) -> ActingClass
    private var known: [ClassKey: ActingClass] = [:]

    /// - Parameter find: Looks up the class that acts for what a class of a plugin has saved.
    init(_ find: @escaping (ClassVersion) -> ActingClass) { self.find = find }

    /// The class of a record of `archive`, which is the same each time.
    func acting(forRecord number: Int, in archive: ArchiveReader) -> ActingClass {
        let key = ClassKey(archive.records[number])
        if let known = known[key] { return known }
        let name = archive.string(archive.records[number].className)
        let acting =
            archive.savedClass(of: number).map(find) ?? ActingClass(plugin: nil, className: name)
        known[key] = acting
        return acting
    }
}
