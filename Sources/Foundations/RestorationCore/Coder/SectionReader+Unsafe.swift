/// Reads one record's section for its owner, a ``RestorationCoder``, which must call ``destroy()``.
struct SectionReader {
    private let state: Unguarded<State>

    var sizeInBytes: Int {
        Int(state.value.archive.records[state.value.record].sectionSize)
    }

    private struct State {
        let archive: ArchiveReader
        let lookup: Unguarded<ArchiveReader.Lookup>
        let resolving: (any ReferenceResolving)?
        /// The table of `resolving`, if it is a ``RestoredObjects``.
        let objects: Unguarded<RestoredObjects.State>?
        var record: Int
        var cursor: SectionCursor
        // Invariant: keeps the memory of `cursor` readable.
        var chunk: ImageChunk
        /// The likely offset of the next field; 0 if unknown.
        var guess = 0
        var key = ArchiveRecord.none
        /// The nesting depth of the containers entered.
        var depth = 0
        var asked = AskedFields()
        var undecoded: [UInt32] = []
        /// The first failure, with a flag that is cheaper to test than the optional.
        var failure: CoderError?
        var hasFailed = false
    }

    init(
        _ archive: ArchiveReader,
        record: Int,
        resolving: (any ReferenceResolving)?
    ) throws {
        let section = unsafe try archive.section(of: record)
        state = unsafe Unguarded(
            State(
                archive: archive,
                lookup: archive.lookup,
                resolving: resolving,
                objects: (resolving as? RestoredObjects)?.state,
                record: record,
                cursor: SectionCursor(section.bytes),
                chunk: section.owner
            )
        )
    }

    /// Frees the state. Do not use the reader afterwards.
    func destroy() { state.end() }

    /// Moves to another record. The reader must have no other user.
    func move(to record: Int) throws {
        let range = state.value.archive.sectionRange(of: record)
        if !state.value.chunk.covers(range) {
            state.value.chunk = unsafe try state.value.archive.section(of: record).owner
        }
        state.value.record = record
        state.value.cursor = unsafe SectionCursor(state.value.chunk.bytes(range))
        state.value.guess = 0
        state.value.key = ArchiveRecord.none
        state.value.depth = 0
        state.value.asked.removeAll()
        state.value.undecoded.removeAll()
        if state.value.hasFailed { (state.value.hasFailed, state.value.failure) = (false, nil) }
    }

    var failure: CoderError? { state.value.hasFailed ? state.value.failure : nil }

    /// Records a failure; only the first counts (SEC-11).
    func recordFailure(_ error: CoderError) {
        if !state.value.hasFailed { (state.value.hasFailed, state.value.failure) = (true, error) }
        guard archive.silencesFailedCoders else { return }
        // An empty cursor finds no more fields.
        state.value.cursor = unsafe SectionCursor(UnsafeRawBufferPointer(start: nil, count: 0))
        state.value.guess = 0
    }

    var archive: ArchiveReader { state.value.archive }
    var resolving: (any ReferenceResolving)? { state.value.resolving }
    var record: Int { state.value.record }
    var schemaVersion: UInt32 { archive.kind(of: record).schemaVersion }

    // MARK: Keys

    @inline(__always)
    func seek(_ key: StaticString) throws(CoderError) -> Bool {
        seekNext(key) ? true : try seekAny(key)
    }

    /// Fast path: moves to the next field if its key was first used with this literal and its value
    /// is not null. It usually succeeds, because objects of a class write and read their keys in
    /// one order.
    @inline(__always)
    private func seekNext(_ key: StaticString) -> Bool {
        let guess = state.value.guess
        guard let number = state.value.cursor.shortKey(at: guess),
            state.value.lookup.value.isLiteral(key, ofKey: number)
        else { return false }
        step(to: number, at: guess)
        return true
    }

    /// Moves to the next field as for a literal, but compares the key's bytes.
    @inline(__always)
    func seekNext(borrowed key: UnsafeRawBufferPointer) -> Bool {
        let guess = state.value.guess
        guard let number = state.value.cursor.shortKey(at: guess),
            unsafe state.value.lookup.value.isKey(key, number)
        else { return false }
        step(to: number, at: guess)
        return true
    }

