import RestorationPlugins
import Testing

/// The interface of objects of the fixture `counter.c`.
@safe struct Counter {
    /// The layout in the fixture.
    @unsafe private struct Table {
        let context: UnsafeMutableRawPointer?
        let count: @convention(c) (UnsafeMutableRawPointer?) -> Int64
        let increment: @convention(c) (UnsafeMutableRawPointer?) -> Void
        let incrementElsewhere: @convention(c) (UnsafeMutableRawPointer?) -> Void
    }

    // Invariant: the table lives as long as the object.
    private let object: PluginObject
    private let table: Table

    init(_ object: PluginObject) throws {
        self.object = object
        let address = unsafe try #require(object.interface("org.example.counter/1"))
        unsafe table = address.load(as: Table.self)
    }

    var count: Int64 { unsafe table.count(table.context) }
    func increment() { unsafe table.increment(table.context) }
    /// Increments, and reports the change from a thread of the plugin.
    func incrementElsewhere() { unsafe table.incrementElsewhere(table.context) }
}
