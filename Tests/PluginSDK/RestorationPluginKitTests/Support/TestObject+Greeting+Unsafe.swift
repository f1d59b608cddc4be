import CRestorationPlugin

extension TestObject {
    /// Calls the function of the sample's interface, by default for this object.
    func greet(
        as other: TestObject? = nil,
        id: String = "org.example.sample.greeting/1"
    ) -> Int32? {
        typealias Greet = @convention(c) (UnsafeMutableRawPointer?) -> Int32
        // Invariant: the sample's table of that ID is one such function.
        let greet = unsafe interface(id)?.load(as: Greet.self)
        return unsafe greet?((other ?? self).pointer)
    }
}

extension TestObject {
    /// Sends a command through the sample's interface; `false` if the object does not have it.
    func tell(_ command: String) -> Bool {
        typealias Command = @convention(c) (UnsafeMutableRawPointer?, restoration_string) -> Void
        // Invariant: the sample's table of that ID is one such function.
        guard let table = unsafe interface("org.example.sample.command/1") else { return false }
        let function = unsafe table.load(as: Command.self)
        unsafe command.withRestorationString { unsafe function(pointer, $0) }
        return true
    }
}
