import RestorationPlugins

extension PluginObject {
    private typealias Turn = @convention(c) (UnsafeMutableRawPointer?, Double) -> Bool

    /// Calls the only function of the interface "org.example.turn/1". Returns `nil` if the object
    /// lacks the interface.
    func turn(to zoom: Double) -> Bool? {
        guard let table = unsafe interface("org.example.turn/1") else { return nil }
        // Invariant: the table in Tests/Fixtures/Wrappers/methods.rs has one such function.
        return unsafe table.load(as: Turn.self)(pointer, zoom)
    }

    /// Calls the function in the object's own table, with the context from that table. Returns
    /// `nil` if the object lacks the interface, or returns another table the second time.
    func turnByContext(to zoom: Double) -> Bool? {
        guard let table = unsafe interface("org.example.own/1") else { return nil }
        guard unsafe interface("org.example.own/1") == table else { return nil }
        // Invariant: the table in methods.rs has one such function and a pointer.
        let context = unsafe table.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
        return unsafe table.load(as: Turn.self)(context, zoom)
    }
}
