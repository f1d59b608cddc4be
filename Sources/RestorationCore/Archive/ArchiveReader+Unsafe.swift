/// Reads an archive: tables when it is opened, each section when it is asked for.
///
/// Opening costs what the tables cost, O(records + strings); a section costs itself. Nothing that
/// the bytes say is believed unchecked.
package final class ArchiveReader {
    private let source: any ImageSource
    private let keyTexts: TextView
    private let stringTexts: TextView
    package let records: [ArchiveRecord]
    package let paths: [PathNode]
    private let references: [UInt32]
    package let info: PreservationInfo
    /// The aliases by which parts of it lie elsewhere than in the file.
    package let movedPaths: [PathAlias]
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
        var identifierNumbers = TextTable()
        /// The path table, once somebody looks for a node.
        var children: PathTable?
        /// The record at each path node; empty until somebody asks.
        var recordOfNode = FlatArray<UInt32>()
        /// The children of each path node; empty until somebody asks.
        var family = FlatArray<PathFamily>()

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
        paths = tables.paths
        references = tables.references
        info = tables.info
        movedPaths = tables.movedPaths
        lookup = Unguarded(Lookup())
        for number in 0..<UInt32(keyTexts.count) {
            unsafe _ = lookup.value.keyNumbers.number(of: keyTexts.bytes(number))
        }
        guard lookup.value.keyNumbers.count == keyTexts.count else {
            throw ArchiveError.malformed(what: "key table")
        }
        lookup.value.literalOfKey.append(repeating: 0, count: keyTexts.count)
    }

    /// The same archive, read as if what lies at former paths had been saved where it is now;
    /// itself where no alias concerns it.
    ///
    /// An alias counts where the archive has something at the former path, and nothing at the path.
    ///
    /// Cost: O(nodes) if there are aliases; where one counts, as opening.
    ///
    /// - Throws: As opening.
    package func moving(_ aliases: [PathAlias]) throws -> ArchiveReader {
        let moved = MovedPaths(self, aliases)
        guard !moved.applied.isEmpty else { return self }
        var tables = try ArchiveTables(RememberedChunk(of: source))
        tables.move(moved)
        return try ArchiveReader(tables, of: source)
    }

    deinit { lookup.end() }

    // MARK: Tables

    package var keyCount: Int { keyTexts.count }
    package func key(_ number: UInt32) -> String { keyTexts.text(number) ?? "" }
    package func string(_ number: UInt32) -> String? { stringTexts.text(number) }

    var stringCount: Int { stringTexts.count }

    /// Every string of the table, by number.
    package var allStrings: [String] {
        (0..<UInt32(stringTexts.count)).map { stringTexts.text($0) ?? "" }
    }

    /// The numbers of the records that record `number` refers to, in the order of their use.
    package func references(of number: Int) -> ArraySlice<UInt32> {
        let start = Int(records[number].referencesStart)
        let end =
            number + 1 < records.count ? Int(records[number + 1].referencesStart) : references.count
        return references[start..<end]
    }

    /// The number of the record that reference `position` of record `number` leads to; `nil` if the
    /// record has not so many references.
    func reference(_ position: UInt64, of number: Int) -> UInt32? {
        let start = UInt64(records[number].referencesStart)
        let end =
            number + 1 < records.count
            ? UInt64(records[number + 1].referencesStart)
            : UInt64(references.count)
        guard position < end - start else { return nil }
        return references[Int(start + position)]
    }

    /// The number of a child's path node, if the archive has it.
    package func node(
        under parent: UInt32,
        identifier: String,
        discriminator: String?
    ) -> UInt32? {
        prepareChildTable()
        guard let name = identifierNumber(identifier) else { return nil }
        var other = ArchiveRecord.none
        if let discriminator {
            guard let number = identifierNumber(discriminator) else { return nil }
            other = number
        }
        return lookup.value.children?.find(
            PathNode(parent: parent, identifier: name, discriminator: other)
        )
    }

    /// The number of the record at `path`.
    package func record(at path: RestorationPath) -> Int? {
        node(at: path).flatMap { record(ofNode: $0) }
    }

    /// The number of the node of `path`.
    func node(at path: RestorationPath) -> UInt32? {
        var node = ArchiveRecord.none
        for component in path.components {
            guard
                let step = self.node(
                    under: node,
                    identifier: component.identifier.rawValue,
                    discriminator: component.discriminator?.rawValue
                )
            else { return nil }
            node = step
        }
        return node
    }

    /// The number of the record at a path node. Of several the first counts. `nil` if the node has
    /// none, and for ``ArchiveRecord/none``, which is what the topmost nodes are below.
    package func record(ofNode node: UInt32) -> Int? {
        guard node != ArchiveRecord.none else { return nil }
        if lookup.value.recordOfNode.isEmpty { prepareRecordTable() }
        let number = lookup.value.recordOfNode[Int(node)]
        return number == ArchiveRecord.none ? nil : Int(number)
    }

    private func prepareRecordTable() {
        lookup.value.recordOfNode.append(repeating: ArchiveRecord.none, count: paths.count)
        for number in records.indices.reversed() where records[number].path != ArchiveRecord.none {
            lookup.value.recordOfNode[Int(records[number].path)] = UInt32(number)
        }
    }

    private func identifierNumber(_ text: String) -> UInt32? {
        var text = text
        return text.withUTF8 {
            unsafe lookup.value.identifierNumbers.find(UnsafeRawBufferPointer($0))
        }
    }

    private func prepareChildTable() {
        guard lookup.value.children == nil else { return }
        // String numbers are unique per text in archives of ours; in others the first one counts.
        for number in 0..<UInt32(stringTexts.count) {
            unsafe _ = lookup.value.identifierNumbers.number(of: stringTexts.bytes(number))
        }
        var table = PathTable(capacity: paths.count)
        for node in paths { _ = table.number(of: node) }
        lookup.value.children = consume table
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

    /// Whether any record may hold something under a key.
    package func knowsKey(_ literal: StaticString) -> Bool {
        keyNumber(literal) != ArchiveRecord.none
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
    /// The path of a node, made from the tables: O(depth).
    package func path(of node: UInt32) -> RestorationPath {
        var components: [RestorationPath.Component] = []
        var next = node
        while next != ArchiveRecord.none {
            let step = paths[Int(next)]
            components.append(component(of: next))
            next = step.parent
        }
        return RestorationPath(components.reversed())!
    }

    /// A path node as a step of a path.
    package func component(of node: UInt32) -> RestorationPath.Component {
        RestorationPath.Component(identifier(of: node), discriminator: discriminator(of: node))
    }

    /// What tells a path node apart from its siblings of the same identifier.
    package func discriminator(of node: UInt32) -> RestorationIdentifier? {
        stringTexts.text(paths[Int(node)].discriminator).flatMap { RestorationIdentifier($0) }
    }

    /// The identifier of a path node; siblings of different parents mostly share it.
    package func identifier(of node: UInt32) -> RestorationIdentifier {
        let number = paths[Int(node)].identifier
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
