internal import RestorationPlugins

extension ThreadIdentity {
    /// Stops the program if another thread calls than the one that created the session: its objects
    /// are guarded by nothing but that.
    func check(_ function: StaticString = #function) {
        precondition(
            isCurrent,
            "\(function) was called from another thread than the one that created the session."
        )
    }
}
