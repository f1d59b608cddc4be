import RestorationKit
import RestorationPlugins
import Testing

/// An object of the fixtures `family.c` and `stranger.c`, called through their common interface.
@safe struct Member {
    /// The layout in `member.h`.
    @unsafe private struct Table {
        let run: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> Int32
        let handle: @convention(c) (UnsafeMutableRawPointer?) -> UInt64
        let number: @convention(c) (UnsafeMutableRawPointer?) -> Int64
        let befriend: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void
        let friend: @convention(c) (UnsafeMutableRawPointer?) -> UInt64
    }

    // Invariant: the table lives as long as the object.
    let object: PluginObject
    private let table: Table

    init(_ object: (any Restorable)?) throws {
        self.object = try #require(object as? PluginObject)
        let address = unsafe try #require(self.object.interface("org.example.member/1"))
        unsafe table = address.load(as: Table.self)
    }

    var number: Int64 { unsafe table.number(object.pointer) }
    var handle: UInt64 { unsafe table.handle(object.pointer) }

    /// Runs a scenario in the plugin, which reports its own failures.
    func run(_ scenario: String) -> Int32 { unsafe table.run(object.pointer, scenario) }
}
