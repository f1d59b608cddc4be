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
        var acceptable: [TerminalSnapshot] = []
        var ended: [Ending: Int] = [:]

        for round in 0..<50 {
            let ending = Ending.allCases[round % 3]
            // A save may come to its end between its report and the signal; then once more.
            for _ in 0..<20 {
                let life = try PetFinderLife(in: home)
                expect(life.screen, isOneOf: acceptable, after: round)
                let isAsWanted = try live(life, until: ending, using: &random)
                // What was safe before this life is its first screen.
                acceptable = Array(life.screens[(life.safeKeyCount ?? 0)...])
                guard !isAsWanted else {
                    ended[ending, default: 0] += 1
                    break
                }
            }
        }

        try expect(PetFinderLife(in: home).screen, isOneOf: acceptable, after: 50)
        #expect(ended == [.insideSave: 17, .withUnsavedText: 17, .whenSafe: 16])
    }

    /// Some random steps, then the end. Returns whether it came at the wanted moment.
    private func live(
        _ life: PetFinderLife,
        until ending: Ending,
        using random: inout SeededGenerator
    ) throws -> Bool {
        let person = Person()
        for _ in 0..<Int.random(in: 2...8, using: &random) {
            try life.perform(person.nextStep(seeing: life.screen, using: &random))
        }
        switch ending {
        case .insideSave:
            try life.perform(person.stepThatChanges(seeing: life.screen))
            try life.awaitSaving()
            try life.kill()
            return life.begun != nil
        case .withUnsavedText:
            for step in person.wayToText(seeing: life.screen) { try life.perform(step) }
            try life.perform(.text("half-typed"))
            try life.kill()
            return life.hasUnsavedKeys && life.screen.cursor != nil
        case .whenSafe:
            try life.awaitDurable()
            try life.kill()
            return !life.hasUnsavedKeys
        }
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
    func nextStep(
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

    /// Typing where text is typed, else another tab, panel or button.
    func stepThatChanges(seeing screen: TerminalSnapshot) -> PetFinderLife.Step {
        screen.cursor != nil ? .text("x") : .key(.tab)
    }
}
