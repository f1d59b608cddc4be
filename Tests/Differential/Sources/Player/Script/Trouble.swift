import RestorationKit

/// What goes wrong with one object in one life.
enum Trouble: Hashable {
    case none
    /// Its class creates nothing, on purpose.
    case declined
    case creationFails
    /// Its data is not there; the moment at which it comes, if it does.
    case late(Int?)
    /// Before, or after, it has read something.
    case decodingFails(afterReading: Bool)
    /// It asks for a value as what it is not.
    case mismatch
    /// It cannot take its state; the moment at which it can, if it ever can.
    case notYet(Int?, afterReading: Bool)
}

/// What is so in one life of a seed.
struct LifePlan {
    /// How many times something may arrive.
    static let moments = 3

    let number: Int
    let reason: RestorationReason
    /// By node.
    private(set) var troubles: [Trouble] = []
    private(set) var failsToEncode: Set<Int> = []
    /// What the program does not make in this life.
    private(set) var isOmitted: Set<Int> = []
    /// The classes that nobody registers.
    private(set) var isGone: Set<Script.Kind> = []
    /// The classes that are called otherwise than before.
    private(set) var isRenamed: Set<Script.Kind> = []
    private(set) var knowsFormerNames = true
    /// By kind.
    private(set) var schemaVersions: [Int] = []
    private(set) var failingMigrations: Set<Script.Kind> = []
    /// Whether objects of the program that no class makes are of a type that was renamed.
    let hasRenamedType: Bool
    let knowsFormerType: Bool
    /// The keys that the code of this life writes and reads.
    let writesExtra: Bool
    let readsExtra: Bool
    /// The owners that have their elements at once.
    private(set) var hasLoaded: Set<Int> = []
    private(set) var awaitsElements: Set<Int> = []
    let delegateAgrees: Bool
    let delegateFails: Bool
    let delegateTakesAwaited: Bool
    /// The numbers by which the person acts.
    let acts: SeededGenerator

    init(_ script: Script, life: Int) {
        var random = SeededGenerator(script.seed, 2, UInt64(life))
        number = life
        reason = random.pick([(.launch, 8), (.recovery, 1), (.session, 1)])
        // The last life is mostly one in which all is well, so that what was retained comes back.
        let isHealed = life == 1 || life == Script.lifeCount && random.chance(70)
        let strength = isHealed ? 0 : random.pick([0, 4, 10, 25])
        for (number, node) in script.nodes.enumerated() {
            var trouble = random.chance(strength) ? Self.trouble(&random) : .none
            if node.role == .root, random.chance(70) { trouble = .none }
            troubles.append(trouble)
            if !isHealed, random.chance(3) { failsToEncode.insert(number) }
            if life > 1, random.chance(isHealed ? 1 : 5) { isOmitted.insert(number) }
            if random.chance(life == 1 ? 95 : 70) { hasLoaded.insert(number) }
            if random.chance(40) { awaitsElements.insert(number) }
        }
        for kind in Script.Kind.allCases {
            if !isHealed, random.chance(8) { isGone.insert(kind) }
            // Which name it has is a matter of the life, so that it changes back, too.
            if random.chance(15) { isRenamed.insert(kind) }
            var version = 1 + (random.chance(15) ? life - 1 : 0)
            if isHealed, life > 1 { version = Script.lifeCount }
            schemaVersions.append(random.chance(60) ? 1 : version)
            if random.chance(15) { failingMigrations.insert(kind) }
        }
        knowsFormerNames = random.chance(75)
        hasRenamedType = random.chance(15)
        knowsFormerType = random.chance(70)
        writesExtra = random.chance(40)
        readsExtra = random.chance(60)
        delegateAgrees = !random.chance(2)
        delegateFails = random.chance(10)
        delegateTakesAwaited = random.chance(50)
        acts = SeededGenerator(script.seed, 3, UInt64(life))
    }

    private static func trouble(_ random: inout SeededGenerator) -> Trouble {
        let moment: Int? = random.pick([(0, 3), (1, 3), (2, 2), (nil, 3)])
        return random.pick(
            [
                (.declined, 2), (.creationFails, 2), (.late(moment), 5),
                (.decodingFails(afterReading: random.chance(50)), 3), (.mismatch, 1),
                (.notYet(moment, afterReading: random.chance(50)), 4),
            ]
        )
    }
}
