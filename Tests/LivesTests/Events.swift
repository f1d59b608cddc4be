import Foundation
import TestSupport

/// Something that happens in a life: an action of the user, the fate of a save or of the process,
/// or a failure of a class or an object.
enum Event: String, CaseIterable {
    // Actions of the user.
    case make, type, refer, drop, select, reorder, rename, move, close, openWindow, closeWindow
    case cut, paste
    /// The user removes the stand-in of an unavailable member of a list.
    case dismiss
    // Situations of these actions.
    /// The name of a new object may equal that of a sibling.
    case sameName
    /// A stack has unavailable members.
    case stackGap
    /// The user changes the contents of an object whose state was not applied, or removes that
    /// object.
    case stateless
    /// The user removes an object with unavailable descendants.
    case hiddenBelow
    /// An object takes the slot of an unavailable one.
    case displace
    /// The user types into an object whose state was not applied.
    case takeOver
    // Saves.
    case save, saveTwice, autosave, failedSave, lateFailure, failedEncode
    // Deferred objects and state, later in a launch.
    case arrive, ready, load, wait
    // Ends of launches.
    case quit, kill, killBeforeCommit, killAfterCommit, killInSave, crashInSave
    case killInRestore, crashInRestore, crashInArrival
    // Failures.
    case missing, failedCreate, failedDecode, declined, awaited, notYet, unloaded, failedElement
    case unread, upgrade, downgrade, failedMigration, unbuilt

    /// The weights with which the event is drawn, in the first launch and in later ones.
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

/// The properties that the checker verifies.
enum Property: Int, CaseIterable {
    /// The values of a record never change unless the user types into its object or closes it.
    case retention = 1
    /// After all faults are lifted, the tree has the same order, slots and references.
    case recovery
    /// A closed object is never made again.
    case closing
    /// No two objects share a record, and no object gets the values of another.
    case identity
    /// A failed save changes nothing: the next save writes. A violation of any other property
    /// counts as one of this property if its shortest life contains a failed save.
    case failure
    /// A save of an unchanged program writes nothing.
    case idleness = 7
}

/// Events and numbers of properties that a run leaves out.
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
