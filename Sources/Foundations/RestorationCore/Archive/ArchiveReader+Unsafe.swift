/// Reads an archive: the tables on opening, each section on demand.
///
/// Opening takes O(records + strings). Every byte is validated before use.
package final class ArchiveReader {
    private let source: any ImageSource
    private let keyTexts: TextView
    private let stringTexts: TextView
    package let records: [ArchiveRecord]
    package let kinds: [ArchiveKind]
    /// By record number, followed by the IDs of referenced records that are not in the archive.
    package let ids: [RecordID]
    private let references: [UInt32]
    private let lists: [UInt32]
    package let info: PreservationInfo
    /// Whether a coder finds no more values after its first decoding error (SEC-11).
    package var silencesFailedCoders = false

    /// Caches that are filled on first use.
    let lookup: Unguarded<Lookup>

    struct Lookup: ~Copyable {
        var keyNumbers = TextTable()
        /// Key numbers by address of the literal; `ArchiveRecord.none` for a key that the archive
        /// lacks.
        var literals = AddressTable.ofLiterals
        /// By key number: the address of the first literal used for it, or 0.
        var literalOfKey = FlatArray<UInt>()
        /// Injected faults by record and key number.
        var faults: [Int: [UInt32: Diagnosis]] = [:]
        /// The chunk read last.
        var window: ImageChunk? {
            didSet {
                windowRange = window.map { $0.offset..<($0.offset + $0.count) } ?? Self.nowhere
            }
        }
        /// A copy, because reading the range from the object retains it.
        private(set) var windowRange = nowhere
        private static let nowhere = Int.max..<Int.max
        var numbers: [RecordID: UInt32]?
        var places: [RecordPlace: UInt32]?

        /// Whether a literal was the first one used for a key.
        @inline(__always)
        func isLiteral(_ key: StaticString, ofKey number: UInt32) -> Bool {
            guard key.hasPointerRepresentation, Int(number) < literalOfKey.count else {
                return false
            }
            // Invariant: as in `number(ofLiteral:)`.
            return unsafe UInt(bitPattern: key.utf8Start) == literalOfKey[Int(number)]
        }

        /// Whether `text` is the key of a number, for which no fault is injected.
        @inline(__always)
        func isKey(_ text: UnsafeRawBufferPointer, _ number: UInt32) -> Bool {
            // The empty key holds Core's notes.
            unsafe !text.isEmpty && Int(number) < literalOfKey.count
                && keyNumbers.matches(Int(number), text)
                && literalOfKey[Int(number)] != ArchiveReader.faultyLiteral
        }

        @inline(__always)
        func number(ofLiteral key: StaticString) -> UInt32? {
            guard key.hasPointerRepresentation else { return nil }
            // Invariant: as in SectionWriter.begin(literal:), a literal's address stands for its
            // text.
            return literals[unsafe UInt(bitPattern: key.utf8Start)]
        }
    }

    /// Opens an archive and validates its tables.
    ///
    /// - Throws: ``ArchiveError/malformed(what:)``, or an error of `source`.
    package convenience init(source: any ImageSource) throws {
        // Tables are adjacent, so one chunk usually covers several of them.
        let remembered = RememberedChunk(of: source)
        let tables = try ArchiveTables(remembered)
        try tables.validate()
        try self.init(tables, of: source)
        lookup.value.window = remembered.last
    }

    private init(_ tables: ArchiveTables, of source: any ImageSource) throws {
        self.source = source
        keyTexts = tables.keys
        stringTexts = tables.strings
        records = tables.records
        kinds = tables.kinds
        ids = tables.ids
        references = tables.references
        lists = tables.lists
        info = tables.info
        lookup = Unguarded(Lookup())
        for number in 0..<UInt32(keyTexts.count) {
            unsafe _ = lookup.value.keyNumbers.number(of: keyTexts.bytes(number))
        }
        guard lookup.value.keyNumbers.count == keyTexts.count else {
            throw ArchiveError.malformed(what: "key table")
        }
        lookup.value.literalOfKey.append(repeating: 0, count: keyTexts.count)
    }

    deinit { lookup.end() }

    // MARK: Tables

    package var keyCount: Int { keyTexts.count }
    package func key(_ number: UInt32) -> String { keyTexts.text(number) ?? "" }
    package func string(_ number: UInt32) -> String? { stringTexts.text(number) }

    /// The records that record `number` references, in the order of use.
    package func references(of number: Int) -> ArraySlice<UInt32> {
        let start = Int(records[number].referencesStart)
        return references[start..<(start + Int(records[number].referenceCount))]
    }

    /// The record behind reference `position` of record `number`, or `nil` if out of range.
    func reference(_ position: UInt64, of number: Int) -> UInt32? {
        guard position < UInt64(records[number].referenceCount) else { return nil }
        return references[Int(UInt64(records[number].referencesStart) + position)]
    }

    package func contents(of number: Int) -> RecordContents {
        let start = records[number].contentsStart
        guard start != ArchiveRecord.none else { return RecordContents() }
        // The tables were validated on opening.
        return RecordContents(WordList(lists, from: start)) { stringTexts.text($0) }!
    }

    package func unreadKeys(of number: Int) -> [String] {
        guard records[number].unreadStart != ArchiveRecord.none else { return [] }
        var list = WordList(lists, from: records[number].unreadStart)
        let count = list.next()
        return (list.take(count) ?? []).map { key($0) }
    }

    /// The number of the record with an ID, or `nil`. The first call takes O(records).
    package func number(of id: RecordID) -> Int? {
        if lookup.value.numbers == nil {
            lookup.value.numbers = Dictionary(
                zip(ids.prefix(records.count), 0...),
                uniquingKeysWith: { first, _ in first }
            )
        }
        return lookup.value.numbers?[id].map { Int($0) }
    }

    /// The number of objects, without the application's record.
    package var objectCount: Int { records.dropFirst().count { !$0.isBare } }

    /// The record of the object at `path`. O(depth); the first call takes O(records).
    package func record(at path: RestorationPath) -> Int? {
        number(at: path).flatMap { records[$0].isBare ? nil : $0 }
    }

    /// The record at `path`, including bare records, which have no object.
    package func number(at path: RestorationPath) -> Int? {
        if lookup.value.places == nil {
            lookup.value.places = Dictionary(
                records.indices.dropFirst().map { (RecordPlace($0, self), UInt32($0)) },
                uniquingKeysWith: { first, _ in first }
            )
        }
        var parent = ArchiveRecord.none
        for component in path.components {
            let place = RecordPlace(parent: parent, component: component)
            guard let number = lookup.value.places?[place] else { return nil }
            parent = number
        }
        return Int(parent)
    }

    // MARK: Sections

    /// The bytes of a record's section, with the owner that keeps them readable.
    func section(of number: Int) throws -> (bytes: UnsafeRawBufferPointer, owner: ImageChunk) {
        let range = sectionRange(of: number)
        if let window = lookup.value.window, window.covers(range) {
            return unsafe (window.bytes(range), window)
        }
        let chunk = try source.chunk(covering: range)
        guard chunk.covers(range) else { throw ArchiveError.malformed(what: "sections") }
        lookup.value.window = chunk
        return unsafe (chunk.bytes(range), chunk)
    }

    func sectionRange(of number: Int) -> Range<Int> {
        let start = Int(records[number].sectionOffset)
        return start..<(start + Int(records[number].sectionSize))
    }

    /// Whether the chunk read last contains the record's section, so that reading it needs no I/O.
    package func isInWindow(_ number: Int) -> Bool {
        let range = sectionRange(of: number)
        let window = lookup.value.windowRange
        return range.lowerBound >= window.lowerBound && range.upperBound <= window.upperBound
    }

    /// Releases the chunk read last. Call it when no read is imminent.
    package func releaseWindow() { lookup.value.window = nil }

    package func retainedSection(of number: Int) throws -> RetainedSection {
        let section = unsafe try section(of: number)
        return unsafe RetainedSection(bytes: Array(section.bytes))
    }

    // MARK: Keys

    func keyNumber(_ literal: StaticString) -> UInt32 {
        guard literal.hasPointerRepresentation else { return keyNumber("\(literal)") }
        let number = unsafe keyNumber(
            UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        )
        let address = unsafe UInt(bitPattern: literal.utf8Start)
        lookup.value.literals.set(number, at: address)
        if number != ArchiveRecord.none, lookup.value.literalOfKey[Int(number)] == 0 {
            lookup.value.literalOfKey[Int(number)] = address
        }
        return number
    }

    func keyNumber(_ key: String) -> UInt32 {
        var key = key
        return key.withUTF8 { unsafe keyNumber(UnsafeRawBufferPointer($0)) }
    }

    func keyNumber(_ key: UnsafeRawBufferPointer) -> UInt32 {
        unsafe key.isEmpty ? ArchiveRecord.none : keyNumberOfAny(key) ?? ArchiveRecord.none
    }

    /// The number of the key that holds Core's notes about a section, or `nil` if the archive has
    /// no notes.
    var notesKey: UInt32? { unsafe keyNumberOfAny(UnsafeRawBufferPointer(start: nil, count: 0)) }

    private func keyNumberOfAny(_ key: UnsafeRawBufferPointer) -> UInt32? {
        unsafe lookup.value.keyNumbers.find(key)
    }
}

