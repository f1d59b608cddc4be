import RestorationCore

/// Gives coders on the values of records, whichever archive has their bytes.
final class ValueReading {
    private let set: RecordSet
    private let older: () -> [ArchiveReader]
    private let makeTicket: () -> RestorationTicket?
    /// Older generations, newest first, for records whose bytes are damaged in this one.
    private lazy var olderSources = older().map { set.source(of: $0) }
    /// By row, of the few for which there is something to say.
    private var readings: [Int: Reading] = [:]
    private var coders: [(source: ValueSource, coders: RecordCoders)] = []
    /// At launch, the objects by their numbers in the archive: where references lead.
    private var objects: RestoredObjects?
    /// Remarks about damage.
    private(set) var notes: [Diagnosis] = []

    /// How the values of a record are read.
    struct Reading {
        /// Where they are read from, since the bytes are damaged.
        fileprivate var substitute: (source: ValueSource, number: Int)?
        /// Those that were retained when the restore began, even if the record has changed in it.
        fileprivate var taken: StoredValues?
        /// State of an older version, rewritten.
        var migrated: Migrated?
        /// The keys, as its coder numbers them, that its creation has asked for.
        var askedAtCreation: [UInt32] = []
    }

    subscript(row: Int) -> Reading {
        get { known(row) ?? Reading() }
        set { readings[row] = newValue }
    }

    @inline(__always)
    private func known(_ row: Int) -> Reading? { readings.isEmpty ? nil : readings[row] }

    init(
        _ set: RecordSet,
        older: @escaping () -> [ArchiveReader],
        makeTicket: @escaping () -> RestorationTicket?
    ) {
        self.set = set
        self.older = older
        self.makeTicket = makeTicket
    }

    /// From here on references lead to the objects of this restore.
    func beginLaunch() {
        guard let source = set.source else { return }
        objects = RestoredObjects(count: source.archive.records.count)
        coders = []
    }

    /// Lets go of the objects: a coder that somebody kept finds none any more.
    func release() {
        objects?.removeAll()
        objects = nil
    }

    /// Sets the target of references to a record while the restore runs.
    func setObject(_ object: (any Restorable)?, of row: Int) {
        let number = set.rows.value[row].number
        if let objects, number >= 0 { objects[number] = object }
    }

    // MARK: Where values are

    /// The archive that has the values of a record, and its number there.
    func origin(of row: Int) -> (source: ValueSource, number: Int)? {
        if let details = set.details(row), let values = known(row)?.taken ?? details.values {
            return (values.source, values.number)
        }
        if row == RecordSet.application { return set.source.map { ($0, 0) } }
        let number = set.rows.value[row].number
        return number < 0 ? nil : set.source.map { ($0, number) }
    }

    /// Keeps the values of a record, so that saves can write them again: from this generation, or
    /// where its bytes are damaged here, from an older one.
    func keep(_ row: Int) throws {
        guard set.details(row)?.values == nil, let origin = origin(of: row) else { return }
        do {
            if let known = known(row)?.substitute {
                return try set.keepValues(of: row, from: known.source, known.number)
            }
            try set.keepValues(of: row, from: origin.source, origin.number)
        } catch {
            let found = try substitute(for: row, error)
            try set.keepValues(of: row, from: found.source, found.number)
        }
    }

    /// The archive that the values of a record are read from: where their bytes are damaged in this
    /// generation, an older one.
    func intact(_ row: Int) -> (source: ValueSource, number: Int)? {
        known(row)?.substitute ?? origin(of: row)
    }

    /// The contents of the object of a record, by rows.
    func contents(of row: Int) -> Contents? {
        guard let origin = intact(row) else { return nil }
        return Contents(origin.source.archive.contents(of: origin.number), origin.source)
    }

    /// The rows that the values of a record lead to, but for those that no decode has asked for.
    func references(of row: Int) -> [Int] {
        guard let origin = origin(of: row) else { return [] }
        let unread = Set(set.details(row)?.unreadTargets ?? [])
        return origin.source.archive.references(of: origin.number)
            .compactMap { origin.source.row(of: $0) }.filter { !unread.contains($0) }
    }

    func isEmpty(_ row: Int) -> Bool {
        origin(of: row).map { $0.source.archive.records[$0.number].isEmpty } ?? true
    }

