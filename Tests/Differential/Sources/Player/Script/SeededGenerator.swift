/// Random numbers that are the same on every run and machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64...) {
        state = 0
        for part in seed {
            state ^= part
            _ = next()
        }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something is so that is so `count` times in a hundred.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<100, using: &self) < count }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: choices.indices, using: &self)]
    }

    mutating func pick<Choice>(_ choices: [(Choice, weight: Int)]) -> Choice {
        var rest = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &self)
        for (choice, weight) in choices {
            if rest < weight { return choice }
            rest -= weight
        }
        return choices[0].0
    }
}