extension ArchiveReader {
    package func kind(of number: Int) -> ArchiveKind { kinds[Int(records[number].kind)] }
    package func className(of number: Int) -> String? { string(kind(of: number).className) }
    /// The plugin of a record, or `nil` for a class of the host.
    package func plugin(of number: Int) -> String? { string(kind(of: number).plugin) }

    /// The plugin class that saved a record, or `nil` for an object of the program. The class name
    /// is the saved one. It is empty for an object that its plugin owns and no class creates.
    package func savedClass(of number: Int) -> ClassVersion? {
        let kind = kind(of: number)
        guard let plugin = string(kind.plugin) else { return nil }
        return ClassVersion(
            plugin: plugin,
            className: string(kind.className) ?? "",
            schemaVersion: kind.schemaVersion
        )
    }

    /// The path of a record, or `nil` for the application's record. O(depth).
    package func path(of number: Int) -> RestorationPath? {
        var components: [RestorationPath.Component] = []
        var next = UInt32(number)
        while next != ArchiveRecord.none, next != 0 {
            components.append(component(of: Int(next)))
            next = records[Int(next)].parent
        }
        return RestorationPath(components.reversed())
    }

    /// The last component of a record's path. The record must have a path.
    package func component(of number: Int) -> RestorationPath.Component {
        RestorationPath.Component(
            identifier(of: number),
            discriminator: discriminatorText(of: number).flatMap { RestorationIdentifier($0) }
        )
    }

    /// The text that distinguishes a record's object from siblings of the same identifier.
    private func discriminatorText(of number: Int) -> String? {
        let record = records[number]
        guard record.discriminator != ArchiveRecord.none else { return nil }
        return record.flags.isDisjoint(with: [.hasPosition, .hasNumber])
            ? string(record.discriminator) : "\(record.discriminator)"
    }

    package var stringCount: Int { stringTexts.count }

    /// The identifier of a record, which must have one.
    package func identifier(of record: Int) -> RestorationIdentifier {
        // Invariant checked by `ArchiveTables.validate()`: every identifier in the table is valid.
        RestorationIdentifier(stringTexts.text(records[record].identifier) ?? "")!
    }
}

/// A record's parent and its path component below it.
struct RecordPlace: Hashable {
    let parent: UInt32
    let component: RestorationPath.Component

    init(parent: UInt32, component: RestorationPath.Component) {
        self.parent = parent
        self.component = component
    }

    init(_ number: Int, _ archive: ArchiveReader) {
        parent = archive.records[number].parent
        component = archive.component(of: number)
    }
}
