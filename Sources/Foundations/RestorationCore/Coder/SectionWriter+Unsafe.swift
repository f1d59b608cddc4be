/// Writes the sections of one archive, one after another.
///
/// Lives behind a pointer that ``ArchiveWriter`` owns; see ``ByteStore`` for why.
@safe struct SectionWriter: ~Copyable {
    /// The sections written so far and the one being written.
    var store = ByteStore(capacity: 1 << 16)
    var keys = TextTable()
    /// Every record's references, one after another.
    var references = FlatArray<UInt32>()
    /// By address of an object: the number of its record.
    var numbers = AddressTable()
    /// Asked about objects that have no number yet.
    var numbering: (any ReferenceNumbering)?
    /// Which coder may write now; others are leftovers of calls that have returned.
    var activeToken: UInt32 = 0
    /// The first thing that went wrong in this section; it costs the section.
    var fault: CoderError? { firstFault ?? (store.isSpent ? sectionTooLarge : nil) }
    /// Whether there is a fault: asked before each value of a plugin, and an error is dear to look
    /// at.
    var isFaulty: Bool { !isFaultless || store.isSpent }
    private var firstFault: CoderError?
    /// The largest section, in bytes. Another one than the format's is for tests.
    var sizeLimit = SectionLimit.size
    /// The keys that the section marks as sensitive.
    var sensitiveKeys: KeySet = []

    /// Where the open section and its references begin.
    private(set) var sectionStart = 0
    private(set) var referencesStart = 0
    /// The size of the keys that other sections have.
    private var keysStart = 0
    /// Counts sections, for telling a key's second use in one section from its first.
    private var section: UInt32 = 0
    /// By key number: the section that used it last.
    var lastUse = FlatArray<UInt32>()
    /// By address of a literal: the number of the key.
    private var literals = AddressTable.ofLiterals
    /// The open arrays and dictionaries: where their size stands, and what they hold so far.
    private var open = FlatArray<Container>(capacity: SectionLimit.depth)
    /// Whether no array or dictionary is open and nothing has gone wrong.
    private var isPlain = true
    /// Whether there is no fault: asked for every container, and an error is dear to look at.
    private var isFaultless = true
    /// The key of the field being written, for messages.
    private var currentKey: UInt32 = .max
    /// Whether a key, entry or element was announced whose value has not been written yet.
    private var isValueDue = false

    private struct Container: BitwiseCopyable {
        let start: Int
        let isDictionary: Bool
        var count: UInt32 = 0
    }

    mutating func beginSection() {
        section &+= 1
        sectionStart = store.count
        referencesStart = references.count
        keysStart = keys.sizeInBytes
        store.limit(to: sizeLimit)
        if !isFaultless { firstFault = nil }
        isFaultless = true
        if !sensitiveKeys.isEmpty { sensitiveKeys = [] }
        currentKey = .max
        isValueDue = false
        open.truncate(to: 0)
        isPlain = true
    }

    /// Ends the section and returns its size; on a fault it is taken back.
    mutating func endSection() -> Result<Int, CoderError> {
        if store.isSpent || store.count - sectionStart > sizeLimit { _ = fail(sectionTooLarge) }
        if isValueDue { _ = failForMissingValue() }
        if !open.isEmpty { _ = fail(.misuse("An array or dictionary was begun and not ended")) }
        guard isFaultless else {
            abandonSection()
            return .failure(fault!)
        }
        return .success(store.count - sectionStart)
    }

    private var sectionTooLarge: CoderError {
        .limit(key: currentKeyText, what: "\(sizeLimit) bytes for one object")
    }

    mutating func abandonSection() {
        store.truncate(to: sectionStart)
        references.truncate(to: referencesStart)
    }

    mutating func removeAll(from pool: BufferPool) {
        store.removeAll(from: pool)
        keys.removeAll()
        literals.removeAll()
        numbers.removeAll()
        references.truncate(to: 0)
        lastUse.truncate(to: 0)
        section = 0
    }

