import RestorationCore
import Testing

@testable import RestorationLoading

@Suite struct `Objects by their names` {
    /// These have one hash of 32 bits (FNV-1a).
    static let alike = ["costarring", "liquid"]

    @Test func `are told apart where their names have one hash`() {
        #expect(Self.alike[0].utf8.span.routeHash == Self.alike[1].utf8.span.routeHash)
        var table = ObjectsByName<NamedObject>()

        for name in Self.alike { table.add(NamedObject(name)) }

        #expect(Self.alike.map { table[$0]?.name } == Self.alike)
    }

    @Test func `are not found by another name with the same hash`() {
        var table = ObjectsByName<NamedObject>()

        table.add(NamedObject(Self.alike[0]))

        #expect(table[Self.alike[1]] == nil)
    }

    @Test func `are all found where there are many`() {
        let names = (0..<1_000).map { "org.example.p\($0)" }
        var table = ObjectsByName<NamedObject>()

        for name in names { table.add(NamedObject(name)) }

        #expect(names.map { table[$0]?.name } == names)
    }
}
