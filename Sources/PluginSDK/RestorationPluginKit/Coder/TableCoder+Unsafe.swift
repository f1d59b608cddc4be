import CRestorationPlugin
import RestorationCore

/// The backend of a plugin's coder: the C functions that the host lends for one call.
///
/// The functions take a place for each value: a key, or the next element of an array. The coder
/// announces the place before the value, so this class stores it.
@safe final class TableCoder: ForeignCoder {
    enum Direction {
        case writing, reading
    }

    enum Place: Equatable {
        case nowhere, element
        case key(String)
    }

    typealias Table = UnsafeMutablePointer<restoration_coder>

    let direction: Direction
    /// The first error that fails the whole record.
    private(set) var fault: CoderError?
    var place = Place.nowhere
    var lastKey = ""
    /// The place to return to from each open array or dictionary.
    var outerPlaces: [Place] = []
    /// The keys set here under which only null has been written so far.
    var watchedKeys: KeySet = []
    /// The keys that were written; `nil` if no caller will ask.
    var writtenKeys: KeySet?
    /// References that decoded as nil because of their type.
    var passedOver: [(key: String, object: any Restorable)] = []
    private var table: Table?

    init(_ table: Table, _ direction: Direction) {
        unsafe self.table = table
        self.direction = direction
    }

    /// Ends the coder: plugin code may still hold it, but the functions are no longer valid.
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

    /// The path of the current value, for messages: `pets[].name`.
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

    /// The innermost key around the current value. Array elements have no key of their own.
    var enclosingKey: String {
        for case .key(let key) in (outerPlaces + [place]).reversed() { return key }
        return ""
    }

    @safe func call(_ function: (Table) -> restoration_status) -> Status {
        guard let table = unsafe table else { return .invalid }
        // Invariant: `close` clears `table` before the call that lent it returns.
        return unsafe Status(function(table))
    }

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