    @inline(__always)
    private func step(to number: UInt32, at guess: Int) {
        state.value.key = number
        state.value.depth = 0
        state.value.cursor.offset = guess &+ 1
        state.value.asked.record(number, expected: guess, value: guess &+ 1)
        // The next search skips the value if the object does not read it.
        state.value.guess = 0
    }

    @inline(never)
    private func seekAny(_ key: StaticString) throws(CoderError) -> Bool {
        let known = state.value.lookup.value.number(ofLiteral: key)
        return try seek(number: known ?? archive.keyNumber(key), acceptingNull: false)
    }

    func seek(_ key: String, acceptingNull: Bool) throws(CoderError) -> Bool {
        try seek(number: archive.keyNumber(key), acceptingNull: acceptingNull)
    }

    func seek(
        borrowed key: UnsafeRawBufferPointer,
        acceptingNull: Bool
    ) throws(CoderError) -> Bool {
        try seek(number: unsafe archive.keyNumber(key), acceptingNull: acceptingNull)
    }

    @inline(__always)
    private func seek(number: UInt32, acceptingNull: Bool) throws(CoderError) -> Bool {
        guard number != ArchiveRecord.none else { return false }
        state.value.key = number
        state.value.depth = 0
        if state.value.lookup.value.literalOfKey[Int(number)] == ArchiveReader.faultyLiteral {
            try checkFault(number)
        }
        // After a value that was read to its end, the next field begins here.
        let guess = state.value.guess
        guard try state.value.cursor.seek(UInt64(number), from: guess) else { return false }
        state.value.asked.record(number, expected: guess, value: state.value.cursor.offset)
        if acceptingNull { return true }
        let isNull = try state.value.cursor.peekTag() == .null
        state.value.guess = isNull ? state.value.cursor.offset + 1 : 0
        return !isNull
    }

    @inline(never)
    private func checkFault(_ number: UInt32) throws(CoderError) {
        if let reason = state.value.lookup.value.faults[record]?[number] { throw .refused(reason) }
    }

    var keys: [String] {
        var cursor = state.value.cursor
        cursor.offset = 0
        var keys: [String] = []
        while cursor.offset < cursor.end {
            guard let number = try? cursor.variable(), (try? cursor.skip()) != nil,
                number < UInt64(archive.keyCount)
            else { break }
            let key = archive.key(UInt32(number))
            // The empty key holds Core's notes.
            if !key.isEmpty { keys.append(key) }
        }
        return keys
    }

    /// The numbers of the keys that were asked for and decoded, possibly repeated.
    var askedKeys: [UInt32] {
        let undecoded = state.value.undecoded
        return undecoded.isEmpty ? allAskedKeys : allAskedKeys.filter { !undecoded.contains($0) }
    }

    private var allAskedKeys: [UInt32] {
        guard !state.value.asked.isEmpty else { return [] }
        var cursor = state.value.cursor
        cursor.offset = 0
        return state.value.asked.keys(in: &cursor, guess: state.value.guess)
    }

    /// The offsets of the fields that no decode asked for or that failed to decode.
    ///
    /// - Parameter also: numbers of keys that were asked for elsewhere.
    func unaskedFields(besides also: [UInt32]) throws(CoderError) -> [Int] {
        let undecoded = state.value.undecoded
        var cursor = state.value.cursor
        cursor.offset = undecoded.isEmpty ? state.value.asked.end(guess: state.value.guess) : 0
        guard cursor.offset < cursor.end else { return [] }
        let own = undecoded.isEmpty ? state.value.asked.keysOutOfOrder : askedKeys
        let asked = Set(own + also).subtracting(undecoded)
        let notes = archive.notesKey
        var fields: [Int] = []
        while cursor.offset < cursor.end {
            let field = cursor.offset
            guard let key = UInt32(exactly: try cursor.variable()), key < UInt32(archive.keyCount)
            else { throw .damaged(offset: field) }
            try cursor.skip()
            guard key != notes, !asked.contains(key) else { continue }
            fields.append(field)
        }
        return fields
    }

    /// Records that decoding a key failed, so that its value counts as unread.
    func recordUndecoded(_ key: String) {
        state.value.undecoded.append(archive.keyNumber(key))
    }

