import TestSupport

/// A random decision in a life, which is a series of launches. Each decision has its own random
/// numbers, so leaving some out does not change the others.
struct Step: Hashable {
    enum Subject: UInt64 {
        case event, ending, fault, registration
    }

    let subject: Subject
    let launch: Int
    let number: Int

    /// The first of the step's two tokens, for an object that it makes; the second is `token + 1`.
    var token: Int { launch * 1_000 + number * 2 }
}

/// The decisions of a life, determined by its seed.
final class Script {
    let seed: UInt64
    /// Steps left out in the search for the shortest life with a violation.
    let omitted: Set<Step>
    /// The steps that had an effect, in order.
    private(set) var played: [Step] = []
    private var isPlayed: Set<Step> = []

    init(seed: UInt64, omitting omitted: Set<Step> = []) {
        self.seed = seed
        self.omitted = omitted
    }

    /// The random numbers of a step, or `nil` if it is left out.
    func random(for step: Step) -> SeededGenerator? {
        guard !omitted.contains(step) else { return nil }
        var mixed = seed &* 0x9E37_79B9_7F4A_7C15
        mixed ^= step.subject.rawValue << 60 ^ UInt64(step.launch) << 40 ^ UInt64(step.number)
        var random = SeededGenerator(seed: mixed)
        // Generators of neighbouring seeds begin alike.
        return SeededGenerator(seed: random.next())
    }

    /// Records that a step had an effect. Another life may leave it out.
    func note(_ step: Step) {
        if isPlayed.insert(step).inserted { played.append(step) }
    }

    /// The number of random launches, before two without faults.
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
    /// A random decision that is `true` with the given probability.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &self)
    }
}
