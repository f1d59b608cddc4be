import RestorationPlugins
import Testing

/// The interface "org.example.sample.greeting/1": one function, which gets the object's pointer.
@safe struct Greeting {
    private typealias Greet = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    // Invariant: table and pointer live as long as the object.
    private let object: PluginObject
    private let function: Greet

    init(_ object: PluginObject) throws {
        self.object = object
        let table = unsafe try #require(object.interface("org.example.sample.greeting/1"))
        unsafe function = table.load(as: Greet.self)
    }

    func greet() -> Int32 { unsafe function(object.pointer) }
}
