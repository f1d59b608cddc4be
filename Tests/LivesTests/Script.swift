import TestSupport

/// A place in a life where chance decides. Each has random numbers of its own, so that a life
/// without some of them plays the others as before.
struct Step: Hashable {
    enum Subject: UInt64 {
        case event, ending, fault, registration
    }

    let subject: Subject
    let launch: Int
    let number: Int

    /// A token of an object that this step makes; two per step.
    var token: Int { launch * 1_000 + number * 2 }
}

/// The decisions of a life, the same for the same seed.
final class Script {
    let seed: UInt64
    /// Steps that are not played, to find the shortest life with a violation.
    let omitted: Set<Step>
    /// The steps that something came of, in order.
    private(set) var played: [Step] = []
    private var isPlayed: Set<Step> = []

    init(seed: UInt64, omitting omitted: Set<Step> = []) {
        self.seed = seed
        self.omitted = omitted
    }

    /// The random numbers of a step; `nil` if it is left out.
    func random(for step: Step) -> SeededGenerator? {
        guard !omitted.contains(step) else { return nil }
        var mixed = seed &* 0x9E37_79B9_7F4A_7C15
        mixed ^= step.subject.rawValue << 60 ^ UInt64(step.launch) << 40 ^ UInt64(step.number)
        var random = SeededGenerator(seed: mixed)
        // Neighbouring seeds begin alike.
        return SeededGenerator(seed: random.next())
    }

    /// Notes that something came of a step: another life may leave it out.
    func note(_ step: Step) {
        if isPlayed.insert(step).inserted { played.append(step) }
    }

    /// How many launches the life has before those in which all is well.
    var launchCount: Int {
        var random = SeededGenerator(seed: seed &+ 1)
        return Int.random(in: 1...4, using: &random)
    }

    func eventCount(in launch: Int) -> Int {
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(launch))
        return launch == 0
            ? Int.random(in: 4...16, using: &random) : Int.random(in: 0...9, using: &random)
    }
}

extension RandomNumberGenerator {
    /// Whether something happens that does in so many of a hundred cases.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &self)
    }
}
