import Foundation
import TestSupport
import Testing

/// Programs live random lives, with everything that can go wrong in them, and lose nothing.
///
/// `RESTORATION_LIVES` and `RESTORATION_FIRST_LIFE` in the environment say how many lives there
/// are, and which is the first; `RESTORATION_LIVES_WITHOUT` names events and numbers of properties
/// that are left out; and with `RESTORATION_LIVES_ALL` the test goes on after violations, and says
/// how many there are of each property.
@Suite struct `Random lives` {
    private static let first = number("RESTORATION_FIRST_LIFE") ?? 1
    private static let count = number("RESTORATION_LIVES") ?? 2_000
    private static let goesOn = number("RESTORATION_LIVES_ALL") != nil

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }

    @Test func `lose nothing that nobody closed`() {
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

    /// Shows the first violations of each property in as short a life as can be found.
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
