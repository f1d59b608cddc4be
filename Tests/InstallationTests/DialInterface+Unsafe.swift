import RestorationPlugins

extension PluginObject {
    private typealias Turn = @convention(c) (UnsafeMutableRawPointer?, Double) -> Bool

    /// Calls the one function of the interface "org.example.turn/1"; `nil` if the object lacks it.
    func turn(to zoom: Double) -> Bool? {
        guard let table = unsafe interface("org.example.turn/1") else { return nil }
        // Invariant: Tests/Fixtures/Wrappers/methods.rs has a table of one such function.
        return unsafe table.load(as: Turn.self)(pointer, zoom)
    }

    /// Calls that function in the object's own table, with the context from there; `nil` if the
    /// object lacks it, or has another one when it is asked again.
    func turnByContext(to zoom: Double) -> Bool? {
        guard let table = unsafe interface("org.example.own/1") else { return nil }
        guard unsafe interface("org.example.own/1") == table else { return nil }
        // Invariant: methods.rs has a table of one such function and a pointer.
        let context = unsafe table.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
        return unsafe table.load(as: Turn.self)(context, zoom)
    }
}
