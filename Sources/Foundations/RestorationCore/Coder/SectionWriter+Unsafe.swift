/// Writes the sections of one archive in turn.
///
/// Lives behind a pointer that ``ArchiveWriter`` owns; ``ByteStore`` explains why.
@safe struct SectionWriter: ~Copyable {
    var store = ByteStore(capacity: 1 << 16)
    var keys = TextTable()
    var references = FlatArray<UInt32>()
    /// Record numbers by object address.
    var numbers = AddressTable()
    var numbering: (any ReferenceNumbering)?
    /// The coder that may write now. Coders of returned calls have other tokens.
    var activeToken: UInt32 = 0
    /// The section's first failure, which discards the section.
    var fault: CoderError? { firstFault ?? (store.hasOverflowed ? sectionTooLarge : nil) }
    /// Whether the section failed. Cheaper to test than ``fault``, before each value of a plugin.
    var isFaulty: Bool { !isFaultless || store.hasOverflowed }
    private var firstFault: CoderError?
    var sizeLimit = SectionLimit.size
    var sensitiveKeys: KeySet = []

    /// The start of the open section and of its references.
    private(set) var sectionStart = 0
    private(set) var referencesStart = 0
    /// The size of the key table before the open section.
    private var keysStart = 0
    /// The count of sections, to detect a repeated key within one section.
    private var section: UInt32 = 0
    /// The last section that used a key, by key number.
    var lastUse = FlatArray<UInt32>()
    /// Key numbers by address of the literal.
    private var literals = AddressTable.ofLiterals
    /// By the number of a key plus one, or 0 for the start of a section: the number plus one of the
    /// key that last followed it, or 0.
    private var followers = FlatArray<UInt32>(repeating: 0, count: 1)
    private var open = FlatArray<Container>(capacity: SectionLimit.depth)
    /// Whether no container is open and the section has not failed.
    private var isPlain = true
    /// Whether the section has no fault; cheaper to test than the optional.
    private var isFaultless = true
    private var currentKey: UInt32 = .max
    /// Whether a key, entry or element still needs its value.
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

    /// Ends the section and returns its size, or discards a failed section.
    mutating func endSection() -> Result<Int, CoderError> {
        if store.hasOverflowed || store.count - sectionStart > sizeLimit {
            _ = fail(sectionTooLarge)
        }
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
        followers.truncate(to: 0)
        followers.append(0)
        section = 0
    }

    /// Appends the tables through `body`, and returns the image.
    mutating func finish(
        pool: BufferPool,
        _ body: (inout ByteStore, borrowing TextTable, borrowing FlatArray<UInt32>) -> Void
    ) -> ArchiveImage {
        // The size limit applies to sections only.
        store.limit(to: nil)
        body(&store, keys, references)
        return store.release(to: pool)
    }

    // MARK: Keys

    /// Starts a field. Returns `false` after a failure.
    @inline(__always)
    mutating func begin(literal: StaticString) -> Bool {
        guard literal.hasPointerRepresentation else { return begin(text: "\(literal)") }
        // Invariant: a literal stays unchanged at its address until the process ends; images with
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

    /// Starts a field outside containers if its key last followed the previous one, as objects of a
    /// class store their keys in one order. Saves the key's validation and hash.
    @inline(__always)
    mutating func begin(expected bytes: UnsafeRawBufferPointer) -> Bool {
        // Invariant: there is a follower for each key and for none, whose number is `.max`.
        let number = followers[Int(currentKey &+ 1)] &- 1
        guard isPlain, number != .max, !store.hasOverflowed,
            unsafe keys.matches(Int(number), bytes)
        else { return false }
        return begin(number: number)
    }

    /// Starts a field. The caller has validated that the key is UTF-8.
    mutating func begin(bytes: UnsafeRawBufferPointer) -> Bool {
        if !open.isEmpty {
            guard open[open.count - 1].isDictionary else {
                return fail(.misuse("An element of an array has no key"))
            }
            return unsafe beginEntry(bytes)
        }
        guard let number = unsafe keyNumber(bytes) else { return false }
        followers[Int(currentKey &+ 1)] = number + 1
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
        addUses()
        guard keys.sizeInBytes - keysStart <= SectionLimit.newKeysSize else {
            _ = fail(.limit(key: "", what: "\(SectionLimit.newKeysSize) bytes for new keys"))
            return nil
        }
        return number
    }

    /// The number of the empty key, which holds Core's notes about a section. Objects cannot use
    /// it.
    private mutating func notesKey() -> UInt32 {
        let number = keys.number(of: "")
        addUses()
        return number
    }

    mutating func addUses() {
        while lastUse.count < keys.count {
            lastUse.append(0)
            followers.append(0)
        }
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

    /// Removes an entry of the innermost dictionary before its replacement. O(n) in the
    /// dictionary's size.
    mutating func removeEntry(_ key: UnsafeRawBufferPointer) {
        let last = open.count - 1
        guard last >= 0, open[last].isDictionary else { return }
        // The size and count precede the first entry.
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

    /// Removes a key's earlier field before its replacement.
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
    /// - Parameter acceptingNull: whether null counts as a value.
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

    /// Called by every value, so that each key, entry or element gets exactly one value.
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
        // For smaller values, the growing store detects the limit.
        guard bytes.count < 1 << 16 || hasRoom(for: bytes.count) else { return }
        takePlace()
        store.append(tag.rawValue, variable: UInt64(bytes.count))
        unsafe store.append(bytes)
    }

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

    /// Writes a reference to another record by number; `UInt32.max` is an empty reference.
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
        // A placeholder for the size and count.
        store.append(fixed: UInt64(0))
        return true
    }

    mutating func endContainer() -> Bool {
        guard !open.isEmpty else { return fail(.misuse("No array or dictionary is open")) }
        if isValueDue { return failForMissingValue() }
        let container = open[open.count - 1]
        open.truncate(to: open.count - 1)
        // After an overflow, the store may lack the container's start.
        guard !store.hasOverflowed else { return fail(sectionTooLarge) }
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
