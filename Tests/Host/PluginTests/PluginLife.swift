import RestorationKit

/// The program's root, which owns one object of a plugin.
final class Owner: Restorable {
    let restorationIdentifier: String?
    var child: (any Restorable)?

    init(_ identifier: String) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(child, forKey: "child")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        child = try coder.decodeReference(forKey: "child")
    }

    /// One launch of a program with that root: restores, runs `body`, saves and ends.
    static func live(
        as identifier: String,
        plugins: TemporaryDirectory,
        state: TemporaryDirectory,
        _ body: (RestorationSession, Owner, RestorationReport) throws -> Void
    ) throws {
        var options = RestorationOptions()
        options.stateDirectory = state.path + "/state"
        options.keyProvider = FileKeyProvider(directory: state.path + "/keys")
        options.pluginDirectories = [plugins.path]
        let session = try RestorationSession(application: "org.example.test", options: options)
        let owner = Owner(identifier)
        session.addRoot(owner)
        try body(session, owner, try session.restore())
        try session.preserveNow()
        session.close()
    }
}
