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
