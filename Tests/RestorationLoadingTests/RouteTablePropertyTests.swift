import RestorationCore
import RestorationLoading
import TestSupport
import Testing

@Suite struct `Routing random paths` {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `agrees with trying every pattern by the letter of the rules`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let patterns = Set((0..<40).map { _ in Self.pattern(&random) }).sorted()
        let manifests = try patterns.enumerated().map { index, pattern in
            try `Routing a path`.manifest(
                "org.example.p\(index)",
                version: "1.\(Int.random(in: 0..<2, using: &random)).0",
                priority: Int32.random(in: 0..<2, using: &random),
                ["A": [pattern]]
            )
        }
        let table = RouteTable(manifests.shuffled(using: &random))

        for _ in 0..<40 {
            let path = Self.path(&random)
            let expected = manifests.filter { manifest in
                Reference.matches(Self.text(manifest).split("/"), path.split("/"))
            }.min(by: Reference.precedes)

            let explanation = try table.explain(RestorationPath(parsing: path))
            let match = try table.route(for: RestorationPath(parsing: path))

            #expect(match?.route.plugin == expected?.identifier, "\(path) among \(patterns)")
            #expect(explanation.winner == match)
        }
    }

    static func text(_ manifest: PluginManifest) -> String {
        manifest.classes[0].routes[0].description
    }

    private static func pattern(_ random: inout SeededGenerator) -> String {
        let components = ["a", "b", "ab", "ba", "a*", "*a", "b*", "a*b", "{x}", "*", "**"]
        var names = ["x", "y", "z", "v", "w"]
        var parts: [String] = []
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let component = components.randomElement(using: &random)!
            if component == "**", parts.last == "**" { continue }
            parts.append(component == "{x}" ? "{\(names.removeFirst())}" : component)
        }
        return parts.joined(separator: "/")
    }

    private static func path(_ random: inout SeededGenerator) -> String {
        let identifiers = ["a", "b", "ab", "ba", "aab", "c"]
        return (0..<Int.random(in: 1...6, using: &random))
            .map { _ in identifiers.randomElement(using: &random)! }
            .joined(separator: "/")
    }
}

/// The rules as they are written down, without any cleverness.
private enum Reference {
    static func matches(_ pattern: [String], _ path: [String]) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        let rest = Array(pattern.dropFirst())
        if first == "**" {
            return (0...path.count).contains { matches(rest, Array(path.dropFirst($0))) }
        }
        guard let identifier = path.first else { return false }
        return matchesOne(first, identifier) && matches(rest, Array(path.dropFirst()))
    }

    private static func matchesOne(_ component: String, _ identifier: String) -> Bool {
        component.hasPrefix("{") || matchesText(Array(component), Array(identifier))
    }

    private static func matchesText(_ shape: [Character], _ text: [Character]) -> Bool {
        guard let first = shape.first else { return text.isEmpty }
        let rest = Array(shape.dropFirst())
        if first == "*" {
            return (0...text.count).contains { matchesText(rest, Array(text.dropFirst($0))) }
        }
        return text.first == first && matchesText(rest, Array(text.dropFirst()))
    }

    /// Specificity component by component, then priority, version and identifier.
    static func precedes(_ left: PluginManifest, _ right: PluginManifest) -> Bool {
        let ranks = [left, right].map { manifest in
            `Routing random paths`.text(manifest).split("/").map(rank) + [[4]]
        }
        for (first, second) in zip(ranks[0], ranks[1]) where first != second {
            return first.lexicographicallyPrecedes(second)
        }
        let priorities = (left.classes[0].priority, right.classes[0].priority)
        if priorities.0 != priorities.1 { return priorities.0 > priorities.1 }
        if left.version != right.version { return left.version > right.version }
        return left.identifier.rawValue < right.identifier.rawValue
    }

    private static func rank(_ component: String) -> [Int] {
        switch component {
        case "**": [5]
        case "*": [3]
        case _ where component.hasPrefix("{"): [2]
        case _ where component.contains("*"): [1, -component.filter { $0 != "*" }.count]
        default: [0]
        }
    }
}

extension String {
    fileprivate func split(_ separator: Character) -> [String] {
        split(separator: separator).map(String.init)
    }
}
