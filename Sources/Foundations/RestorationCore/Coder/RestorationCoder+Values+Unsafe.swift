/// Primitives for one value at the coder's position. ``RestorationCodable`` types use them; objects
/// use ``RestorationCoder/encode(_:forKey:)``.
extension RestorationCoder {
    // MARK: Finding the place

    @usableFromInline
    func begin(_ key: StaticString) -> Bool {
        write { $0.begin(literal: key) } ?? foreign?.begin(key: "\(key)") ?? false
    }

    @usableFromInline
    package func begin(_ key: String) -> Bool {
        write { $0.begin(text: key) } ?? foreign?.begin(key: key) ?? false
    }

    /// Calls `body` with the writer, or returns `nil` without a writer or after the coder's call
    /// returned.
    @inline(__always)
    func write<Result>(_ body: (inout SectionWriter) -> Result) -> Result? {
        guard let writer, writer.value.activeToken == token else { return nil }
        return body(&writer.value)
    }

    @usableFromInline
    func seek(_ key: StaticString) throws(CoderError) -> Bool {
        if let reader { return try reader.seek(key) }
        return try seekForeign("\(key)")
    }

    @usableFromInline
    func seek(_ key: String) throws(CoderError) -> Bool {
        if let reader { return try reader.seek(key, acceptingNull: false) }
        return try seekForeign(key)
    }

    private func seekForeign(_ key: String) throws(CoderError) -> Bool {
        guard let foreign else { throw .misuse("An encoding coder was asked to decode") }
        return try foreign.seek(key: key)
    }

    // MARK: Writing

    /// Writes null, which differs from an absent value.
    public func putNull() {
        if write({ $0.put(tag: .null) }) == nil { foreign?.put(.null) }
    }

    /// Writes a Boolean.
    public func put(_ value: Bool) {
        if write({ $0.put(tag: value ? .true : .false) }) == nil { foreign?.put(.bool(value)) }
    }

    /// Writes a signed integer.
    public func put(_ value: Int64) {
        if write({ $0.put(value) }) == nil { foreign?.put(.integer(value)) }
    }

