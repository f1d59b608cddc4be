import RestorationCore
import Testing

@Suite struct `Restoration paths` {
    @Test func `print and parse back to the same path`() throws {
        let slash = try #require(RestorationIdentifier("a/b"))
        let star = try #require(RestorationIdentifier("c*#"))
        let braces = try #require(RestorationIdentifier("{x}\\"))
        let slot = try #require(RestorationIdentifier("slot 2"))

        let path = RestorationPath(root: slash)
            .appending(star, discriminator: slot)
            .appending(braces)

        #expect(path.description == ###"a\/b/c\*\##slot 2/\{x\}\\"###)
        #expect(try RestorationPath(parsing: path.description) == path)
    }

    @Test(arguments: [
        ("", 0, PathSyntaxError.Reason.emptyComponent), ("a//b", 2, .emptyComponent),
        ("a/", 2, .emptyComponent), ("a#1#2", 3, .secondDiscriminator),
        ("a/*", 2, .unescapedWildcard),
        ("a\\", 1, .danglingEscape),
    ])
    func `refuse text that is not a path and say where`(
        text: String,
        offset: Int,
        reason: PathSyntaxError.Reason
    ) {
        let error = #expect(throws: PathSyntaxError.self) { try RestorationPath(parsing: text) }

        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
    }

    @Test(arguments: ["", "a\0b", String(repeating: "x", count: 256)])
    func `refuse an identifier that cannot be one component`(text: String) {
        #expect(RestorationIdentifier(text) == nil)
    }
}
