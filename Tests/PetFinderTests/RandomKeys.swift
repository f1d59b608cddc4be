import PetFinderModel

/// Keys as somebody without a plan presses them; the same ones for the same seed.
struct RandomKeys {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// What is in the list more often comes more often.
    private static let keys: [Key] =
        Array(repeating: [.up, .down, .left, .right], count: 2).flatMap(\.self)
        + [.home, .end, .pageUp, .pageDown, .enter, .enter, .enter, .escape, .escape]
        + [.tab, .tab, .backTab, .backspace, .delete]
        + "mmmmss12eennnxrQn?ab é雪🐾7\u{301}\u{200D}".unicodeScalars.map { .character($0) }

    mutating func next() -> Key {
        // SplitMix64, because the system's generators cannot be seeded.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Self.keys[Int(mixed % UInt64(Self.keys.count))]
    }
}
