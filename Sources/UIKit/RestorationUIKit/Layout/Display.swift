/// Tells what shows the program that something looks different from before.
@MainActor package enum Display {
    /// Called at the first change since the last ``begin()``.
    package static var onChange: (() -> Void)?
    private static var isStale = false

    static func noteChange() {
        guard !isStale, let onChange else { return }
        isStale = true
        onChange()
    }

    /// From now on a change is a new one.
    package static func begin() { isStale = false }
}
