import CRestorationPlugin
import RestorationCore

/// The backend of a coder in a plugin: the C functions that the host lends for one call.
///
/// The functions name a place for each value: a key, or the next element of an array. The coder
/// announces the place before the value, so that the place is remembered here.
@safe final class TableCoder: ForeignCoder {
    /// Which half of the functions a coder has.
    enum Direction {
        case writing, reading
    }

    /// Where the next value goes or comes from.
    enum Place: Equatable {
        case nowhere, element
        case key(String)
    }

    typealias Table = UnsafeMutablePointer<restoration_coder>

    let direction: Direction
    /// The first thing that went wrong in a way that costs the record.
    private(set) var fault: CoderError?
    var place = Place.nowhere
    /// The key of the value written last, for messages.
    var lastKey = ""
    /// For each array or dictionary that is open, the place to return to.
    var outerPlaces: [Place] = []
    /// Keys that nothing but null has been written under so far, of those that were set here.
    var watchedKeys: KeySet = []
    /// Keys that something was written under; `nil` where nobody will ask.
    var writtenKeys: KeySet?
    /// References that were given as nil because of their type.
    var passedOver: [(key: String, object: any Restorable)] = []
    /// `nil` once the call that lent the functions has returned.
    private var table: Table?

    init(_ table: Table, _ direction: Direction) {
        unsafe self.table = table
        self.direction = direction
    }

    /// Ends the coder: plugin code may keep it, but the functions are gone.
    func close() {
        unsafe table = nil
        fail(Self.usedAfterItsCall)
    }

    private static let usedAfterItsCall =
        CoderError.misuse("A coder was used after the call that lent it had returned")

    func fail(_ error: CoderError) {
        if fault == nil { fault = error }
    }

    var currentKey: String {
        guard case .key(let key) = place else { return "" }
        return key
    }

    /// The way to the value at hand, for messages: `pets[].name`.
    var currentPlace: String {
        var text = ""
        for place in outerPlaces + [place] {
            switch place {
            case .nowhere: break
            case .element: text += "[]"
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            }
        }
        return text
    }

    var schemaVersion: Int? {
        guard let table = unsafe table, unsafe table.pointee.schema_version > 0 else { return nil }
        return unsafe Int(table.pointee.schema_version)
    }

    var preservationInfo: PreservationInfo? { direction == .reading ? PluginHost.savedState : nil }

    /// The innermost key around the value at hand, which in an array has none of its own.
    var enclosingKey: String {
        for case .key(let key) in (outerPlaces + [place]).reversed() { return key }
        return ""
    }

    /// Calls one of the host's functions, without a place.
    @safe func call(_ function: (Table) -> restoration_status) -> Status {
        guard let table = unsafe table else { return .invalid }
        // Invariant: `close` takes the table away before the call that lent it returns.
        return unsafe Status(function(table))
    }

    /// Calls one of the host's functions for the value at `place`.
    @safe func call(
        at place: Place,
        _ function: (Table, restoration_string) -> restoration_status
    ) -> Status {
        guard let table = unsafe table else { return .invalid }
        switch place {
        case .nowhere: return .invalid
        case .element: return unsafe Status(function(table, restoration_string()))
        case .key(let key): return unsafe key.lent { unsafe Status(function(table, $0)) }
        }
    }

    /// The error that a status stands for.
    func error(_ status: Status) -> CoderError {
        if let fault { return fault }
        return switch status {
        case .limit: .limit(key: currentPlace, what: "the host has no room for it")
        case .unsupported: .unsupported("a function that this coder needs")
        case .wrongThread: .misuse("A coder was used on another thread than the session's")
        case .invalid where isKeyInvalid: .invalidKey(length: currentKey.utf8.count)
        default: .foreign(key: currentPlace, status: status.rawValue)
        }
    }

    private var isKeyInvalid: Bool {
        guard case .key(let key) = place else { return false }
        return !(1...255).contains(key.utf8.count)
    }
}
