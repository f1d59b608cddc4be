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
            let launch = try begin("until \(ending)")
            let stepCount = ending == .atOnce ? 0 : Int.random(in: 2...8, using: &random)
            for _ in 0..<stepCount {
                try perform(person.nextStep(seeing: launch.screen, using: &random), in: launch)
            }
            let isAsWanted = try end(launch, ending)
            // The acceptable screens begin with the last one known to be durable.
            acceptable = Array(launch.screens[(launch.safeKeyCount ?? 0)...])
            if isAsWanted { return }
        }
        throw Failure(description: "None of 20 launches ended \(ending)")
    }

    /// Launches the program in a window of the last size.
    private mutating func begin(_ purpose: String) throws -> TerminalLaunch {
        log.append("launch \(purpose):")
        let size = acceptable.last?.rows
        let launch = try TerminalLaunch(
            in: home,
            startedBy: .shell,
            rows: size?.count ?? 24,
            columns: size?.first?.cells.count ?? 80
        )
        guard let last = acceptable.last, !acceptable.contains(launch.screen) else { return launch }
        throw Failure(
            description: """
                The screen is none of \(acceptable.count) that it may be; to the last one it \
                differs so:
                \(launch.screen.difference(from: last))
                """
        )
    }

    private mutating func perform(_ step: TerminalLaunch.Step, in launch: TerminalLaunch) throws {
        log[log.count - 1] += " \(step)"
        try launch.perform(step)
        switch step {
        case .stop where launch.hasUnsavedKeys:
            throw Failure(description: "The program stopped without having saved")
        case .resize:
            // The next launch must not show an earlier screen, which had another size.
            try launch.awaitDurable()
        default: break
        }
    }

    /// Ends a launch. Returns whether it ended at the intended moment.
    private mutating func end(_ launch: TerminalLaunch, _ ending: Ending) throws -> Bool {
        switch ending {
        case .atOnce:
            try launch.kill()
            return true
        case .insideSave:
            try perform(person.stepThatChanges(seeing: launch.screen), in: launch)
            try launch.awaitSaving()
            try launch.kill()
            return launch.begun != nil
        case .withUnsavedText:
            for step in person.wayToText(seeing: launch.screen) { try perform(step, in: launch) }
            try perform(.text("half-typed"), in: launch)
            try launch.kill()
            return launch.hasUnsavedKeys && launch.screen.cursor != nil
        case .whenSafe:
            try launch.awaitDurable()
            try launch.kill()
            return !launch.hasUnsavedKeys
        case .rightAfterSave:
            try pressSave(in: launch)
            try launch.kill()
            return launch.hasUnsavedKeys && !launch.screen.showsEditor
        case .byHangUp:
            try perform(person.stepThatChanges(seeing: launch.screen), in: launch)
            try launch.end(with: 1)
            guard !launch.hasUnsavedKeys else {
                throw Failure(description: "SIGHUP ended the program without a save")
            }
            return true
        }
    }

    /// Changes a field and presses "Save", if the steps have reached the edit screen.
    private mutating func pressSave(in launch: TerminalLaunch) throws {
        for step in person.wayToEditor(seeing: launch.screen) { try perform(step, in: launch) }
        try perform(.text("x"), in: launch)
        for _ in 0..<3 where launch.screen.cursor != nil { try perform(.key(.tab), in: launch) }
        try perform(.key(.enter), in: launch)
    }
}
