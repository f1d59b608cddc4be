import RestorationLoading

extension PluginObject {
    /// Calls the one function of the interface "org.example.turn/1"; `nil` if the object lacks it.
    func turn(to zoom: Double) -> Bool? {
        typealias Turn = @convention(c) (UnsafeMutableRawPointer?, Double) -> Bool
        guard let table = unsafe interface("org.example.turn/1") else { return nil }
        // Invariant: Tests/Fixtures/Wrappers/methods.rs has a table of one such function.
        return unsafe table.load(as: Turn.self)(pointer, zoom)
    }
}
