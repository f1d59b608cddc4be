/// Reads one record's section for a ``RestorationCoder``, which owns it: ends it with itself.
struct SectionReader {
    private let state: Unguarded<State>

    /// The bytes of the record's section.
    var sizeInBytes: Int {
        Int(state.value.archive.records[state.value.record].sectionSize)
    }

    private struct State {
        let archive: ArchiveReader
        let lookup: Unguarded<ArchiveReader.Lookup>
        /// Turns numbers of records into live objects.
        let resolving: (any ReferenceResolving)?
        /// The objects of `resolving`, where it is nothing but a table of them.
        let objects: Unguarded<RestoredObjects.State>?
        var record: Int
        var cursor: SectionCursor
        // Invariant: keeps the memory under `cursor` readable.
        var chunk: ImageChunk
        /// Where the next field probably begins.
        var guess = 0
        var key = ArchiveRecord.none
        /// Ends of the arrays and dictionaries stepped into.
        var depth = 0
        var asked = AskedFields()
        /// The keys that were asked for in vain.
        var undecoded: [UInt32] = []
        /// The first thing that could not be decoded, and whether there is one: an error is dear to
        /// look at.
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

    /// Ends the reader. Nobody may use it any more.
    func destroy() { state.end() }

    /// Turns to another record. For a reader that nobody else holds.
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

    /// Takes note of what went wrong; only the first counts (SEC-11).
    func noteFailure(_ error: CoderError) {
        if !state.value.hasFailed { (state.value.hasFailed, state.value.failure) = (true, error) }
        guard archive.silencesFailedCoders else { return }
        // From here on nothing is found.
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

    /// Goes to the next field if it is the one wanted, by the literal that asked for its key
    /// before, and not null. That is the rule: records of a class are written and read in one
    /// order.
    @inline(__always)
    private func seekNext(_ key: StaticString) -> Bool {
        let guess = state.value.guess
        guard let number = state.value.cursor.shortKey(at: guess),
            state.value.lookup.value.isLiteral(key, ofKey: number)
        else { return false }
        state.value.key = number
        state.value.depth = 0
        state.value.cursor.offset = guess &+ 1
        state.value.asked.note(number, expected: guess, value: guess &+ 1)
        // A value that is not read after all is passed over by the next search.
        state.value.guess = 0
        return true
    }

    @inline(never)
    private func seekAny(_ key: StaticString) throws(CoderError) -> Bool {
        // Most keys were looked up by their address before.
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
        // Where the last value was read to its end, the next field begins there.
        let guess = state.value.guess
        guard try state.value.cursor.seek(UInt64(number), from: guess) else { return false }
        state.value.asked.note(number, expected: guess, value: state.value.cursor.offset)
        if acceptingNull { return true }
        let isNull = try state.value.cursor.peekTag() == .null
        // A value that is not read after all is passed over by the next search.
        state.value.guess = isNull ? state.value.cursor.offset + 1 : 0
        return !isNull
    }

    @inline(never)
    private func checkFault(_ number: UInt32) throws(CoderError) {
        if let reason = state.value.lookup.value.faults[record]?[number] { throw .refused(reason) }
    }

    /// The object's keys.
    var keys: [String] {
        var cursor = state.value.cursor
        cursor.offset = 0
        var keys: [String] = []
        while cursor.offset < cursor.end {
            guard let number = try? cursor.variable(), (try? cursor.skip()) != nil,
                number < UInt64(archive.keyCount)
            else { break }
            let key = archive.key(UInt32(number))
            // What Core itself notes about the section is no key of the object's.
            if !key.isEmpty { keys.append(key) }
        }
        return keys
    }

    /// The keys that were asked for and decoded, by number; each once or more.
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

    /// Where the fields begin that nobody has asked for, or that could not be decoded.
    ///
    /// - Parameter also: Numbers of keys that were asked for elsewhere.
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

    /// The object got nothing for a key: its value counts as unread.
    func noteUndecoded(_ key: String) {
        state.value.undecoded.append(archive.keyNumber(key))
    }

    /// Whether a value was asked for in vain.
    func isUndecoded(_ key: String) -> Bool {
        !state.value.undecoded.isEmpty && state.value.undecoded.contains(archive.keyNumber(key))
    }

    /// Whether every field was asked for and decoded.
    var isReadWhole: Bool {
        state.value.undecoded.isEmpty
            && state.value.asked.end(guess: state.value.guess) >= state.value.cursor.end
    }

    /// What Core notes about the section: the keys that are sensitive.
    func notes() throws(CoderError) -> [String] {
        guard let key = archive.notesKey else { return [] }
        // A cursor of its own: whoever reads the section goes on where it stands.
        var cursor = state.value.cursor
        guard try cursor.seek(UInt64(key), from: 0), try cursor.tag() == .array else { return [] }
        var texts: [String] = []
        for _ in 0..<(try cursor.container().count) {
            guard try cursor.tag() == .string else { break }
            texts.append(unsafe String(copying: try cursor.text()))
        }
        return texts
    }

    /// A copy of the value at hand, with all that is in it.
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

    /// Goes to the field at `offset` and returns its key; `nil` at the section's end. Reading its
    /// value to the end leaves ``offset`` at the next field.
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

    /// A value outside arrays is done: the next field begins here.
    @inline(__always)
    private func finish() {
        if state.value.depth == 0 {
            state.value.guess = state.value.cursor.offset
        }
    }

    @inline(never)
    private func mismatch(_ stored: SectionTag, _ requested: String) -> CoderError {
        // The cursor stands behind the tag; back to the value, so that another kind can be asked
        // for.
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

    /// The bytes of text, or of bytes, readable while this reader stands on its record.
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

    /// The number of the record referred to, or `nil` if the reference is to none.
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

    /// The object referred to; `nil` if there is none, or null.
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

    /// Steps into an array or dictionary; returns where it ends and how much it holds.
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

    /// Steps out, wherever the reading had come to.
    func leave(to end: Int) {
        state.value.cursor.offset = end
        state.value.depth -= 1
        finish()
    }

    /// The key of the next entry of a dictionary.
    func entryKey() throws(CoderError) -> String {
        unsafe String(copying: try borrowedEntryKey())
    }

    func borrowedEntryKey() throws(CoderError) -> UnsafeRawBufferPointer {
        unsafe try state.value.cursor.text()
    }

    /// Where the reading stands, for going back.
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

/// Turns references into live objects while an archive is being restored.
package protocol ReferenceResolving: AnyObject {
    /// The object restored from record `number`; `nil` if there is none.
    func object(for number: UInt32) -> (any Restorable)?
}
