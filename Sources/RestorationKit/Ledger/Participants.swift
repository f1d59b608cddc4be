import RestorationLoading

/// Who takes part in a restore, as the ledger tells builds apart: the program, and each plugin with
/// it.
final class Participants {
    private let salt: UInt64
    private let program: BuildIdentity
    private let build: (_ plugin: String) -> BuildIdentity?
    /// By the plugin's identifier.
    private var known: [String?: UInt64] = [:]

    init(
        salt: UInt64,
        applicationVersion: String?,
        build: @escaping (_ plugin: String) -> BuildIdentity?
    ) {
        self.salt = salt
        self.build = build
        program = .program(version: applicationVersion)
    }

    /// The digest of the program and of a plugin of it: another one as soon as either is exchanged.
    func identity(ofPlugin plugin: String?) -> UInt64 {
        if let known = known[plugin] { return known }
        var digest = Digest(salt: salt)
        combine(program, into: &digest)
        digest.combine(plugin)
        if let build = plugin.flatMap(build) { combine(build, into: &digest) }
        known[plugin] = digest.value
        return digest.value
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