    func isUndecoded(_ key: String) -> Bool {
        !state.value.undecoded.isEmpty && state.value.undecoded.contains(archive.keyNumber(key))
    }

    var isReadWhole: Bool {
        state.value.undecoded.isEmpty
            && state.value.asked.end(guess: state.value.guess) >= state.value.cursor.end
    }

    /// The section's sensitive keys, from Core's notes.
    func notes() throws(CoderError) -> [String] {
        guard let key = archive.notesKey else { return [] }
        // A copy of the cursor, so that the reader's position stays.
        var cursor = state.value.cursor
        guard try cursor.seek(UInt64(key), from: 0), try cursor.tag() == .array else { return [] }
        var texts: [String] = []
        for _ in 0..<(try cursor.container().count) {
            guard try cursor.tag() == .string else { break }
            texts.append(unsafe String(copying: try cursor.text()))
        }
        return texts
    }

    /// A copy of the current value, including nested values.
    func copiedValue() throws(CoderError) -> CopiedValue {
        let start = state.value.cursor.offset
        var cursor = state.value.cursor
        var positions: [UInt64] = []
        try cursor.skip(collecting: &positions)
        var references: [UInt32] = []
        for position in positions {
            guard let number = archive.reference(position, of: record) else {
                throw .damaged(offset: start)
            }
            references.append(number)
        }
        state.value.cursor.offset = cursor.offset
        finish()
        let bytes = unsafe Array(cursor.bytes(start..<cursor.offset))
        return CopiedValue(bytes: bytes, references: references)
    }

    /// Moves to the field at `offset` and returns its key, or `nil` at the section's end. Reading
    /// the whole value leaves ``offset`` at the next field.
    func field(at offset: Int) throws(CoderError) -> String? {
        guard offset < end else { return nil }
        state.value.cursor.offset = offset
        state.value.depth = 0
        let number = try variable()
        guard number < UInt64(archive.keyCount) else { throw .damaged(offset: offset) }
        state.value.key = UInt32(number)
        return archive.key(UInt32(number))
    }

    var keyText: String {
        let key = state.value.key
        return key == ArchiveRecord.none ? "" : archive.key(key)
    }

    // MARK: Values

    @inline(__always)
    func peek() throws(CoderError) -> SectionTag {
        try state.value.cursor.peekTag()
    }

    @inline(__always)
    private func tag() throws(CoderError) -> SectionTag {
        try state.value.cursor.tag()
    }

    /// Remembers the end of a top-level value, where the next field begins.
    @inline(__always)
    private func finish() {
        if state.value.depth == 0 {
            state.value.guess = state.value.cursor.offset
        }
    }

    @inline(never)
    private func mismatch(_ stored: SectionTag, _ requested: String) -> CoderError {
        // Steps back over the tag, so that the caller can ask for another kind.
        state.value.cursor.offset -= 1
        return .mismatch(key: keyText, stored: stored.kind, requested: requested)
    }

    @inline(__always)
    func bool() throws(CoderError) -> Bool {
        let tag = try tag()
        guard tag == .true || tag == .false else { throw mismatch(tag, "bool") }
        finish()
        return tag == .true
    }

    @inline(__always)
    func integer() throws(CoderError) -> Int64 {
        let tag = try tag()
        guard tag == .integer else {
            if tag == .unsigned {
                state.value.cursor.offset -= 1
                throw .outOfRange(key: keyText, requested: "Int64")
            }
            throw mismatch(tag, "integer")
        }
        let value = unzigzag(try state.value.cursor.variable())
        finish()
        return value
    }

    func unsigned() throws(CoderError) -> UInt64 {
        let start = state.value.cursor.offset
        let tag = try tag()
        switch tag {
        case .unsigned:
            let value = try state.value.cursor.variable()
            finish()
            return value
        case .integer:
            guard let value = UInt64(exactly: unzigzag(try state.value.cursor.variable()))
            else {
                state.value.cursor.offset = start
                throw .outOfRange(key: keyText, requested: "UInt64")
            }
            finish()
            return value
        default: throw mismatch(tag, "integer")
        }
    }

    func float() throws(CoderError) -> Float {
        let tag = try tag()
        guard tag == .float else { throw mismatch(tag, "float") }
        let bits = try state.value.cursor.fixed(UInt32.self)
        finish()
        return Float(bitPattern: bits)
    }

