import Testing

@testable import RestorationEngine

@Suite struct `A type's name in an archive` {
    @Test func `is that of the type with its module`() {
        #expect(TypeName.of(Visible.self) == "RestorationEngineTests.Visible")
    }

    @Test func `holds no address for private and local types`() {
        final class Local {}

        #expect(TypeName.of(Hidden.self) == "RestorationEngineTests.(private).Hidden")
        #expect(TypeName.of(Hidden.Nested.self) == "RestorationEngineTests.(private).Hidden.Nested")
        #expect(!TypeName.of(Local.self).contains("$"))
    }
}

final class Visible {}
private final class Hidden {
    final class Nested {}
}
