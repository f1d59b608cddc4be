import RestorationCore
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery

/// Compares route tables with a literal implementation of the rules.
@Suite struct `Routing random paths` {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `gives the result of trying every pattern by the rules`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let claims = try Self.claims(&random)
        let manifests = claims.map(\.manifest).shuffled(using: &random)
        let pinned = Set(
            claims.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map(\.id)
        )
        let pins = claims.filter { pinned.contains($0.id) }.map { RoutePin($0.manifest.identifier) }
        let table = RouteTable(manifests, pins: pins)

        for _ in 0..<40 {
            let identifiers = Self.path(&random)
            let path = try #require(
                RestorationPath(
                    identifiers.map { identifier in
                        RestorationPath.Component(
                            RestorationIdentifier(identifier)!,
                            discriminator: Bool.random(using: &random)
                                ? RestorationIdentifier("slot") : nil
                        )
                    }
                )
            )
            let matching = claims.filter { Reference.matches($0.pattern[...], identifiers[...]) }
            let expected = matching.sorted { Reference.precedes($0, $1, pinned: pinned) }

            let match = table.route(for: path)
            let explanation = table.explain(path)

            #expect(match?.route.plugin.rawValue == expected.first?.id, "\(path)")
            #expect(explanation.winner == match)
            #expect(
                explanation.outrankedRoutes.map(\.route.plugin.rawValue)
                    == expected.dropFirst().map(\.id)
            )
            if let match, let claim = expected.first {
                #expect(Set(match.captures.keys) == claim.captures)
            }
        }
    }

    private static func claims(_ random: inout SeededGenerator) throws -> [Claim] {
        let patterns = Set((0..<40).map { _ in pattern(&random) })
        return try patterns.sorted { "\($0)" < "\($1)" }.enumerated().map { index, pattern in
            let manifest = try `Routing a path`.manifest(
                "org.example.p\(index)",
                version: "1.\(Int.random(in: 0..<2, using: &random)).0",
                priority: Int32.random(in: 0..<2, using: &random),
                ["A": [pattern.map(\.text).joined(separator: "/")]]
            )
            return Claim(manifest: manifest, pattern: pattern)
        }
    }

    private static func pattern(_ random: inout SeededGenerator) -> [Token] {
        let tokens: [Token] = [
            .literal("a"), .literal("b"), .literal("ab"), .literal("ba"), .literal("a*"),
            .literal("a/b"), .literal("{x}"), .literal("é"), .shape(["a", ""]), .shape(["", "a"]),
            .shape(["b", ""]), .shape(["a", "b"]), .shape(["", "a", ""]), .shape(["*", ""]),
            .capture(""), .one, .any,
        ]
        var names = ["x", "y", "z", "v", "w"]
        var parts: [Token] = []
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let token = tokens.randomElement(using: &random)!
            if token == .any, parts.last == .any { continue }
            parts.append(token == .capture("") ? .capture(names.removeFirst()) : token)
        }
        return parts
    }

    private static func path(_ random: inout SeededGenerator) -> [String] {
        let identifiers = ["a", "b", "ab", "ba", "aab", "c", "a*", "a/b", "{x}", "*b", "é"]
        return (0..<Int.random(in: 1...6, using: &random))
            .map { _ in identifiers.randomElement(using: &random)! }
    }
}

/// A plugin with one route.
private struct Claim {
    let manifest: PluginManifest
    let pattern: [Token]

    var id: String { manifest.identifier.rawValue }
    var priority: Int32 { manifest.classes[0].priority }
    var captures: Set<String> {
        Set(pattern.compactMap { if case .capture(let name) = $0 { name } else { nil } })
    }
}

/// A component of a pattern.
private enum Token: Hashable {
    case literal(String)
    /// The fixed parts, separated by wildcards.
    case shape([String])
    case capture(String)
    case one, any

    var text: String {
        switch self {
        case .literal(let text): Self.escaped(text)
        case .shape(let parts): parts.map(Self.escaped).joined(separator: "*")
        case .capture(let name): "{\(name)}"
        case .one: "*"
        case .any: "**"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { #"/\*{}#"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}

/// A literal, unoptimised implementation of the rules.
private enum Reference {
    static func matches(_ pattern: ArraySlice<Token>, _ path: ArraySlice<String>) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        let rest = pattern.dropFirst()
        if first == .any {
            return (0...path.count).contains { matches(rest, path.dropFirst($0)) }
        }
        guard let identifier = path.first else { return false }
        return matchesOne(first, identifier) && matches(rest, path.dropFirst())
    }

    private static func matchesOne(_ token: Token, _ identifier: String) -> Bool {
        switch token {
        case .literal(let text): text == identifier
        case .shape(let parts): matchesParts(parts[...], Array(identifier.utf8)[...], isFirst: true)
        case .capture, .one, .any: true
        }
    }

    private static func matchesParts(
        _ parts: ArraySlice<String>,
        _ bytes: ArraySlice<UInt8>,
        isFirst: Bool
    ) -> Bool {
        guard let part = parts.first else { return isFirst ? false : bytes.isEmpty }
        let skipped = isFirst ? 0...0 : 0...bytes.count
        return skipped.contains { count in
            let rest = bytes.dropFirst(count)
            guard rest.starts(with: part.utf8) else { return false }
            return matchesParts(parts.dropFirst(), rest.dropFirst(part.utf8.count), isFirst: false)
        }
    }

    /// Compares specificity by component, then pin, priority, version and identifier.
    static func precedes(_ left: Claim, _ right: Claim, pinned: Set<String>) -> Bool {
        let ranks = [left, right].map { $0.pattern.map(rank) + [[4]] }
        for (first, second) in zip(ranks[0], ranks[1]) where first != second {
            return first.lexicographicallyPrecedes(second)
        }
        let pins = (pinned.contains(left.id), pinned.contains(right.id))
        if pins.0 != pins.1 { return pins.0 }
        if left.priority != right.priority { return left.priority > right.priority }
        let versions = (left.manifest.version, right.manifest.version)
        if versions.0 != versions.1 { return versions.0 > versions.1 }
        return left.id < right.id
    }

    private static func rank(_ token: Token) -> [Int] {
        switch token {
        case .literal: [0]
        case .shape(let parts): [1, -parts.joined().utf8.count]
        case .capture: [2]
        case .one: [3]
        case .any: [5]
        }
    }
}