    /// Lets `body` add the tables behind the sections, and hands the image over.
    mutating func finish(
        pool: BufferPool,
        _ body: (inout ByteStore, borrowing TextTable, borrowing FlatArray<UInt32>) -> Void
    ) -> ArchiveImage {
        // The tables are as large as they are.
        store.limit(to: nil)
        body(&store, keys, references)
        return store.release(to: pool)
    }

    // MARK: Keys

    /// Starts a field, or returns `false` after a fault.
    @inline(__always)
    mutating func begin(literal: StaticString) -> Bool {
        guard literal.hasPointerRepresentation else { return begin(text: "\(literal)") }
        // Invariant: a literal lives at its address, unchanged, until the process ends; images with
        // Swift code are never unloaded (Docs/ABI.md).
        let address = unsafe UInt(bitPattern: literal.utf8Start)
        if let number = literals[address] { return begin(number: number) }
        return beginNew(literal: literal, address: address)
    }

    @inline(never)
    private mutating func beginNew(literal: StaticString, address: UInt) -> Bool {
        // Invariant: `utf8Start` is readable for `utf8CodeUnitCount` bytes.
        let bytes = unsafe UnsafeRawBufferPointer(
            start: literal.utf8Start,
            count: literal.utf8CodeUnitCount
        )
        guard let number = unsafe keyNumber(bytes) else { return false }
        literals.set(number, at: address)
        return begin(number: number)
    }

