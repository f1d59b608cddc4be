import RestorationCore
import Testing

@Suite struct `Route patterns` {
    @Test(arguments: [
        "Tabs/Matches/Details", "Tabs/*/Details/Edit", "**", "**/entry:*", "a*b*c/{pet}/**",
        ###"a\/b/c\*\#/\{x\}\\"###, "*-edit/caf\u{e9}*",
    ])
    func `print the text that they were parsed from`(text: String) throws {
        let pattern = try RoutePattern(parsing: text)

        #expect(pattern.description == text)
        #expect(try RoutePattern(parsing: pattern.description) == pattern)
    }

    @Test(
        arguments: [
            ("Tabs/*/Edit", "Tabs/Find/Edit", [:]),
            ("Tabs/*/Edit", "Tabs/Find/Details/Edit", nil),
            ("Tabs/{tab}/Edit", "Tabs/Find/Edit", ["tab": "Find"]),
            ("entry:*", "entry:name", [:]), ("entry:*", "entry:", [:]), ("entry:*", "entry", nil),
            ("a*a", "aa", [:]), ("a*a", "a", nil), ("a*b*c", "abbcbc", [:]), ("a*b*c", "acb", nil),
            ("*b*", "abc", [:]), ("**", "a/b/c", [:]), ("a/**", "a", [:]), ("**/a", "a", [:]),
            ("**/a/**", "x/a/y", [:]), ("**/a/**", "x/y", nil), ("a/**/a", "a", nil),
            ("**/{x}/b/**", "b/b/b", ["x": "b"]), ("**/{x}", "p/q/r", ["x": "r"]),
            ("**/{x}/**", "p/q/r", ["x": "p"]), ("**/a/*/**/{y}", "a/b/a/c/d", ["y": "d"]),
            ("Tabs/Details", "Tabs/Details#slot 2", [:]), ("{x}", "Details#7", ["x": "Details"]),
            (###"a\*"###, ###"a\*"###, [:]), (###"a\*"###, "ab", nil),
        ] as [(String, String, [String: String]?)]
    )
    func `match by component and capture by name`(
        pattern: String,
        path: String,
        captures: [String: String]?
    ) throws {
        let pattern = try RoutePattern(parsing: pattern)
        let path = try RestorationPath(parsing: path)

        #expect(pattern.captures(in: path) == captures)
    }

    @Test func `compare identifiers byte by byte`() throws {
        let composed = try RestorationPath(parsing: "caf\u{e9}")
        let decomposed = try RestorationPath(parsing: "cafe\u{301}")

        #expect(try RoutePattern(parsing: "caf\u{e9}").captures(in: decomposed) == nil)
        #expect(try RoutePattern(parsing: "cafe*").captures(in: composed) == nil)
        #expect(try RoutePattern(parsing: "cafe*").captures(in: decomposed) == [:])
    }

    @Test(arguments: [
        [
            "a/b", "a/bb*", "a/b*", "a/*b", "a/{x}", "a/*", "a", "a/**/b", "a/**", "*/b", "**/a/b",
            "**",
        ]
    ])
    func `order from the most specific to the least`(texts: [String]) throws {
        let specificities = try texts.map { try RoutePattern(parsing: $0).specificity }

        for (narrow, wide) in zip(specificities, specificities.dropFirst()) {
            #expect(narrow <= wide)
        }
        // Only two patterns have equally many fixed bytes in the same component.
        #expect(Set(specificities).count == texts.count - 1)
    }

    @Test func `take time in proportion to the lengths, however many wildcards there are`() throws {
        let wildcards = Array(repeating: "**/a", count: 40).joined(separator: "/")
        let pattern = try RoutePattern(parsing: wildcards + "/b")
        let path = try RestorationPath(
            parsing: Array(repeating: "a", count: 400).joined(separator: "/")
        )

        // An exponential matcher would never finish here.
        #expect(pattern.captures(in: path) == nil)
    }

    @Test(arguments: [
        ("", 0, RouteSyntaxError.Reason.emptyComponent), ("a//b", 2, .emptyComponent),
        ("a/", 2, .emptyComponent), ("a**", 1, .anyInsideComponent),
        ("***", 0, .anyInsideComponent),
        ("a/**/**", 5, .repeatedAny), ("a/{b", 2, .unmatchedBrace), ("a/b}", 3, .unmatchedBrace),
        ("a/b{c}", 3, .captureInsideComponent), ("a/{c}b", 5, .captureInsideComponent),
        ("a/{}", 3, .malformedCaptureName), ("a/{b c}", 3, .malformedCaptureName),
        ("{a}/b/{a}", 6, .repeatedCapture), ("a/b#c", 3, .discriminator),
        ("a\\", 1, .danglingEscape),
        ("a/\0", 2, .invalidIdentifier),
        ("a/" + String(repeating: "x", count: 256), 2, .invalidIdentifier),
        ("\u{e9}/a}", 4, .unmatchedBrace),
    ])
    func `refuse text that is not a route and say where`(
        text: String,
        offset: Int,
        reason: RouteSyntaxError.Reason
    ) {
        let error = #expect(throws: RouteSyntaxError.self) { try RoutePattern(parsing: text) }

        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
    }

    @Test func `say how to correct the pattern`() {
        let error = #expect(throws: RouteSyntaxError.self) { try RoutePattern(parsing: "a/b#c") }

        #expect(
            error?.description == """
                error: A route cannot contain a discriminator
                   at: byte 3 of the route
                  fix: Leave the discriminator out, or write a literal '#' as '\\#'.
                """
        )
    }
}
