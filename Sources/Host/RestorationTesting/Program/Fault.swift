/// Something that goes wrong from the moment at which it is added to ``TestProgram/faults`` until
/// it is taken out again.
@nonexhaustive
public enum Fault: Hashable, Sendable {
    // MARK: The store

    /// Saves fail: the disk is full.
    case diskFull
    /// Saves fail: the disk reports an error.
    case writeError
    /// The state can be neither read nor be told to be absent.
    case readError
    /// Another instance of the program has the state.
    case stateInUse
    /// The power fails during the next save, and the program ends with that: the save throws, and
    /// nothing more is saved. End the launch by ``Ending/killed``.
    ///
    /// Needs the store in memory. ``Ending/powerLoss(_:)`` is the same at the end of one launch.
    case powerFails(during: PowerLoss)

    // MARK: What is saved

    /// The newest archive is damaged where its tables are, which for a small archive is anywhere:
    /// nothing of it can be found. It is set aside, and the generation before it is restored.
    case archiveDamaged
    /// The newest archive is damaged in a piece that holds state of the object at that path, and of
    /// no other. The object gets its state of the generation before, or is lost. Written as reports
    /// print the path.
    case recordDamaged(at: String)
    /// A later version of RestorationKit has saved the state, so that nothing of it can be read.
    case futureVersion

    // MARK: The key

    /// The key is locked: nothing can be restored or saved now.
    case keyLocked
    /// Whoever keeps the key does not answer.
    case keyUnavailable
    /// There is saved state, and no key to it. Without saved state nothing goes wrong.
    case keyMissing
    /// The state was sealed with another key than the one that is there.
    case keyForeign

    // MARK: Plugins and classes

    /// The plugin of that id is not installed: objects of its classes cannot be created.
    case pluginMissing(String)
    /// The host's restoration class of that name is not registered.
    case classMissing(String)

    // MARK: Objects, by restoration path, as reports print it

    /// Creating the object at that path fails.
    case creationFails(at: String)
    /// Its restoration class creates no object there, on purpose.
    case creationDeclined(at: String)
    /// Decoding the object at that path fails. If a key is named, the object's code runs until it
    /// asks for that value, which throws; what it has done by then is done. Without a key none of
    /// its code runs.
    case decodingFails(at: String, key: String? = nil)

    /// The power fails when the next archive is half written, the most that a save can lose.
    public static let powerLoss = Fault.powerFails(during: .writing)

    /// Whether it happens where objects are restored, rather than on the disk or to the key.
    var isOfObject: Bool {
        switch self {
        case .pluginMissing, .classMissing: true
        default: path != nil
        }
    }

    /// The object that it is for; `nil` if it is for none.
    var path: String? {
        switch self {
        case .creationFails(let path), .creationDeclined(let path), .decodingFails(let path, _),
            .recordDamaged(let path):
            path
        default: nil
        }
    }
}