    @inline(__always)
    func double() throws(CoderError) -> Double {
        let tag = try tag()
        guard tag == .double else { throw mismatch(tag, "double") }
        let bits = try state.value.cursor.fixed(UInt64.self)
        finish()
        return Double(bitPattern: bits)
    }

    /// The bytes of a text or byte value, readable while the reader stays on its record.
    @inline(__always)
    func borrowed(_ wanted: SectionTag) throws(CoderError) -> UnsafeRawBufferPointer {
        let tag = try tag()
        guard tag == wanted else { throw mismatch(tag, wanted.kind.description) }
        let bytes = unsafe try state.value.cursor.text()
        finish()
        return unsafe bytes
    }

    @inline(__always)
    func string() throws(CoderError) -> String {
        unsafe String(copying: try borrowed(.string))
    }

    func bytes() throws(CoderError) -> [UInt8] { unsafe Array(try borrowed(.bytes)) }

    func date() throws(CoderError) -> Timestamp {
        let tag = try tag()
        guard tag == .date else { throw mismatch(tag, "date") }
        let seconds = unzigzag(try state.value.cursor.variable())
        let nanoseconds = try state.value.cursor.variable()
        guard let exact = UInt32(exactly: nanoseconds),
            let date = Timestamp(seconds: seconds, nanoseconds: exact)
        else { throw .damaged(offset: state.value.cursor.offset) }
        finish()
        return date
    }

    func uuid() throws(CoderError) -> UniqueIdentifier {
        let tag = try tag()
        guard tag == .uuid else { throw mismatch(tag, "uuid") }
        let high = try state.value.cursor.fixed(UInt64.self)
        let low = try state.value.cursor.fixed(UInt64.self)
        finish()
        return UniqueIdentifier(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    func null() throws(CoderError) {
        let tag = try tag()
        guard tag == .null else { throw mismatch(tag, "null") }
        finish()
    }

    /// The number of the referenced record, or `nil` for an empty reference.
    @inline(__always)
    func referenceNumber() throws(CoderError) -> UInt32? {
        let tag = try tag()
        guard tag == .reference else { throw mismatch(tag, "reference") }
        let position = try state.value.cursor.variable()
        guard let number = state.value.archive.reference(position, of: state.value.record) else {
            throw .damaged(offset: state.value.cursor.offset)
        }
        finish()
        return number == ArchiveRecord.none ? nil : number
    }

    /// The referenced object; `nil` for null or an unresolved reference.
    @inline(__always)
    func reference() throws(CoderError) -> (any Restorable)? {
        if try peek() == .null {
            try null()
            return nil
        }
        guard let number = try referenceNumber() else { return nil }
        if let objects = state.value.objects { return objects.value.object(for: number) }
        return state.value.resolving?.object(for: number)
    }

    // MARK: Containers

    func enter(_ wanted: SectionTag) throws(CoderError) -> (end: Int, count: Int) {
        let tag = try tag()
        guard tag == wanted else { throw mismatch(tag, wanted.kind.description) }
        let container = try state.value.cursor.container()
        state.value.depth += 1
        guard state.value.depth <= SectionLimit.depth else {
            throw .limit(key: keyText, what: "\(SectionLimit.depth) levels of nesting")
        }
        return container
    }

    /// Leaves a container, from any position inside it.
    func leave(to end: Int) {
        state.value.cursor.offset = end
        state.value.depth -= 1
        finish()
    }

    func entryKey() throws(CoderError) -> String {
        unsafe String(copying: try borrowedEntryKey())
    }

    func borrowedEntryKey() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try state.value.cursor.text()
    }

    /// The current offset, which callers can save and restore.
    var offset: Int {
        get { state.value.cursor.offset }
        nonmutating set { state.value.cursor.offset = newValue }
    }

    var end: Int { state.value.cursor.end }

    func skip() throws(CoderError) {
        try state.value.cursor.skip()
        finish()
    }

    func variable() throws(CoderError) -> UInt64 { try state.value.cursor.variable() }
}

/// Resolves references to live objects during a restore.
package protocol ReferenceResolving: AnyObject {
    func object(for number: UInt32) -> (any Restorable)?
}