    // MARK: Coders

    func coder(for row: Int) throws -> RestorationCoder {
        if let migrated = known(row)?.migrated ?? set.details(row)?.migrated,
            let origin = origin(of: row),
            let coder = try migrated.record.coder(
                resolving: resolving(origin.source),
                holder: origin.number
            )
        {
            return coder
        }
        if let known = known(row)?.substitute {
            return try known.source.archive.coder(
                for: known.number,
                resolving: resolving(known.source)
            )
        }
        guard let origin = origin(of: row) else { return RestorationCoder.empty(.unknown) }
        do {
            return try coders(of: origin.source).coder(for: origin.number)
        } catch {
            let found = try substitute(for: row, error)
            return try found.source.archive.coder(
                for: found.number,
                resolving: resolving(found.source)
            )
        }
    }

    /// Whether the values can be read without looking into another part of the image.
    func isAtHand(_ row: Int) -> Bool {
        guard known(row)?.migrated == nil, let origin = origin(of: row) else { return false }
        return origin.source.archive.hasAtHand(origin.number)
    }

    func coders(of source: ValueSource) -> RecordCoders {
        // One, or as many as there are generations with intact records.
        if let known = coders.first(where: { $0.source === source }) { return known.coders }
        let new = RecordCoders(source.archive, resolving: resolving(source))
        new.makeTicket = makeTicket
        new.identifier = { [set] number in
            source.row(of: UInt32(number)).flatMap { set.identifier($0) }
        }
        new.path = { [set] number in source.row(of: UInt32(number)).flatMap { set.path(of: $0) } }
        coders.append((source, new))
        return new
    }

    private func resolving(_ source: ValueSource) -> any ReferenceResolving {
        if let objects, source === set.source { return objects }
        return RecordReferences(set, source)
    }

    // MARK: Tickets

    /// The ticket of a record, made now if it has none.
    func ticket(of row: Int) -> RestorationTicket? {
        origin(of: row).map { coders(of: $0.source).ticket(of: UInt32($0.number)) }
    }

    func issuedTicket(of row: Int) -> RestorationTicket? {
        origin(of: row).flatMap { coders(of: $0.source).issuedTicket(of: UInt32($0.number)) }
    }

    /// Takes the values of a retained record, and has requests for it give out the ticket that it
    /// waits for already.
    func take(_ row: Int) {
        self[row].taken = set.details(row)?.values
        guard let ticket = set.details(row)?.wait?.ticket, let origin = origin(of: row) else {
            return
        }
        coders(of: origin.source).tickets[UInt32(origin.number)] = ticket
    }

    // MARK: Damage

    /// The same record in the newest older generation that has it intact.
    private func substitute(
        for row: Int,
        _ error: any Error
    ) throws -> (source: ValueSource, number: Int) {
        if let known = known(row)?.substitute { return known }
        let kind = set.kinds[set.rows.value[row].kind]
        for source in olderSources {
            guard let number = source.archive.number(of: set.rows.value[row].id),
                row == RecordSet.application
                    || source.archive.className(of: number) == kind.className
                        && source.archive.plugin(of: number) == kind.plugin,
                (try? source.archive.retainedSection(of: number)) != nil
            else { continue }
            self[row].substitute = (source, number)
            let reason = Diagnosis(error)
            notes.append(
                Diagnosis(
                    problem:
                        "\(reason.problem); the object's state comes from an older generation",
                    place: set.path(of: row).map { "\($0)" } ?? "the application's own record",
                    remedyOf: reason
                )
            )
            return (source, number)
        }
        throw error
    }
}

/// An object's children, presented object and elements, by rows.
struct Contents {
    var children: [Debt.Child]?
    var selected: Int?
    var presented: Int?
    var elements: [Int] = []

    init(_ saved: RecordContents, _ source: ValueSource) {
        children = saved.children?.compactMap { child in
            source.row(of: child.record).map { Debt.Child(row: $0, key: child.key) }
        }
        selected = saved.selected.flatMap { source.row(of: $0) }
        presented = saved.presented.flatMap { source.row(of: $0) }
        elements = saved.elements.compactMap { source.row(of: $0) }
    }
}
