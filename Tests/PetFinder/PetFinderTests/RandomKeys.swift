import PetFinderModel
import TerminalScreen
import TestSupport

/// Random keys, the same for the same seed.
struct RandomKeys {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A key's frequency in the list is its probability.
    private static let keys: [Key] =
        Array(repeating: [.up, .down, .left, .right], count: 2).flatMap(\.self)
        + [.home, .end, .pageUp, .pageDown, .enter, .enter, .enter, .escape, .escape]
        + [.tab, .tab, .backTab, .backspace, .delete]
        + "mmmmss12eennnxrab é雪🐾7\u{301}\u{200D}".unicodeScalars.map { .character($0) }

    mutating func next() -> Key {
        Self.keys[Int(random.next() % UInt64(Self.keys.count))]
    }
}
