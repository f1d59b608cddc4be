/// One value at a time, at the place where the coder stands. ``RestorationCodable`` types are built
/// from these; object code uses ``RestorationCoder/encode(_:forKey:)`` instead.
extension RestorationCoder {
    // MARK: Finding the place

    @usableFromInline
    func begin(_ key: StaticString) -> Bool {
        guard let writer = activeWriter else { return foreign?.begin(key: "\(key)") ?? false }
        // Invariant: the handle keeps its state initialised; `activeWriter` checked that this coder
        // is the one in use, so no other access overlaps.
        return unsafe writer.state.pointee.begin(literal: key)
    }

    @usableFromInline
    func begin(_ key: String) -> Bool {
        guard let writer = activeWriter else { return foreign?.begin(key: key) ?? false }
        return unsafe writer.state.pointee.begin(text: key)
    }

    @inline(__always)
    private var activeWriter: SectionWriterHandle? {
        guard let writer, unsafe writer.state.pointee.activeToken == token else { return nil }
        return writer
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
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(tag: .null)
        } else {
            foreign?.put(.null)
        }
    }

    /// Writes a truth value.
    public func put(_ value: Bool) {
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(tag: value ? .true : .false)
        } else {
            foreign?.put(.bool(value))
        }
    }

    /// Writes an integer.
    public func put(_ value: Int64) {
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(value)
        } else {
            foreign?.put(.integer(value))
        }
    }

    /// Writes an integer without a sign.
    public func put(_ value: UInt64) {
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(unsigned: value)
        } else if let small = Int64(exactly: value) {
            foreign?.put(.integer(small))
        } else {
            foreign?.put(.unsigned(value))
        }
    }

    /// Writes a number of single precision, bit by bit.
    public func put(_ value: Float) {
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(value)
        } else {
            foreign?.put(.float(value))
        }
    }

    /// Writes a number of double precision, bit by bit.
    public func put(_ value: Double) {
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(value)
        } else {
            foreign?.put(.double(value))
        }
    }

    /// Writes text.
    public func put(_ value: String) {
        if let writer = activeWriter {
            var text = value
            text.withUTF8 {
                unsafe writer.state.pointee.put(tag: .string, bytes: UnsafeRawBufferPointer($0))
            }
        } else {
            foreign?.put(.string(value))
        }
    }

    /// Writes bytes.
    public func put(_ value: [UInt8]) {
        if let writer = activeWriter {
            unsafe value.withUnsafeBytes {
                unsafe writer.state.pointee.put(tag: .bytes, bytes: $0)
            }
        } else {
            foreign?.put(.bytes(value))
        }
    }

    /// Writes a moment.
    public func put(_ value: Timestamp) {
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(value)
        } else {
            foreign?.put(.date(value))
        }
    }

    /// Writes a unique identifier.
    public func put(_ value: UniqueIdentifier) {
        if let writer = activeWriter {
            unsafe writer.state.pointee.put(value)
        } else {
            foreign?.put(.uuid(value))
        }
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
        if let writer = activeWriter {
            _ = unsafe writer.state.pointee.beginElement()
        } else {
            foreign?.beginElement()
        }
    }

    /// Announces the next entry of the dictionary being written.
    public func beginEntry(_ key: String) {
        _ = begin(key)
    }

    @usableFromInline
    func beginContainer(isDictionary: Bool) -> Bool {
        if let writer = activeWriter {
            return unsafe writer.state.pointee.beginContainer(isDictionary ? .dictionary : .array)
        }
        return foreign?.beginContainer(isDictionary: isDictionary) ?? false
    }

    @usableFromInline
    func endContainer() {
        if let writer = activeWriter {
            _ = unsafe writer.state.pointee.endContainer()
        } else {
            foreign?.endContainer()
        }
    }

    /// Makes the preservation of this object fail with `error`, unless it has failed already.
    public func fail(_ error: CoderError) {
        if let writer = activeWriter {
            _ = unsafe writer.state.pointee.fail(error)
        } else {
            foreign?.fail(error)
        }
    }
}

// MARK: For code that speaks for a plugin

extension RestorationCoder {
    /// Starts a field whose key a plugin lent: bytes that the caller has found to be UTF-8.
    package func begin(borrowed key: UnsafeRawBufferPointer) -> Bool {
        guard let writer = activeWriter else { return false }
        return unsafe writer.state.pointee.begin(bytes: key)
    }

    func putNumber(_ number: UInt32) {
        guard let writer = activeWriter else { return }
        unsafe writer.state.pointee.put(reference: number)
    }

    /// Starts an array's element for a plugin.
    package func beginBorrowedElement() -> Bool {
        guard let writer = activeWriter else { return false }
        return unsafe writer.state.pointee.beginElement()
    }

    /// Takes an entry out of the dictionary being written.
    package func removeBorrowedEntry(_ key: UnsafeRawBufferPointer) {
        guard let writer = activeWriter else { return }
        unsafe writer.state.pointee.removeEntry(key)
    }

    /// Writes text or bytes that a plugin lent.
    package func put(borrowed bytes: UnsafeRawBufferPointer, isText: Bool) {
        guard let writer = activeWriter else { return }
        unsafe writer.state.pointee.put(tag: isText ? .string : .bytes, bytes: bytes)
    }

    package func beginBorrowedContainer(isDictionary: Bool) -> Bool {
        guard let writer = activeWriter else { return false }
        return unsafe writer.state.pointee.beginContainer(isDictionary ? .dictionary : .array)
    }

    package func endBorrowedContainer() -> Bool {
        guard let writer = activeWriter else { return false }
        return unsafe writer.state.pointee.endContainer()
    }

    /// The first thing that went wrong while writing.
    package var writingFault: CoderError? {
        guard let writer = activeWriter else {
            return .misuse("A coder was written to outside the call that lent it")
        }
        return unsafe writer.state.pointee.fault
    }

    /// Whether the section being written holds anything but null under `key`.
    package func holdsValue(forKey key: String) -> Bool {
        guard let writer = activeWriter else { return false }
        return unsafe writer.state.pointee.holdsValue(forKey: key)
    }
}
