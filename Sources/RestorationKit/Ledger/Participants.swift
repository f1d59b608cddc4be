import RestorationCore
import RestorationDiscovery
import RestorationPlugins

/// Who takes part in restores and saves, as the ledger tells builds apart: the program, and each
/// plugin with it.
final class Participants {
    private let salt: UInt64
    private let program: BuildIdentity?
    private let build: (_ plugin: String) -> BuildIdentity?
    private let plugins: () -> [String]
    /// The classes that a plugin's manifest lists.
    private let classes: (_ plugin: String) -> [String]
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
        acting: @escaping (_ saved: ClassVersion) -> ActingClass,
        classes: @escaping (_ plugin: String) -> [String] = { _ in [] }
    ) {
        self.salt = salt
        self.acting = acting
        self.classes = classes
        self.plugins = plugins
        self.build = build
        self.program = program
    }

    /// Those of a program that is looked at from outside.
    convenience init(salt: UInt64, _ facts: ProgramFacts, _ plugins: DiscoveryOutcome) {
        let program = facts.program.map { program in
            BuildIdentity.program(program.file, version: facts.applicationVersion)
        }
        self.init(
            salt: salt,
            program: program,
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

    /// Whether the program and a plugin of it are those of an identity. A program that is not known
    /// is taken for the same.
    func areThose(of identity: UInt64, plugin: String?) -> Bool {
        program == nil || self.identity(ofPlugin: plugin) == identity
    }

    /// The digest of the program and of a plugin of it: another one as soon as either is exchanged.
    func identity(ofPlugin plugin: String?) -> UInt64 {
        if let known = known[plugin] { return known }
        var digest = Digest(salt: salt)
        if let program { combine(program, into: &digest) }
        digest.combine(plugin)
        if let build = plugin.flatMap(build) { combine(build, into: &digest) }
        known[plugin] = digest.value
        onIdentity(plugin, digest.value)
        return digest.value
    }

    /// Finds out anew which build of a plugin there is.
    func forgetBuild(ofPlugin plugin: String) { known[plugin] = nil }

    /// The class of a plugin that a digest stands for; `nil` for none.
    func className(of digest: UInt64, ofPlugin plugin: String?) -> String? {
        guard let plugin else { return nil }
        return classes(plugin).first {
            ObjectDigests.any(ofClass: ArchiveWriter.hash(of: $0), salt) == digest
        }
    }

    /// A plugin, and which version of it there is now.
    func name(ofPlugin plugin: String?) -> String? {
        guard let plugin, let version = build(plugin)?.version, !version.isEmpty else {
            return plugin
        }
        return "\(plugin) (now \(version))"
    }

    /// The file of a plugin.
    func file(ofPlugin plugin: String?) -> String? { plugin.flatMap(build)?.file }

    private func combine(_ build: BuildIdentity, into digest: inout Digest) {
        digest.combine(build.version)
        digest.combine(build.sizeInBytes)
        digest.combine(UInt64(bitPattern: build.modified))
        for library in build.libraries { combine(library, into: &digest) }
    }
}
