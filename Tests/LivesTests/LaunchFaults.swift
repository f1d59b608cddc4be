import TestSupport

/// The faults of one launch.
final class LaunchFaults {
    /// The fault of an object's restore.
    enum Fault: Hashable {
        case none, creationFails, decodingFails, elementsFail, declines
        /// Its data arrives later, or not in this launch.
        case awaited(arrives: Bool)
        /// It can decode later, or not in this launch.
        case notYet(isReadyLater: Bool)
    }

    /// How the program has registered a class.
    enum Registration: Hashable {
        case current, older, failingMigration, missing
    }

    let launch: Int
    let isCalm: Bool
    private let script: Script
    /// The probability that an object has a fault, in twelfths: 0 (no faults) to 4.
    private let severity: Int
    let knowsNotes: Bool
    private var faults: [Int: Fault] = [:]
    private var registrations: [String: Registration] = [:]

    /// - Parameter isCalm: `true` for a launch without faults.
    init(_ script: Script, launch: Int, isCalm: Bool = false) {
        self.script = script
        self.launch = launch
        self.isCalm = isCalm
        let step = Step(subject: .registration, launch: launch, number: 0)
        guard !isCalm, var random = script.random(for: step) else {
            severity = 0
            knowsNotes = true
            return
        }
        severity = launch == 0 ? 0 : Int.random(in: 0...4, using: &random)
        knowsNotes = LeftOut.contains(.unread) || random.chance(70)
        if !knowsNotes { script.note(step) }
    }

    // MARK: Objects

    /// - Parameter mayDecline: Whether the script can predict the objects that a decline closes.
    func fault(of token: Int, _ kind: Kind, mayDecline: () -> Bool) -> Fault {
        if severity == 0 { return .none }
        if let fault = faults[token] { return fault }
        let step = Step(subject: .fault, launch: launch, number: token)
        var fault = Fault.none
        if var random = script.random(for: step),
            Int.random(in: 0..<12, using: &random) < severity
        {
            fault = draw(kind, &random)
            if fault == .declines, !mayDecline() { fault = .none }
            if let event = fault.event, LeftOut.contains(event) { fault = .none }
            if fault != .none { script.note(step) }
        }
        faults[token] = fault
        return fault
    }

    private func draw(_ kind: Kind, _ random: inout SeededGenerator) -> Fault {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<2: .creationFails
        case 3..<5: .decodingFails
        case 5..<8: .awaited(arrives: random.chance(70))
        case 8..<10: .notYet(isReadyLater: random.chance(70))
        case 2, 10: kind == .form ? .elementsFail : .creationFails
        default: .declines
        }
    }

    /// Whether a form defers its elements.
    func isUnloaded(_ token: Int) -> Bool {
        chance(70, .unloaded, number: 1_000_000 + token)
    }

    /// Whether the program leaves out a window's registered object.
    func isUnbuilt(_ window: Int) -> Bool {
        chance(20, .unbuilt, number: 2_000_000 + window)
    }

    /// A random decision for a fault, with a probability in percent.
    private func chance(_ percent: Int, _ event: Event, number: Int) -> Bool {
        let step = Step(subject: .fault, launch: launch, number: number)
        guard severity > 0, !LeftOut.contains(event), var random = script.random(for: step),
            random.chance(percent * severity / 4)
        else { return false }
        script.note(step)
        return true
    }

    // MARK: Classes

    func registration(of name: String) -> Registration {
        if let known = registrations[name] { return known }
        let number = (Kind.allCases.firstIndex { name.hasPrefix($0.rawValue) } ?? 0) + 1
        let step = Step(
            subject: .registration,
            launch: launch,
            number: number + (name.hasSuffix("2") ? 100 : 0)
        )
        var registration = Registration.current
        if !isCalm, var random = script.random(for: step) {
            // Programs are older at first, and rarely downgrade.
            let isOlder = random.chance(launch == 0 ? 50 : 2 * severity)
            if isOlder, launch == 0 || !LeftOut.contains(.downgrade) { registration = .older }
            if random.chance(2 * severity), !LeftOut.contains(.failedMigration) {
                registration = .failingMigration
            }
            if random.chance(name.hasSuffix("2") ? 4 * severity : severity),
                !LeftOut.contains(.missing)
            {
                registration = .missing
            }
            if registration != .current { script.note(step) }
        }
        registrations[name] = registration
        return registration
    }
}

extension LaunchFaults.Fault {
    var event: Event? {
        switch self {
        case .none: nil
        case .creationFails: .failedCreate
        case .decodingFails: .failedDecode
        case .elementsFail: .failedElement
        case .declines: .declined
        case .awaited: .awaited
        case .notYet: .notYet
        }
    }
}

/// The error that classes and objects throw.
struct Broken: Error {}
