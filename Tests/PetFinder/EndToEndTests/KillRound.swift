import PetFinderDriver
import PseudoTerminal
import TestSupport

/// Successive launches of Pet Finder in the same directories, each ended from outside. After each,
/// the program shows the screen of the last durable step or of a later one.
///
/// The seed determines the user's steps and the end of each launch.
struct KillRound {
    private enum Ending: CaseIterable {
        case atOnce, insideSave, withUnsavedText, whenSafe, rightAfterSave, byHangUp
    }

    /// A broken expectation of the round.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A line for each launch with its steps.
    private(set) var log: [String] = []
    private let home: PetFinderHome
    private let person = Person()
    private var random: SeededGenerator
    /// The acceptable first screens of the next launch. Empty accepts any.
    private var acceptable: [TerminalSnapshot] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        home = try PetFinderHome()
    }

    mutating func run() throws {
        for _ in 0..<3 {
            let ending = Ending.allCases.randomElement(using: &random)!
            try live(until: ending)
        }
        try begin("to be looked at").kill()
    }

    /// Launches the program until one launch ends as intended, because a save may finish between
    /// its report and the signal.
    private mutating func live(until ending: Ending) throws {
        for _ in 0..<20 {
            let life = try begin("until \(ending)")
            let stepCount = ending == .atOnce ? 0 : Int.random(in: 2...8, using: &random)
            for _ in 0..<stepCount {
                try perform(person.nextStep(seeing: life.screen, using: &random), in: life)
            }
            let isAsWanted = try end(life, ending)
            // The acceptable screens begin with the last one known to be durable.
            acceptable = Array(life.screens[(life.safeKeyCount ?? 0)...])
            if isAsWanted { return }
        }
        throw Failure(description: "None of 20 lives ended \(ending)")
    }

    /// Launches the program in a window of the last size.
    private mutating func begin(_ purpose: String) throws -> TerminalLife {
        log.append("life \(purpose):")
        let size = acceptable.last?.rows
        let life = try TerminalLife(
            in: home,
            startedBy: .shell,
            rows: size?.count ?? 24,
            columns: size?.first?.cells.count ?? 80
        )
        guard let last = acceptable.last, !acceptable.contains(life.screen) else { return life }
        throw Failure(
            description: """
                The screen is none of \(acceptable.count) that it may be; to the last one it \
                differs so:
                \(life.screen.difference(from: last))
                """
        )
    }

    private mutating func perform(_ step: TerminalLife.Step, in life: TerminalLife) throws {
        log[log.count - 1] += " \(step)"
        try life.perform(step)
        switch step {
        case .stop where life.hasUnsavedKeys:
            throw Failure(description: "The program stopped without having saved")
        case .resize:
            // The next launch must not show an earlier screen, which had another size.
            try life.awaitDurable()
        default: break
        }
    }

    /// Ends a launch. Returns whether it ended at the intended moment.
    private mutating func end(_ life: TerminalLife, _ ending: Ending) throws -> Bool {
        switch ending {
        case .atOnce:
            try life.kill()
            return true
        case .insideSave:
            try perform(person.stepThatChanges(seeing: life.screen), in: life)
            try life.awaitSaving()
            try life.kill()
            return life.begun != nil
        case .withUnsavedText:
            for step in person.wayToText(seeing: life.screen) { try perform(step, in: life) }
            try perform(.text("half-typed"), in: life)
            try life.kill()
            return life.hasUnsavedKeys && life.screen.cursor != nil
        case .whenSafe:
            try life.awaitDurable()
            try life.kill()
            return !life.hasUnsavedKeys
        case .rightAfterSave:
            try pressSave(in: life)
            try life.kill()
            return life.hasUnsavedKeys && !life.screen.showsEditor
        case .byHangUp:
            try perform(person.stepThatChanges(seeing: life.screen), in: life)
            try life.end(with: 1)
            guard !life.hasUnsavedKeys else {
                throw Failure(description: "SIGHUP ended the program without a save")
            }
            return true
        }
    }

    /// Changes a field and presses "Save", if the steps have reached the edit screen.
    private mutating func pressSave(in life: TerminalLife) throws {
        for step in person.wayToEditor(seeing: life.screen) { try perform(step, in: life) }
        try perform(.text("x"), in: life)
        for _ in 0..<3 where life.screen.cursor != nil { try perform(.key(.tab), in: life) }
        try perform(.key(.enter), in: life)
    }
}
