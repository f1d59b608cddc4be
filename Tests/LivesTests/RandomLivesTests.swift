import Foundation
import TestSupport
import Testing

/// Programs live random lives full of faults, and lose no state.
///
/// Environment: `RESTORATION_LIVES` is the number of lives, and `RESTORATION_FIRST_LIFE` the
/// first one. `RESTORATION_LIVES_WITHOUT` names events and numbers of properties to leave out. With
/// `RESTORATION_LIVES_ALL`, the test continues after violations and prints the number of them for
/// each property.
@Suite struct `Random lives` {
    private static let first = number("RESTORATION_FIRST_LIFE") ?? 1
    private static let count = number("RESTORATION_LIVES") ?? 2_000
    private static let goesOn = number("RESTORATION_LIVES_ALL") != nil

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }

    @Test func `lose no object that was not closed`() {
        let counters = Counters()
        var found: [(seed: UInt64, violation: Violation)] = []
        let start = ContinuousClock.now
        for seed in Self.first..<(Self.first + Self.count) {
            if seed.isMultiple(of: 10_000) { print("at life \(seed)") }
            guard let violation = Life(Script(seed: seed), counting: counters).play() else {
                continue
            }
            found.append((seed, violation))
            if !Self.goesOn { break }
        }
        print(counters.description)
        let time = start.duration(to: .now) / Int(Self.count)
        print("\(time) a life, \(found.count) violations")
        report(found)
    }

    /// Shows the first violations of each property, each in the shortest life that can be found.
    private func report(_ found: [(seed: UInt64, violation: Violation)]) {
        for property in Property.allCases {
            let violations = found.filter { $0.violation.property == property }
            guard !violations.isEmpty else { continue }
            print("property \(property.rawValue): \(violations.count) lives")
            for (seed, _) in violations.prefix(Self.goesOn ? 12 : 1) {
                let life = ShortLife(seed: seed, property)
                Issue.record("\(life.description)")
            }
        }
    }
}
