import PetFinderDriver
import PseudoTerminal
import RestorationCore
import TestSupport
import Testing

/// Fifty lives of the program, each ended by SIGKILL: a third inside a save, a third with unsaved
/// text, a third when all is safe. After each the screen is that of the last durable step, or of a
/// later one.
@Suite struct `Killing Pet Finder fifty times` {
    private enum Ending: CaseIterable {
        case insideSave, withUnsavedText, whenSafe
    }

    @Test func `never loses a step that was durable`() throws {
        let home = try PetFinderHome()
        var random = SeededGenerator(seed: 20_261_121)
        var person = Person()
        var acceptable: [TerminalSnapshot] = []
        var insideSaves = 0
        var withUnsavedText = 0

        for round in 0..<50 {
            let life = try PetFinderLife(in: home)
            expect(life.screen, isOneOf: acceptable, after: round)
            for _ in 0..<Int.random(in: 2...8, using: &random) {
                try life.perform(person.nextStep(seeing: life.screen, using: &random))
            }
            switch Ending.allCases[round % 3] {
            case .insideSave:
                try life.perform(person.stepThatChanges(seeing: life.screen, using: &random))
                try life.awaitSaving()
                try life.kill()
                if life.begun != nil { insideSaves += 1 }
            case .withUnsavedText:
                for step in person.wayToText(seeing: life.screen) { try life.perform(step) }
                try life.perform(.text("half-typed"))
                try life.kill()
                if life.hasUnsavedKeys, life.screen.cursor != nil { withUnsavedText += 1 }
            case .whenSafe:
                try life.awaitDurable()
                try life.kill()
            }
            // What was durable before this life is its first screen.
            let safe = life.durable.last?.keyCount ?? 0
            acceptable = Array(life.screens[safe...])
        }

        try expect(PetFinderLife(in: home).screen, isOneOf: acceptable, after: 50)

        // On a fast disk a save may come to its end between its report and the signal.
        #expect(insideSaves >= 12, "\(insideSaves) of 17")
        #expect(withUnsavedText >= 12, "\(withUnsavedText) of 17")
    }

    private func expect(
        _ screen: TerminalSnapshot,
        isOneOf acceptable: [TerminalSnapshot],
        after rounds: Int
    ) {
        guard let last = acceptable.last, !acceptable.contains(screen) else { return }
        Issue.record(
            """
            After \(rounds) rounds the screen is none of \(acceptable.count) that it may be; to \
            the last one it differs so:
            \(screen.difference(from: last))
            """
        )
    }
}

/// Somebody who uses the program at random, and looks at the screen before pressing a key: `q` ends
/// the program except where text is typed.
private struct Person {
    mutating func nextStep(
        seeing screen: TerminalSnapshot,
        using random: inout SeededGenerator
    ) -> PetFinderLife.Step {
        if screen.cursor != nil {
            let typed: [PetFinderLife.Step] = [
                .text("a"), .text("é"), .text("猫"), .text("🐈"), .key(.left), .key(.right),
                .key(.backspace), .key(.tab), .key(.home), .key(.end), .key(.escape),
            ]
            return typed.randomElement(using: &random)!
        }
        let keys: [PetFinderLife.Step] = [
            .text("m"), .text("m"), .text("s"), .text("1"), .text("2"), .key(.down), .key(.down),
            .key(.up), .key(.pageDown), .key(.enter), .text("e"), .text("n"), .key(.escape),
        ]
        return keys.randomElement(using: &random)!
    }

    /// The keys that lead to the notes of some cat, unless text is being typed already.
    func wayToText(seeing screen: TerminalSnapshot) -> [PetFinderLife.Step] {
        guard screen.cursor == nil else { return [] }
        return [.text("1"), .text("m"), .text("2"), .key(.enter), .text("n")]
    }

    /// Typing where text is typed, else another tab.
    mutating func stepThatChanges(
        seeing screen: TerminalSnapshot,
        using random: inout SeededGenerator
    ) -> PetFinderLife.Step {
        if screen.cursor != nil { return .text("x") }
        return Bool.random(using: &random) ? .text("1") : .text("2")
    }
}
