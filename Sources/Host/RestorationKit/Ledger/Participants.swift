import RestorationDiscovery
import RestorationPlugins

/// The builds of the program and its plugins, as the ledger distinguishes them.
final class Participants {
    let salt: UInt64
    private let program: BuildIdentity?
    private let found: () -> (plugins: DiscoveryOutcome, pinned: [String])?
    /// Locked for the thread that watches for hangs.
    private let known = Locked<[String?: UInt64]>([:])
    /// The last lookup: adjacent records are usually of one plugin.
    private var latest: (plugin: String?, identity: UInt64)?

    /// - Parameter found: The present plugins, and the identifiers of pinned ones.
    init(
        salt: UInt64,
        program: BuildIdentity?,
        found: @escaping () -> (plugins: DiscoveryOutcome, pinned: [String])?
    ) {
        self.salt = salt
        self.program = program
        self.found = found
    }

    /// The digest of the program with a plugin. It changes with either build.
    func identity(ofPlugin plugin: String?) -> UInt64 {
        if let latest, latest.plugin == plugin { return latest.identity }
        let identity = known.withLock { $0[plugin] } ?? newIdentity(ofPlugin: plugin)
        latest = (plugin, identity)
        return identity
    }

    private func newIdentity(ofPlugin plugin: String?) -> UInt64 {
        let builds = [program, plugin.flatMap(build)].map { $0.map(Self.text) ?? "" }
        let text = builds.joined(separator: "\u{1}") + "\u{1}" + (plugin ?? "\u{2}")
        let digest = [text].digest(salt: salt)
        known.withLock { $0[plugin] = digest }
        return digest
    }

    /// How many steps of a path identify a place.
    static let depthOfPlace = 8

    /// The digest of the last steps of a path, for a record whose ID is in no file yet.
    func place(of steps: some Sequence<RestorationPath.Component>) -> UInt64 {
        let texts = steps.flatMap { [$0.identifier.rawValue, $0.discriminator?.rawValue ?? ""] }
        return max(texts.digest(salt: salt), RecordID.smallestDigest)
    }

    func forgetBuild(ofPlugin plugin: String) {
        latest = nil
        known.withLock { $0[plugin] = nil }
    }

    /// Names plugins whose code has run by identity, on any thread.
    var names: @Sendable (UInt64) -> String? {
        { [known] identity in known.withLock { $0.first { $0.value == identity }?.key ?? nil } }
    }

    /// The present plugin with an identity, and its file. O(plugins).
    func plugin(of identity: UInt64) -> (plugin: String, file: String?)? {
        found()?.plugins.usedIdentifiers.first { self.identity(ofPlugin: $0) == identity }
            .map { ($0, build($0)?.file) }
    }

    /// Whether the program or a present plugin has an identity.
    func isPresent(_ identity: UInt64) -> Bool {
        self.identity(ofPlugin: nil) == identity || plugin(of: identity) != nil
    }

    /// The class whose code runs for records that a plugin's class saved.
    func acting(for saved: ClassVersion) -> ActingClass {
        found().map { $0.plugins.actingClass(for: saved, pinned: $0.pinned) }
            ?? ActingClass(of: saved)
    }

    private func build(_ plugin: String) -> BuildIdentity? {
        found()?.plugins.build(ofPlugin: plugin)
    }

    private static func text(_ build: BuildIdentity) -> String {
        "\(build.version)\0\(build.sizeInBytes)\0\(build.modified)\0"
            + build.libraries.map(text).joined()
    }
}

extension [String] {
    /// FNV-1a. It keeps names out of an unsealed file, and is not a protection.
    fileprivate func digest(salt: UInt64) -> UInt64 {
        reduce(0xcbf2_9ce4_8422_2325 ^ salt) { value, text in
            let hash = text.utf8.reduce(value) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
            return hash &* 0x0000_0100_0000_01b3
        }
    }
}
