import RestorationCore
import Testing

@Suite struct `What is known of objects by their addresses` {
    private final class Thing: Restorable {}

    private func name(_ number: UInt32) -> IdentityTable.Identity {
        IdentityTable.Identity(
            identifier: RestorationIdentifier("thing")!,
            classNumber: number,
            isRegistered: false
        )
    }

    @Test(arguments: [IdentityTable.Lifetime.ofObject, .ofTable])
    func `ends no later than its object, and goes to no other`(
        lifetime: IdentityTable.Lifetime
    ) {
        let table = IdentityTable()
        var things = (0..<1000).map { _ in Thing() }
        for thing in things { table.set(name(7), parent: nil, of: thing, lifetime: lifetime) }
        weak let first = things[0]
        #expect(things.allSatisfy { table.position(of: $0) != nil })

        things = []
        let others = (0..<1000).map { _ in Thing() }

        #expect(first == nil)
        #expect(others.allSatisfy { table.position(of: $0) == nil })
    }

    @Test func `is removed with objects that come and go`() {
        let table = IdentityTable()
        let lasting = Thing()
        let parent = Thing()
        table.set(name(1), parent: parent, of: lasting, lifetime: .ofObject)

        for _ in 0..<10_000 {
            table.set(name(2), parent: lasting, of: Thing(), lifetime: .ofObject)
        }

        #expect(table.count < 100)
        let position = table.position(of: lasting)
        #expect(position.map { table.identity(at: $0).classNumber } == 1)
        #expect(position.map { table.object(at: $0) === lasting } == true)
        #expect(position.map { table.parent(at: $0) === parent } == true)
    }

    @Test func `holds parents weakly`() {
        let table = IdentityTable()
        let child = Thing()
        var parent: Thing? = Thing()
        table.set(name(1), parent: parent, of: child, lifetime: .ofTable)
        let position = table.position(of: child)
        #expect(position.map { table.parent(at: $0) === parent } == true)

        parent = nil

        #expect(position.flatMap { table.parent(at: $0) } == nil)
    }

    @Test func `changes when an object is named again`() {
        let table = IdentityTable()
        let thing = Thing()
        table.set(name(1), parent: nil, of: thing, lifetime: .ofTable)

        table.set(name(2), parent: nil, of: thing, lifetime: .ofObject)

        #expect(table.count == 1)
        #expect(table.identity(at: 0).classNumber == 2)
        #expect(table.object(at: 0) === thing)
    }
}
