/// A coder backend over a table of C functions, as in a plugin.
///
/// `begin` and `seek` set the key of the next value.
package protocol ForeignCoder: AnyObject {
    /// The current value's key for messages; empty inside an array.
    var currentKey: String { get }

    func begin(key: String) -> Bool
    func beginElement()
    /// Writes one value that is neither array nor dictionary.
    func put(_ value: RestorationValue)
    func beginContainer(isDictionary: Bool) -> Bool
    func endContainer()
    func put(reference: (any Restorable)?)
    /// Starts recording the keys that are written.
    func rememberFields()
    /// Whether a value, including null, was written under `key` since ``rememberFields()``.
    func holdsField(_ key: String) -> Bool
    func fail(_ error: CoderError)

    /// Moves to the value of `key`; `false` if it is absent or null.
    func seek(key: String) throws(CoderError) -> Bool
    func contains(_ key: String) throws(CoderError) -> Bool
    var keys: [String] { get }
    /// Reads the current value, which must be of `kind` and neither array nor dictionary.
    func take(_ kind: ValueKind) throws(CoderError) -> RestorationValue
    func takeReference() throws(CoderError) -> (any Restorable)?
    func peek() throws(CoderError) -> ValueKind
    /// Enters the current array or dictionary and returns its count.
    func enter(isDictionary: Bool) throws(CoderError) -> Int
    /// The key of the dictionary's entry at `index`; moves to its value.
    func entry(at index: Int) throws(CoderError) -> String
    func leave()

    var preservationInfo: PreservationInfo? { get }
    /// The schema version of the state being read or of the class that writes, if any.
    var schemaVersion: Int? { get }
    /// Copies a value from `source`, which reads; `false` if it has none under `sourceKey`.
    func putCopy(
        key: String,
        from source: any ForeignCoder,
        sourceKey: String
    ) throws(CoderError) -> Bool
    /// Records that the reference under `key` decoded as `nil` because of its type.
    func recordPassedOver(_ object: any Restorable, key: String)
    func markSensitive(_ key: String)
}

extension ForeignCoder {
    package func rememberFields() {}
    package func holdsField(_ key: String) -> Bool { false }
    package var preservationInfo: PreservationInfo? { nil }
    package var schemaVersion: Int? { nil }
    package func putCopy(
        key: String,
        from source: any ForeignCoder,
        sourceKey: String
    ) throws(CoderError) -> Bool {
        throw .unsupported("copies of values")
    }
    package func recordPassedOver(_ object: any Restorable, key: String) {}
    package func markSensitive(_ key: String) { fail(.unsupported("sensitive values")) }
}
