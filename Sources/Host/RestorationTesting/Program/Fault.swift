/// A failure that lasts while it is in ``TestProgram/faults``.
@nonexhaustive
public enum Fault: Hashable, Sendable {
    // MARK: The store

    /// Saves fail because the disk is full.
    case diskFull
    /// Saves fail because the disk reports an error.
    case writeError
    /// The state cannot be read, and may or may not exist.
    case readError
    /// Another instance of the program uses the state.
    case stateInUse
    /// The power fails during the next save, which throws and ends the program.
    ///
    /// Later saves have no effect. End the launch by ``Ending/killed``. Needs the store in memory.
    /// ``Ending/powerLoss(_:)`` is the same for the end of one launch.
    case powerFails(during: PowerLoss)

    // MARK: Saved state

    /// The newest archive is damaged in its tables, so nothing in it can be found.
    ///
    /// In a small archive, any damage does this. The session sets the archive aside and restores
    /// the previous generation.
    case archiveDamaged
    /// The newest archive is damaged in state of the object at that path alone.
    ///
    /// The object gets its state from the previous generation, or is lost. The path is as in
    /// reports.
    case recordDamaged(at: String)
    /// A later version of RestorationKit saved the state, so this version cannot read it.
    case futureVersion

    // MARK: The key

    /// The key is locked: restoring and saving fail for now.
    case keyLocked
    /// The key's provider does not answer.
    case keyUnavailable
    /// The key to saved state is missing. Has no effect without saved state.
    case keyMissing
    /// The state was sealed with a different key.
    case keyForeign

    // MARK: Plugins and classes

    /// The plugin with that id is not installed.
    case pluginMissing(String)
    /// The host's restoration class of that name is not registered.
    case classMissing(String)

    // MARK: Objects, by restoration path, as reports print it

    /// Creating the object at that path fails.
    case creationFails(at: String)
    /// The restoration class declines to create the object at that path.
    case creationDeclined(at: String)
    /// Decoding the object at that path fails.
    ///
    /// With a key, the object's code runs until it asks for that key, which throws. Earlier effects
    /// remain. Without a key, none of its code runs.
    case decodingFails(at: String, key: String? = nil)

    /// The power fails when the next archive is half written, the worst case for a save.
    public static let powerLoss = Fault.powerFails(during: .writing)

    var isOfObject: Bool {
        switch self {
        case .pluginMissing, .classMissing: true
        default: path != nil
        }
    }

    var path: String? {
        switch self {
        case .creationFails(let path), .creationDeclined(let path), .decodingFails(let path, _),
            .recordDamaged(let path):
            path
        default: nil
        }
    }
}