    /// Writes an unsigned integer.
    public func put(_ value: UInt64) {
        if write({ $0.put(unsigned: value) }) != nil { return }
        foreign?.put(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    }

    /// Writes a single-precision number, preserving its bits.
    public func put(_ value: Float) {
        if write({ $0.put(value) }) == nil { foreign?.put(.float(value)) }
    }

    /// Writes a double-precision number, preserving its bits.
    public func put(_ value: Double) {
        if write({ $0.put(value) }) == nil { foreign?.put(.double(value)) }
    }

    /// Writes text.
    public func put(_ value: String) {
        let isDone: Void? = write { writer in
            unsafe value.withBytes { unsafe writer.put(tag: .string, bytes: $0) }
        }
        if isDone == nil { foreign?.put(.string(value)) }
    }

    func put(_ values: [String]) {
        let isDone: Void? = write { writer in
            guard writer.beginContainer(.array) else { return }
            for value in values {
                _ = writer.beginElement()
                unsafe value.withBytes { unsafe writer.put(tag: .string, bytes: $0) }
            }
            _ = writer.endContainer()
        }
        if isDone != nil { return }
        guard foreign?.beginContainer(isDictionary: false) == true else { return }
        for value in values {
            foreign?.beginElement()
            foreign?.put(.string(value))
        }
        foreign?.endContainer()
    }

    /// Writes bytes.
    public func put(_ value: [UInt8]) {
        let isDone: Void? = write { writer in
            unsafe value.withUnsafeBytes { unsafe writer.put(tag: .bytes, bytes: $0) }
        }
        if isDone == nil { foreign?.put(.bytes(value)) }
    }

    /// Writes a timestamp.
    public func put(_ value: Timestamp) {
        if write({ $0.put(value) }) == nil { foreign?.put(.date(value)) }
    }

    /// Writes a unique identifier.
    public func put(_ value: UniqueIdentifier) {
        if write({ $0.put(value) }) == nil { foreign?.put(.uuid(value)) }
    }

    /// Writes an object's record number, or returns `false` without a writer.
    func putNumber(of object: any Restorable) -> Bool {
        if putKnownNumber(of: ObjectIdentifier(object)) { return true }
        guard let writer else { return false }
        // Not inside `write`, because numbering an object also accesses the writer.
        let number = writer.value.numbering?.number(of: object)
        writer.value.put(reference: number ?? ArchiveRecord.none)
        return true
    }

    /// Writes the record number of an object that already has one. Returns `false` for other
    /// objects, or without a writer. Using the address avoids a retain.
    @usableFromInline
    func putKnownNumber(of object: ObjectIdentifier) -> Bool {
        guard let writer else { return false }
        guard writer.value.activeToken == token else { return true }
        guard let number = writer.value.numbers[UInt(bitPattern: object)] else { return false }
        writer.value.put(reference: number)
        return true
    }

    /// Writes an array. `body` calls ``beginElement()`` before each element.
    @inlinable
    public func putArray(_ body: () -> Void) {
        guard beginContainer(isDictionary: false) else { return }
        body()
        endContainer()
    }

    /// Writes a dictionary. `body` calls ``beginEntry(_:)`` before each value.
    @inlinable
    public func putDictionary(_ body: () -> Void) {
        guard beginContainer(isDictionary: true) else { return }
        body()
        endContainer()
    }

    /// Starts the next element of the array being written.
    public func beginElement() {
        if write({ $0.beginElement() }) == nil { foreign?.beginElement() }
    }

    /// Starts the next entry of the dictionary being written.
    public func beginEntry(_ key: String) {
        _ = begin(key)
    }

    @usableFromInline
    func beginContainer(isDictionary: Bool) -> Bool {
        write { $0.beginContainer(isDictionary ? .dictionary : .array) }
            ?? foreign?.beginContainer(isDictionary: isDictionary) ?? false
    }

    @usableFromInline
    func endContainer() {
        if write({ $0.endContainer() }) == nil { foreign?.endContainer() }
    }

    /// The current value's key for error messages, or an empty text.
    package var currentKey: String {
        write { $0.currentKeyText } ?? reader?.keyText ?? foreign?.currentKey ?? ""
    }

    /// Fails this object's preservation with `error`. Only the first failure counts.
    public func fail(_ error: CoderError) {
        if write({ $0.fail(error) }) == nil { foreign?.fail(error) }
    }
}

// MARK: For plugins

extension RestorationCoder {
    /// Starts a field with a plugin's key, which the caller has validated as UTF-8.
    package func begin(borrowed key: UnsafeRawBufferPointer) -> Bool {
        write { unsafe $0.begin(bytes: key) } ?? false
    }

    /// Starts a field if `key` last followed the previous key; `false` starts nothing.
    package func begin(expected key: UnsafeRawBufferPointer) -> Bool {
        write { unsafe $0.begin(expected: key) } ?? false
    }

    package func beginBorrowedElement() -> Bool {
        write { $0.beginElement() } ?? false
    }

    package func removeBorrowedEntry(_ key: UnsafeRawBufferPointer) {
        _ = write { unsafe $0.removeEntry(key) }
    }

    package func put(borrowed bytes: UnsafeRawBufferPointer, isText: Bool) {
        _ = write { unsafe $0.put(tag: isText ? .string : .bytes, bytes: bytes) }
    }

    package func beginBorrowedContainer(isDictionary: Bool) -> Bool {
        write { $0.beginContainer(isDictionary ? .dictionary : .array) } ?? false
    }

    package func endBorrowedContainer() -> Bool {
        write { $0.endContainer() } ?? false
    }

    package var writingFault: CoderError? {
        write { $0.fault }
            ?? CoderError.misuse("A coder was written to outside the call that lent it")
    }

    /// Whether writing failed, so that further values are ignored.
    package var hasWritingFault: Bool { write { $0.isFaulty } ?? true }

    /// The key of the last or current value.
    package var keyBeingWritten: String { write { $0.currentKeyText } ?? "" }

    /// Whether the section has a non-null value under `key`.
    package func holdsValue(forKey key: String) -> Bool {
        write { $0.holdsValue(forKey: key, acceptingNull: false) } ?? false
    }
}
