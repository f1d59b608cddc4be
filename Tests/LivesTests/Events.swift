import Foundation
import TestSupport

/// Something that happens in a life: what the person does, what becomes of saves and of the
/// process, and what goes wrong with classes and objects.
enum Event: String, CaseIterable {
    // What the person does.
    case make, type, refer, drop, select, reorder, rename, move, close, openWindow, closeWindow
    case cut, paste
    /// What stands for a member of a list that is not there is taken away.
    case dismiss
    // In which situation.
    /// The name of a new object may be that of another one beside it.
    case sameName
    /// A stack with members that are not there.
    case stackGap
    /// An object that has not got its state is changed in its contents, or taken away.
    case stateless
    /// An object that contains others that are not there is taken away.
    case hiddenBelow
    /// An object gets the slot of one that is not there.
    case displace
    /// The person types into an object that has not got its state.
    case takeOver
    // Saves.
    case save, saveTwice, autosave, failedSave, lateFailure, failedEncode
    // What comes later in a launch.
    case arrive, ready, load, wait
    // How a launch ends.
    case quit, kill, killBeforeCommit, killAfterCommit, killInSave, crashInSave
    case killInRestore, crashInRestore, crashInArrival
    // What goes wrong.
    case missing, failedCreate, failedDecode, declined, awaited, notYet, unloaded, failedElement
    case unread, upgrade, downgrade, failedMigration, unbuilt

    /// How often it is drawn among the others, in the first launch and in later ones.
    var weights: (first: Int, later: Int) {
        switch self {
        case .make: (50, 12)
        case .type: (6, 8)
        case .refer: (8, 6)
        case .drop, .select: (2, 3)
        case .reorder: (2, 2)
        case .rename, .cut: (1, 3)
        case .move: (2, 5)
        case .close: (1, 6)
        case .openWindow: (4, 1)
        case .closeWindow: (0, 1)
        case .dismiss: (0, 8)
        case .paste: (1, 6)
        case .save: (4, 8)
        case .saveTwice, .autosave: (1, 2)
        case .failedSave, .lateFailure, .failedEncode: (1, 3)
        case .arrive, .ready: (0, 8)
        case .load: (0, 3)
        case .wait: (0, 1)
        default: (0, 0)
        }
    }

    static let acts = allCases.filter { $0.weights != (0, 0) }
    static let endings: [Event] = [
        .quit, .quit, .quit, .kill, .killBeforeCommit, .killAfterCommit, .killInSave, .crashInSave,
        .killInRestore, .crashInRestore, .crashInArrival,
    ]

    /// Whether the process ends in an object's code.
    var isInCall: Bool {
        switch self {
        case .killInSave, .crashInSave, .killInRestore, .crashInRestore, .crashInArrival: true
        default: false
        }
    }

    static func random(_ random: inout SeededGenerator, inFirstLaunch isFirst: Bool) -> Event {
        var number = Int.random(in: 0..<(isFirst ? firstTotal : laterTotal), using: &random)
        for event in acts {
            number -= isFirst ? event.weights.first : event.weights.later
            if number < 0 { return event }
        }
        return .save
    }

    private static let firstTotal = acts.reduce(0) { $0 + $1.weights.first }
    private static let laterTotal = acts.reduce(0) { $0 + $1.weights.later }
}

/// What the judge promises.
enum Property: Int, CaseIterable {
    /// The values of a record that is neither taken over nor closed never change.
    case retention = 1
    /// When all faults are lifted, the tree is equal in order, slots and references.
    case recovery
    /// An object that was closed is never made again.
    case closing
    /// No two objects share a record, and none gets another's values.
    case identity
    /// A save that does not become durable changes nothing: the next one writes. Where any other
    /// property is violated, and the shortest life with that has a save that fails, it is this one.
    case failure
    /// A save of an unchanged program writes nothing.
    case idleness = 7
}

/// Events, and numbers of properties, that are left out.
enum LeftOut {
    private static let names = Set(
        ProcessInfo.processInfo.environment["RESTORATION_LIVES_WITHOUT"]
            .map { $0.split(separator: ",").map(String.init) } ?? []
    )
    private static let events = Set(Event.allCases.filter { names.contains($0.rawValue) })
    private static let properties = Set(
        Property.allCases.filter { names.contains("\($0.rawValue)") }
    )

    static func contains(_ event: Event) -> Bool { events.contains(event) }
    static func contains(_ property: Property) -> Bool { properties.contains(property) }
}

/// A life in which a property does not hold.
struct Violation: Error {
    let property: Property
    let text: String

    init(_ property: Property, _ text: String) {
        self.property = property
        self.text = text
    }
}
