/// The log texts about changes to the process while a plugin is loaded.
public enum ProcessChanges {
    /// The end of a log line about a change of unknown origin.
    public static let ofOthers = "Who did that is not known for certain, and it was left so."
}
