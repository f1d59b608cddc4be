/// Reads an archive: tables when it is opened, each section when it is asked for.
///
/// Opening costs what the tables cost, O(records + strings); a section costs itself. Nothing that
/// the bytes say is believed unchecked.
package final class ArchiveReader {
    private let source: any ImageSource
    private let keyTexts: TextView
    private let stringTexts: TextView
    package let records: [ArchiveRecord]
    package let kinds: [ArchiveKind]
    /// By record number, and behind those the IDs of records that only others refer to.
    package let ids: [RecordID]
    private let references: [UInt32]
    private let lists: [UInt32]
    package let info: PreservationInfo
    /// Whether a coder finds nothing any more once something could not be decoded (SEC-11).
    package var silencesFailedCoders = false

    /// What is made when it is first asked for.
    let lookup: Unguarded<Lookup>

    struct Lookup: ~Copyable {
        var keyNumbers = TextTable()
        /// By address of a literal: the key's number, `ArchiveRecord.none` for one not in use here.
        var literals = AddressTable.ofLiterals
        /// By key number: the address of the literal that asked for it first; 0 for none.
        var literalOfKey = FlatArray<UInt>()
        /// By record: values that cannot be decoded, by the number of their keys, and why.
        var faults: [Int: [UInt32: Diagnosis]] = [:]
        /// The part of the image that was looked at last.
        var window: ImageChunk? {
            didSet {
                windowRange = window.map { $0.offset..<($0.offset + $0.count) } ?? Self.nowhere
            }
        }
        /// Beside it, since asking the object itself retains it.
        private(set) var windowRange = nowhere
        private static let nowhere = Int.max..<Int.max
        /// Identifiers by number of their string; empty until one is asked for.
        var identifiers = FlatArray<RestorationIdentifier?>()
        /// The records by their IDs, once somebody looks for one.
        var numbers: [RecordID: UInt32]?
        /// The records by their places, once somebody looks for one.
        var places: [RecordPlace: UInt32]?

        /// Whether a literal is the one that asked for a key first.
        @inline(__always)
        func isLiteral(_ key: StaticString, ofKey number: UInt32) -> Bool {
            guard key.hasPointerRepresentation, Int(number) < literalOfKey.count else {
                return false
            }
            // Invariant: as below.
            return unsafe UInt(bitPattern: key.utf8Start) == literalOfKey[Int(number)]
        }

        /// The number of a key that was looked up before.
        @inline(__always)
        func number(ofLiteral key: StaticString) -> UInt32? {
            guard key.hasPointerRepresentation else { return nil }
            // Invariant: as in SectionWriter.begin(literal:), a literal's address stands for its
            // text.
            return literals[unsafe UInt(bitPattern: key.utf8Start)]
        }
    }

    /// Opens an archive.
    ///
    /// - Throws: ``ArchiveError/malformed(what:)``, or what `source` throws.
    package convenience init(source: any ImageSource) throws {
        // Tables lie side by side: most are in the run that the one before was read from.
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

    /// The numbers of the records that record `number` refers to, in the order of their use.
    package func references(of number: Int) -> ArraySlice<UInt32> {
        let start = Int(records[number].referencesStart)
        return references[start..<(start + Int(records[number].referenceCount))]
    }

    /// The number of the record that reference `position` of record `number` leads to; `nil` if the
    /// record has not so many references.
    func reference(_ position: UInt64, of number: Int) -> UInt32? {
        guard position < UInt64(records[number].referenceCount) else { return nil }
        return references[Int(UInt64(records[number].referencesStart) + position)]
    }

    /// What the object of a record contains, presents and owns.
    package func contents(of number: Int) -> RecordContents {
        let start = records[number].contentsStart
        guard start != ArchiveRecord.none else { return RecordContents() }
        // The tables have been validated.
        return RecordContents(WordList(lists, from: start)) { stringTexts.text($0) }!
    }

    /// The keys of a record that no decode has asked for.
    package func unreadKeys(of number: Int) -> [String] {
        guard records[number].unreadStart != ArchiveRecord.none else { return [] }
        var list = WordList(lists, from: records[number].unreadStart)
        let count = list.next()
        return (list.take(count) ?? []).map { key($0) }
    }

    /// The record of an ID; `nil` if the archive does not have it. The first time O(records).
    package func number(of id: RecordID) -> Int? {
        if lookup.value.numbers == nil {
            lookup.value.numbers = Dictionary(
                zip(ids.prefix(records.count), 0...),
                uniquingKeysWith: { first, _ in first }
            )
        }
        return lookup.value.numbers?[id].map { Int($0) }
    }

    /// How many objects it has, the application's own record not among them.
    package var objectCount: Int { records.dropFirst().count { !$0.isBare } }

    /// The record of an object at `path`. O(depth), and the first time O(records).
    package func record(at path: RestorationPath) -> Int? {
        number(at: path).flatMap { records[$0].isBare ? nil : $0 }
    }

    /// The same, be it a place without an object.
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

    /// The bytes of a record's section and what keeps them alive.
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

    /// Where a record's section lies in the image.
    func sectionRange(of number: Int) -> Range<Int> {
        let start = Int(records[number].sectionOffset)
        return start..<(start + Int(records[number].sectionSize))
    }

    /// Whether a record's section can be read without opening another part of the image: it is
    /// there, and intact.
    package func hasAtHand(_ number: Int) -> Bool {
        let range = sectionRange(of: number)
        let window = lookup.value.windowRange
        return range.lowerBound >= window.lowerBound && range.upperBound <= window.upperBound
    }

    /// Lets go of the bytes read last, when nothing more is going to be read soon.
    package func releaseWindow() { lookup.value.window = nil }

    /// A copy of a record's section, to be written back as it is.
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
        // The empty key is Core's own.
        unsafe key.isEmpty ? ArchiveRecord.none : keyNumberOfAny(key) ?? ArchiveRecord.none
    }

    /// The number of the key under which Core notes things about a section; `nil` if no section of
    /// this archive has any.
    var notesKey: UInt32? { unsafe keyNumberOfAny(UnsafeRawBufferPointer(start: nil, count: 0)) }

    private func keyNumberOfAny(_ key: UnsafeRawBufferPointer) -> UInt32? {
        unsafe lookup.value.keyNumbers.find(key)
    }
}

