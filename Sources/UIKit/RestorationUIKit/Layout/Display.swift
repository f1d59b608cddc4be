/// Notifies the toolkit that a redraw is needed.
@MainActor package enum Display {
    /// Called at the first change since the last ``begin()``.
    package static var onChange: (() -> Void)?
    private static var isStale = false

    static func recordChange() {
        guard !isStale, let onChange else { return }
        isStale = true
        onChange()
    }

    /// Begins a redraw. The next change is reported again.
    package static func begin() { isStale = false }
}
