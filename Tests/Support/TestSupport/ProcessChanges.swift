/// What is logged about changes of the process while a plugin is loaded.
public enum ProcessChanges {
    /// How a line ends that is about a change of which nobody knows whose it is.
    public static let ofOthers = "Who did that is not known for certain, and it was left so."
}