extension ArchiveReader {
    package func kind(of number: Int) -> ArchiveKind { kinds[Int(records[number].kind)] }
    /// The restoration class that a record names.
    package func className(of number: Int) -> String? { string(kind(of: number).className) }
    /// The plugin that a record names; `nil` for the host's own.
    package func plugin(of number: Int) -> String? { string(kind(of: number).plugin) }

    /// The class of a plugin that has saved a record, by the name that it had; `nil` for what is
    /// the program's own. Of an object that a plugin holds and no class makes, the name is empty.
    package func savedClass(of number: Int) -> ClassVersion? {
        let kind = kind(of: number)
        guard let plugin = string(kind.plugin) else { return nil }
        return ClassVersion(
            plugin: plugin,
            className: string(kind.className) ?? "",
            schemaVersion: kind.schemaVersion
        )
    }

    /// The path of a record, made from the tables: O(depth). `nil` for the application's own.
    package func path(of number: Int) -> RestorationPath? {
        var components: [RestorationPath.Component] = []
        var next = UInt32(number)
        while next != ArchiveRecord.none, next != 0 {
            components.append(component(of: Int(next)))
            next = records[Int(next)].parent
        }
        return RestorationPath(components.reversed())
    }

    /// The last step of the path of a record that has one.
    package func component(of number: Int) -> RestorationPath.Component {
        RestorationPath.Component(
            identifier(of: number),
            discriminator: discriminatorText(of: number).flatMap { RestorationIdentifier($0) }
        )
    }

    /// What tells a record's object apart from others of its name.
    private func discriminatorText(of number: Int) -> String? {
        let record = records[number]
        guard record.discriminator != ArchiveRecord.none else { return nil }
        return record.flags.isDisjoint(with: [.hasPosition, .hasNumber])
            ? string(record.discriminator) : "\(record.discriminator)"
    }

    /// The identifier of a record that has one; objects mostly share theirs with others.
    package func identifier(of record: Int) -> RestorationIdentifier {
        let number = records[record].identifier
        if lookup.value.identifiers.isEmpty {
            lookup.value.identifiers.append(repeating: nil, count: stringTexts.count)
        }
        if let known = lookup.value.identifiers[Int(number)] { return known }
        // Invariant checked by `ArchiveTables.validate()`: every identifier in the table is valid.
        let identifier = RestorationIdentifier(stringTexts.text(number) ?? "")!
        lookup.value.identifiers[Int(number)] = identifier
        return identifier
    }
}

/// Where a record is: below which other, and as what.
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
