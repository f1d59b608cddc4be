import CRestorationPlugin

extension TestObject {
    /// Calls the function of the sample's interface, for this object or for another.
    func greet(
        as other: TestObject? = nil,
        id: String = "org.example.sample.greeting/1"
    ) -> Int32? {
        typealias Greet = @convention(c) (UnsafeMutableRawPointer?) -> Int32
        // Invariant: the sample's table of that id is one such function.
        let greet = unsafe interface(id)?.load(as: Greet.self)
        return unsafe greet?((other ?? self).pointer)
    }
}

extension TestObject {
    /// Calls the sample's interface of commands; `false` if the object does not have it.
    func tell(_ command: String) -> Bool {
        typealias Command = @convention(c) (UnsafeMutableRawPointer?, restoration_string) -> Void
        // Invariant: the sample's table of that id is one such function.
        guard let table = unsafe interface("org.example.sample.command/1") else { return false }
        let function = unsafe table.load(as: Command.self)
        unsafe command.withRestorationString { unsafe function(pointer, $0) }
        return true
    }
}