    mutating func begin(text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in unsafe begin(bytes: UnsafeRawBufferPointer(bytes)) }
    }

    /// Starts a field whose key the caller knows to be UTF-8.
    mutating func begin(bytes: UnsafeRawBufferPointer) -> Bool {
        if !open.isEmpty {
            guard open[open.count - 1].isDictionary else {
                return fail(.misuse("An element of an array has no key"))
            }
            return unsafe beginEntry(bytes)
        }
        guard let number = unsafe keyNumber(bytes) else { return false }
        return begin(number: number)
    }

    private mutating func keyNumber(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
        guard (1...SectionLimit.keyLength).contains(bytes.count) else {
            _ = fail(.invalidKey(length: bytes.count))
            return nil
        }
        if unsafe ReservedKey.isReserved(bytes) {
            _ = fail(.reservedKey(unsafe String(decoding: bytes, as: UTF8.self)))
            return nil
        }
        let number = unsafe keys.number(of: bytes)
        guard lastUse.count <= Int(number) else { return number }
        while lastUse.count <= Int(number) { lastUse.append(0) }
        guard keys.sizeInBytes - keysStart <= SectionLimit.newKeysSize else {
            _ = fail(.limit(key: "", what: "\(SectionLimit.newKeysSize) bytes for new keys"))
            return nil
        }
        return number
    }

    /// The number of the key under which Core notes things about a section: the empty one, which no
    /// object can use.
    private mutating func notesKey() -> UInt32 {
        let number = keys.number(of: "")
        while lastUse.count <= Int(number) { lastUse.append(0) }
        return number
    }

    mutating func beginNotes() -> Bool { begin(number: notesKey()) }

    @inline(__always)
    private mutating func begin(number: UInt32) -> Bool {
        guard isPlain, !isValueDue, number < 0x80, lastUse[Int(number)] != section else {
            return beginUnusual(number: number)
        }
        currentKey = number
        lastUse[Int(number)] = section
        store.append(UInt8(truncatingIfNeeded: number))
        isValueDue = true
        return true
    }

    @inline(never)
    private mutating func beginUnusual(number: UInt32) -> Bool {
        if isValueDue { return failForMissingValue() }
        if !open.isEmpty { return beginNested(number: number) }
        currentKey = number
        if lastUse[Int(number)] == section { removeField(number) }
        lastUse[Int(number)] = section
        store.append(variable: UInt64(number))
        isValueDue = true
        return isFaultless
    }

    @inline(never)
    private mutating func beginNested(number: UInt32) -> Bool {
        guard open[open.count - 1].isDictionary else {
            return fail(.misuse("An element of an array has no key"))
        }
        var key = keys[number]
        return key.withUTF8 { unsafe beginEntry(UnsafeRawBufferPointer($0)) }
    }

    mutating func beginEntry(_ key: UnsafeRawBufferPointer) -> Bool {
        if isValueDue { return failForMissingValue() }
        guard key.count <= 1 << 20 else { return fail(.invalidKey(length: key.count)) }
        store.append(variable: UInt64(key.count))
        unsafe store.append(key)
        isValueDue = true
        open[open.count - 1].count += 1
        return isFaultless
    }

    /// Takes an entry out of the innermost dictionary, so that a second one can replace it. Linear
    /// in the size of the dictionary.
    mutating func removeEntry(_ key: UnsafeRawBufferPointer) {
        let last = open.count - 1
        guard last >= 0, open[last].isDictionary else { return }
        // The size and the count stand before the first entry.
        let entries = (open[last].start + 8)..<store.count
        let found: Range<Int>? = unsafe store.withBytes(entries) { bytes in
            var cursor = unsafe SectionCursor(bytes)
            while cursor.offset < cursor.end {
                let start = cursor.offset
                guard let text = unsafe try? cursor.text(), (try? cursor.skip()) != nil else {
                    break
                }
                if unsafe text.elementsEqual(key) { return start..<cursor.offset }
            }
            return nil
        }
        guard let found else { return }
        let start = entries.lowerBound
        store.remove((start + found.lowerBound)..<(start + found.upperBound))
        open[last].count -= 1
    }

    /// Starts an element of the innermost array.
    @inline(__always)
    mutating func beginElement() -> Bool {
        let last = open.count &- 1
        guard last >= 0, !open[last].isDictionary else {
            return fail(.misuse("A value outside an array needs a key"))
        }
        if isValueDue { return failForMissingValue() }
        isValueDue = true
        open[last].count &+= 1
        return isFaultless
    }

    /// A key's second value replaces the first: takes the earlier field out.
    @inline(never)
    private mutating func removeField(_ number: UInt32) {
        let end = store.count
        let found: Range<Int>? = unsafe store.withBytes(sectionStart..<end) { bytes in
            var cursor = unsafe SectionCursor(bytes)
            while cursor.offset < cursor.end {
                let start = cursor.offset
                guard let key = try? cursor.variable(), (try? cursor.skip()) != nil else { break }
                if key == UInt64(number) { return start..<cursor.offset }
            }
            return nil
        }
        guard let found else { return }
        store.remove((found.lowerBound + sectionStart)..<(found.upperBound + sectionStart))
    }

    /// Whether the open section has a value under `key`.
    ///
    /// - Parameter acceptingNull: Whether null counts as one.
    mutating func holdsValue(forKey key: String, acceptingNull: Bool) -> Bool {
        var key = key
        let number = key.withUTF8 { unsafe keys.find(UnsafeRawBufferPointer($0)) }
        guard let number, lastUse[Int(number)] == section else { return false }
        return unsafe store.withBytes(sectionStart..<store.count) { bytes in
            var cursor = unsafe SectionCursor(bytes)
            guard (try? cursor.seek(UInt64(number), from: 0)) == true else { return false }
            return acceptingNull || (try? cursor.peekTag()) != .null
        }
    }

    // MARK: Values

    @inline(never)
    mutating func fail(_ error: CoderError) -> Bool {
        if isFaultless { firstFault = fault ?? error }
        isFaultless = false
        isPlain = false
        return false
    }

    var currentKeyText: String { currentKey < UInt32(keys.count) ? keys[currentKey] : "" }

    @inline(never)
    private mutating func failForMissingValue() -> Bool {
        fail(.missingValue(key: currentKeyText))
    }

    /// Every value begins with this, so that each place announced gets exactly one.
    @inline(__always)
    mutating func takePlace() {
        if !isValueDue { _ = fail(.extraValue(key: currentKeyText)) }
        isValueDue = false
    }

    @inline(__always)
    mutating func put(tag: SectionTag) {
        takePlace()
        store.append(tag.rawValue)
    }

    @inline(__always)
    mutating func put(_ value: Int64) {
        takePlace()
        store.append(SectionTag.integer.rawValue, variable: zigzag(value))
    }

    mutating func put(unsigned value: UInt64) {
        if let small = Int64(exactly: value) { return put(small) }
        put(tag: .unsigned)
        store.append(variable: value)
    }

    @inline(__always)
    mutating func put(_ value: Double) {
        put(tag: .double)
        store.append(fixed: value.bitPattern)
    }

    mutating func put(_ value: Float) {
        put(tag: .float)
        store.append(fixed: value.bitPattern)
    }

    @inline(__always)
    mutating func put(tag: SectionTag, bytes: UnsafeRawBufferPointer) {
        // Small ones are noticed where the store grows.
        guard bytes.count < 1 << 16 || hasRoom(for: bytes.count) else { return }
        takePlace()
        store.append(tag.rawValue, variable: UInt64(bytes.count))
        unsafe store.append(bytes)
    }

    /// Whether the section may have so many bytes more.
    @inline(never)
    private mutating func hasRoom(for count: Int) -> Bool {
        guard count <= sizeLimit else {
            return fail(.limit(key: currentKeyText, what: "\(sizeLimit) bytes for one value"))
        }
        guard count <= sizeLimit - (store.count - sectionStart) else {
            return fail(sectionTooLarge)
        }
        return true
    }

    mutating func put(_ value: Timestamp) {
        put(tag: .date)
        store.append(variable: zigzag(value.seconds))
        store.append(variable: UInt64(value.nanoseconds))
    }

    mutating func put(_ value: UniqueIdentifier) {
        put(tag: .uuid)
        store.append(fixed: value.high.bigEndian)
        store.append(fixed: value.low.bigEndian)
    }

    @inline(__always)
    static func address(of object: any Restorable) -> UInt {
        UInt(bitPattern: ObjectIdentifier(object))
    }

    /// Refers to another record by its number; `UInt32.max` refers to none.
    @inline(__always)
    mutating func put(reference number: UInt32) {
        takePlace()
        store.append(
            SectionTag.reference.rawValue,
            variable: UInt64(references.count &- referencesStart)
        )
        references.append(number)
    }

    mutating func beginContainer(_ tag: SectionTag) -> Bool {
        guard open.count < SectionLimit.depth else {
            return fail(
                .limit(key: currentKeyText, what: "\(SectionLimit.depth) levels of nesting")
            )
        }
        put(tag: tag)
        open.append(Container(start: store.count, isDictionary: tag == .dictionary))
        isPlain = false
        // The size and the count, when they are known.
        store.append(fixed: UInt64(0))
        return true
    }

    mutating func endContainer() -> Bool {
        guard !open.isEmpty else { return fail(.misuse("No array or dictionary is open")) }
        if isValueDue { return failForMissingValue() }
        let container = open[open.count - 1]
        open.truncate(to: open.count - 1)
        // Where nothing more can be stored, it may not have a beginning.
        guard !store.isSpent else { return fail(sectionTooLarge) }
        let size = store.count - container.start - 4
        guard size <= SectionLimit.size else {
            return fail(.limit(key: currentKeyText, what: "\(SectionLimit.size) bytes"))
        }
        store.overwrite(
            fixed: UInt64(container.count) << 32 | UInt64(size),
            at: container.start
        )
        isPlain = open.isEmpty && isFaultless
        return true
    }
}
