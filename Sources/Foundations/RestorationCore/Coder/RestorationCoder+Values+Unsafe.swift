/// One value at a time, at the place where the coder stands. ``RestorationCodable`` types are built
/// from these; object code uses ``RestorationCoder/encode(_:forKey:)`` instead.
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

    /// Lets `body` write; `nil` if this coder has no writer, or none any more.
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
        guard let foreign else { throw .misuse("A coder that encodes was asked to decode") }
        return try foreign.seek(key: key)
    }

    // MARK: Writing

    /// Writes "nothing, on purpose".
    public func putNull() {
        if write({ $0.put(tag: .null) }) == nil { foreign?.put(.null) }
    }

    /// Writes a truth value.
    public func put(_ value: Bool) {
        if write({ $0.put(tag: value ? .true : .false) }) == nil { foreign?.put(.bool(value)) }
    }

    /// Writes an integer.
    public func put(_ value: Int64) {
        if write({ $0.put(value) }) == nil { foreign?.put(.integer(value)) }
    }

    /// Writes an integer without a sign.
    public func put(_ value: UInt64) {
        if write({ $0.put(unsigned: value) }) != nil { return }
        foreign?.put(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    }

    /// Writes a number of single precision, bit by bit.
    public func put(_ value: Float) {
        if write({ $0.put(value) }) == nil { foreign?.put(.float(value)) }
    }

    /// Writes a number of double precision, bit by bit.
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

    /// Writes an array of texts.
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

    /// Writes a moment.
    public func put(_ value: Timestamp) {
        if write({ $0.put(value) }) == nil { foreign?.put(.date(value)) }
    }

    /// Writes a unique identifier.
    public func put(_ value: UniqueIdentifier) {
        if write({ $0.put(value) }) == nil { foreign?.put(.uuid(value)) }
    }

    /// Writes the number of an object's record; `false` on a coder without a writer.
    func putNumber(of object: any Restorable) -> Bool {
        if putKnownNumber(of: ObjectIdentifier(object)) { return true }
        guard let writer else { return false }
        // Not from inside the writer: numbering an object stores things there.
        let number = writer.value.numbering?.number(of: object)
        writer.value.put(reference: number ?? ArchiveRecord.none)
        return true
    }

    /// Writes the number of the record of an object that was met before; `false` if it was not, or
    /// on a coder without a writer. Goes by the object's address, which costs no retain.
    @usableFromInline
    func putKnownNumber(of object: ObjectIdentifier) -> Bool {
        guard let writer else { return false }
        guard writer.value.activeToken == token else { return true }
        guard let number = writer.value.numbers[UInt(bitPattern: object)] else { return false }
        writer.value.put(reference: number)
        return true
    }

    /// Writes an array: `body` writes the elements, each after a call of ``beginElement()``.
    @inlinable
    public func putArray(_ body: () -> Void) {
        guard beginContainer(isDictionary: false) else { return }
        body()
        endContainer()
    }

    /// Writes a dictionary: `body` writes the values, each after a call of ``beginEntry(_:)``.
    @inlinable
    public func putDictionary(_ body: () -> Void) {
        guard beginContainer(isDictionary: true) else { return }
        body()
        endContainer()
    }

    /// Announces the next element of the array being written.
    public func beginElement() {
        if write({ $0.beginElement() }) == nil { foreign?.beginElement() }
    }

    /// Announces the next entry of the dictionary being written.
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

    /// The key of the value at hand, for errors; empty where there is none.
    package var currentKey: String {
        write { $0.currentKeyText } ?? reader?.keyText ?? foreign?.currentKey ?? ""
    }

    /// Makes the preservation of this object fail with `error`, unless it has failed already.
    public func fail(_ error: CoderError) {
        if write({ $0.fail(error) }) == nil { foreign?.fail(error) }
    }
}

// MARK: For code that speaks for a plugin

extension RestorationCoder {
    /// Starts a field whose key a plugin lent: bytes that the caller has found to be UTF-8.
    package func begin(borrowed key: UnsafeRawBufferPointer) -> Bool {
        write { unsafe $0.begin(bytes: key) } ?? false
    }

    /// Starts an array's element for a plugin.
    package func beginBorrowedElement() -> Bool {
        write { $0.beginElement() } ?? false
    }

    /// Takes an entry out of the dictionary being written.
    package func removeBorrowedEntry(_ key: UnsafeRawBufferPointer) {
        _ = write { unsafe $0.removeEntry(key) }
    }

    /// Writes text or bytes that a plugin lent.
    package func put(borrowed bytes: UnsafeRawBufferPointer, isText: Bool) {
        _ = write { unsafe $0.put(tag: isText ? .string : .bytes, bytes: bytes) }
    }

    package func beginBorrowedContainer(isDictionary: Bool) -> Bool {
        write { $0.beginContainer(isDictionary ? .dictionary : .array) } ?? false
    }

    package func endBorrowedContainer() -> Bool {
        write { $0.endContainer() } ?? false
    }

    /// The first thing that went wrong while writing.
    package var writingFault: CoderError? {
        write { $0.fault }
            ?? CoderError.misuse("A coder was written to outside the call that lent it")
    }

    /// Whether anything went wrong while writing, after which nothing that is written counts.
    package var hasWritingFault: Bool { write { $0.isFaulty } ?? true }

    /// The key of the record to which a value was last written, or is being written.
    package var keyBeingWritten: String { write { $0.currentKeyText } ?? "" }

    /// Whether the section being written holds anything but null under `key`.
    package func holdsValue(forKey key: String) -> Bool {
        write { $0.holdsValue(forKey: key, acceptingNull: false) } ?? false
    }
}
