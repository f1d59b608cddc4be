/// The other backend of a coder: everything goes through a table of C functions, as in a plugin.
///
/// `begin` and `seek` remember the key for the one value that follows.
package protocol ForeignCoder: AnyObject {
    /// The key of the value at hand, for messages; empty inside an array.
    var currentKey: String { get }

    func begin(key: String) -> Bool
    func beginElement()
    /// Writes one value; never an array or dictionary.
    func put(_ value: RestorationValue)
    func beginContainer(isDictionary: Bool) -> Bool
    func endContainer()
    func put(reference: (any Restorable)?)
    /// From now on remembers under which keys something is written.
    func rememberFields()
    /// Whether something, be it null, was written under `key` since ``rememberFields()``.
    func holdsField(_ key: String) -> Bool
    func fail(_ error: CoderError)

    /// Goes to the value of `key`; `false` if it is absent or null.
    func seek(key: String) throws(CoderError) -> Bool
    func contains(_ key: String) throws(CoderError) -> Bool
    var keys: [String] { get }
    /// Fetches the value at hand, which must be of `kind` and is neither array nor dictionary.
    func take(_ kind: ValueKind) throws(CoderError) -> RestorationValue
    func takeReference() throws(CoderError) -> (any Restorable)?
    /// The kind of the value at hand.
    func peek() throws(CoderError) -> ValueKind
    /// Steps into the array or dictionary at hand and returns how much it holds.
    func enter(isDictionary: Bool) throws(CoderError) -> Int
    /// The key of the entry at `index` of the dictionary stepped into; goes to its value.
    func entry(at index: Int) throws(CoderError) -> String
    func leave()

    /// When and by what the state was saved that is read.
    var preservationInfo: PreservationInfo? { get }
    /// The schema version of what is read, or of the class that writes; `nil` where none is
    /// involved.
    var schemaVersion: Int? { get }
    /// Copies the value under `sourceKey` of `source`, which reads; `false` if there is none.
    func putCopy(
        key: String,
        from source: any ForeignCoder,
        sourceKey: String
    ) throws(CoderError) -> Bool
    /// Takes note of a reference under `key` that was given as nil because of its type.
    func notePassedOver(_ object: any Restorable, key: String)
    /// Marks the value under `key`, which has been written, as sensitive.
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
    package func notePassedOver(_ object: any Restorable, key: String) {}
    package func markSensitive(_ key: String) { fail(.unsupported("sensitive values")) }
}
