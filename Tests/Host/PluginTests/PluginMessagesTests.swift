import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `Messages from plugins` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func compile() throws -> DiscoveredPlugin {
        try CompiledPlugin("counter", in: directory).discovered()
    }

    @Test func `name each changed object once, and wake the host once`() throws {
        let plugin = try compile()
        let host = PluginHost()
        let objects = try (0..<3).map { _ in try host.create("Counter", of: plugin) }
        let counters = try objects.map(Counter.init)

        counters[2].increment()
        counters[0].increment()
        counters[2].increment()
        let first = host.loader.runPending()
        let second = host.loader.runPending()

        #expect(
            first.map(ObjectIdentifier.init) == [objects[0], objects[2]].map(ObjectIdentifier.init)
        )
        #expect(second.isEmpty)
        #expect(host.wakeUpCount == 1)
    }

    @Test func `arrive from any thread`() throws {
        let host = PluginHost()
        let object = try host.create("Counter", of: compile())
        _ = host.takeLog()

        try Counter(object).incrementElsewhere()

        #expect(host.loader.runPending().map(ObjectIdentifier.init) == [ObjectIdentifier(object)])
        #expect(
            host.takeLog() == [
                "org.example.counter warning: from another thread",
                "org.example.counter warning: nothing is running here",
                "org.example.counter error: asked for the interface org.example.app/1 from another"
                    + " thread than the session's",
                "org.example.counter error: no interface here",
            ]
        )
    }

    @Test func `are ignored while an object is created or decoded`() throws {
        let host = PluginHost()
        let object = try host.create("Counter", of: compile())
        let state = try Record.coder { $0.encode(7, forKey: "count") }

        try object.decodeRestorableState(with: state)

        #expect(host.wakeUpCount == 0)
        #expect(host.loader.runPending().isEmpty)
    }

    @Test func `about a deallocated object are ignored`() throws {
        let plugin = try compile()
        let host = PluginHost()
        var object: PluginObject? = try host.create("Counter", of: plugin)

        if let object { try Counter(object).increment() }
        object = nil

        #expect(host.wakeUpCount == 1)
        #expect(host.loader.runPending().isEmpty)
    }

    @Test func `reach the session whose object they are about`() throws {
        let plugin = try compile()
        let hosts = [PluginHost(), PluginHost()]
        let objects = try hosts.map { try $0.create("Counter", of: plugin) }

        try Counter(objects[0]).increment()

        #expect(hosts.map(\.wakeUpCount) == [1, 0])
        #expect(hosts[1].loader.runPending().isEmpty)
        #expect(hosts[0].loader.runPending().count == 1)
    }

    @Test func `get the interfaces that the host offers`() throws {
        let host = PluginHost()
        let object = try host.create("Counter", of: compile())
        let table = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        defer { unsafe table.deallocate() }
        unsafe host.loader.offer(interface: "org.example.app/1", table: UnsafeRawPointer(table))

        let offered = unsafe object.interface("org.example.app/1")
        let unknown = unsafe object.interface("org.example.app/2")

        #expect(unsafe offered == UnsafeRawPointer(table))
        #expect(unsafe unknown == nil)
    }
}
