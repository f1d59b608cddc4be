import RestorationCore

/// Makes coders for the values of records, from any archive that has their bytes.
final class ValueReading {
    private let set: RecordSet
    /// The opened archive.
    private let opened: ValueSource?
    private let older: () -> [ArchiveReader]
    private let makeTicket: () -> RestorationTicket?
    /// Older generations, newest first, for records whose bytes are damaged in the current one.
    private lazy var olderSources = older().map { set.source(of: $0) }
    /// By row, for the few rows that need one.
    private var readings: [Int: Reading] = [:]
    private var coders: [(source: ValueSource, coders: RecordCoders)] = []
    private var codersOfOpened: RecordCoders?
    /// The targets of references at launch, by record number.
    private var objects: RestoredObjects?
    private(set) var notes: [Diagnosis] = []

    struct Reading {
        /// The older archive used because of damaged bytes.
        fileprivate var substitute: (source: ValueSource, number: Int)?
        /// The values retained when the restore began, even if the record has changed since.
        fileprivate var taken: StoredValues?
        var migrated: Migrated?
        var askedAtCreation: [UInt32] = []
    }

    subscript(row: Int) -> Reading {
        get { known(row) ?? Reading() }
        set { readings[row] = newValue }
    }

    @inline(__always)
    func known(_ row: Int) -> Reading? { readings.isEmpty ? nil : readings[row] }

    init(
        _ set: RecordSet,
        older: @escaping () -> [ArchiveReader],
        makeTicket: @escaping () -> RestorationTicket?
    ) {
        self.set = set
        opened = set.source
        self.older = older
        self.makeTicket = makeTicket
    }

    /// From here on, references lead to the objects of this restore.
    func beginLaunch() {
        guard let source = set.source else { return }
        objects = RestoredObjects(count: source.archive.records.count)
        coders = []
        codersOfOpened = nil
    }

    /// Releases the objects. A coder that outlives the restore finds none.
    func release() {
        objects?.removeAll()
        objects = nil
    }

    /// Sets the target of references to a record during the restore. Returns whether it is retained
    /// until the release.
    @discardableResult
    func setObject(_ object: (any Restorable)?, of row: Int) -> Bool {
        let number = set.rows[row].number
        guard let objects, number >= 0 else { return false }
        objects[number] = object
        return true
    }

    // MARK: Sources of values

    /// The archive with a record's values, and the record's number there.
    @inline(__always)
    func origin(of row: Int) -> (source: ValueSource, number: Int)? {
        if let details = set.details(row), let values = known(row)?.taken ?? details.values {
            return (values.source, values.number)
        }
        // The session may have ended meanwhile.
        guard set.source != nil, let opened else { return nil }
        let number = row == RecordSet.application ? 0 : set.rows[row].number
        return number < 0 ? nil : (opened, number)
    }

    /// Stores the values of a record for saves: from this generation, or from an older one if they
    /// are damaged.
    func keep(_ row: Int) throws {
        guard set.details(row)?.values == nil, let origin = intact(row) else { return }
        do {
            try set.keepValues(of: row, from: origin.source, origin.number)
        } catch {
            let found = try substitute(for: row, error)
            try set.keepValues(of: row, from: found.source, found.number)
        }
    }

    /// The archive from which a record's values are read, and the number there. An older generation
    /// replaces damaged bytes.
    @inline(__always)
    func intact(_ row: Int) -> (source: ValueSource, number: Int)? {
        known(row)?.substitute ?? origin(of: row)
    }

    /// The contents of a record, all of them owed.
    func contents(of row: Int) -> Debt? {
        intact(row).map { Debt($0.source.archive.contents(of: $0.number), $0.source) }
    }

    /// The rows referenced by a record's values, except by unread ones.
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
        guard let origin = intact(row) else { return RestorationCoder.empty(.unknown) }
        do {
            return try coders(of: origin.source).coder(for: origin.number)
        } catch {
            let found = try substitute(for: row, error)
            return try coders(of: found.source).coder(for: found.number)
        }
    }

    func coders(of source: ValueSource) -> RecordCoders {
        if source === opened, let codersOfOpened { return codersOfOpened }
        // One, or as many as there are generations with intact records.
        if let known = coders.first(where: { $0.source === source }) { return known.coders }
        let new = RecordCoders(source.archive, resolving: resolving(source))
        new.makeTicket = makeTicket
        new.identifier = { [set] number in
            source.row(of: UInt32(number)).flatMap { set.identifier($0) }
        }
        new.identifiers = { [set] number in
            source.row(of: UInt32(number))
                .map { set.path(of: $0, last: .max).map(\.identifier.rawValue) } ?? []
        }
        coders.append((source, new))
        if source === opened { codersOfOpened = new }
        return new
    }

    private func resolving(_ source: ValueSource) -> any ReferenceResolving {
        if let objects, source === set.source { return objects }
        return RecordReferences(set, source)
    }

    // MARK: Tickets

    func ticket(of row: Int) -> RestorationTicket? {
        origin(of: row).map { coders(of: $0.source).ticket(of: UInt32($0.number)) }
    }

    func issuedTicket(of row: Int) -> RestorationTicket? {
        origin(of: row).flatMap { coders(of: $0.source).issuedTicket(of: UInt32($0.number)) }
    }

    /// Fixes the values of a retained record. Requests for it get its existing ticket.
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
        let kind = set.kinds[set.rows[row].kind]
        for source in olderSources {
            guard let number = source.archive.number(of: set.rows[row].id),
                row == RecordSet.application
                    || source.archive.className(of: number) == kind.className
                        && source.archive.plugin(of: number) == kind.plugin,
                (try? source.archive.retainedSection(of: number)) != nil
            else { continue }
            self[row].substitute = (source, number)
            let reason = Diagnosis(error)
            notes.append(
                Diagnosis(
                    problem: "\(reason.problem); the object's state comes from an older generation",
                    place: set.path(of: row).map { "\($0)" } ?? "the application's own record",
                    remedyOf: reason
                )
            )
            return (source, number)
        }
        throw error
    }
}
