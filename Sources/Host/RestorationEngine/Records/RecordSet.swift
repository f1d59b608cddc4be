import CRestorationSystem
@_spi(Memory) package import RestorationCore

/// The records of a session, from which the next launch starts.
///
/// A live object owns the values of its record. A record whose values no object owns stays as it
/// is. A save changes the records, for example ends those of closed objects, only once its archive
/// is durable.
///
/// Belongs to the thread of its session.
package final class RecordSet {
    /// By row. The application's own record is first.
    let rows = RowArray<Record>()
    /// By row, parallel to ``rows``.
    private let bindings = RowArray<Binding>()
    /// The nanoseconds that plugins took to create and decode objects, by row. Empty without
    /// plugins.
    private let durations = RowArray<UInt64>()
    /// The row of a bound object, by address. Valid only if the row's binding agrees.
    private let addresses = Unguarded(AddressTable())
    var special = SpecialRows()
    let names = NameTable()
    let kinds = KindTable()
    private var ids: RecordIDSource
    /// Whether the records of unavailable objects are retained. Otherwise only those of awaited
    /// objects are.
    package var keepsUnavailable = true
    /// Looks up restoration classes, and former names of types and plugins.
    package weak var classes: (any RestorationClassSource)?
    package var recorder: (any RestorationRecorder)?
    package var roots: [RestorationRoot] = []
    private(set) var source: ValueSource?
    /// The rows that changed since the last report; `nil` before the first one.
    private var unreported: [Int]?
    var captureNumber: UInt32 = 0
    /// The capture whose records have distinct places, none of which has changed since; 0 if there
    /// is none.
    var settledCapture: UInt32 = 0
    /// Whether a converter has run since a save last set the unconverted archive aside.
    package var hasConverted = false
    /// Called with each registered object during a restore.
    var onRegistration: ((any Restorable) -> Void)?
    /// Finds rows by name and parent. `nil` for the first searches, see ``candidates(_:below:)``.
    private var index: PlaceIndex?
    /// The searches without an index so far.
    private var searches = 0

    static let application = 0
    private static let top = Place(parent: -1, mark: .none, name: NameTable.none)

    package init(ids: RecordIDSource = RecordIDSource()) {
        self.ids = ids
        append(Record(id: .application, place: Self.top, fate: .bound))
    }

    deinit {
        rows.end()
        bindings.end()
        durations.end()
        addresses.end()
    }

    // MARK: Rows

    func reserve(_ count: Int) {
        rows.reserve(count)
        bindings.reserve(count)
        addresses.value.reserve(count)
    }

    func append(_ record: Record) {
        rows.append(record)
        bindings.append(Binding(nil))
    }

    /// Adds a row for a record with a new ID.
    func addRow(_ place: Place, kind: Int = 0, flags: Record.Flags, fate: Fate) -> Int {
        let record = Record(id: ids.next(), place: place, flags: flags, fate: fate, kind: kind)
        noteParent(place.parent)
        let row = special.unused.popLast() ?? rows.count
        if row == rows.count {
            append(record)
        } else {
            rows[row] = record
            bindings[row] = Binding(nil)
            if row < durations.count { durations[row] = 0 }
        }
        index?.insert(row)
        return row
    }

    @inline(__always)
    func details(_ row: Int) -> RecordDetails? { rows[row].details }

    func makeDetails(_ row: Int) -> RecordDetails {
        if let known = details(row) { return known }
        let new = RecordDetails()
        rows[row].details = new
        return new
    }

    /// O(rows).
    var rowsWithDetails: some Sequence<Int> {
        (0..<rows.count).lazy.filter { [self] in details($0) != nil }
    }

    var retained: Set<Int> { special.retained }

    /// Rows with rare properties, found without a search.
    struct SpecialRows {
        var retained: Set<Int> = []
        /// The rows of roots that were removed.
        var removedRoots: Set<Int> = []
        /// The rows that wait for tickets.
        var waiting: Set<Int> = []
        /// Waits that began since waits were last limited.
        var newWaits: [Int] = []
        /// A lower bound for the end of the first wait.
        var nextDeadline: ContinuousClock.Instant?
        /// Rows that can be used again.
        var unused: [Int] = []
        var usedCountAtLastRemoval = 0
    }

    // MARK: Objects

    func row(of object: any Restorable) -> Int? {
        if let standIn = object.asStandIn { return standIn.row(in: self) }
        return row(ofLive: object)
    }

    /// The row of an object that is not a stand-in.
    @inline(__always)
    func row(ofLive object: any Restorable) -> Int? {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        guard let row = addresses.value[address].map({ Int($0) }),
            bindings[row].address == address
        else { return nil }
        return row
    }

    func object(_ row: Int) -> (any Restorable)? { bindings[row].object }

    /// Whether the row has an object. Cheaper than ``object(_:)``.
    func isLive(_ row: Int) -> Bool { bindings[row].isLive }

    /// Whether the row was given an object, which may have been deallocated since.
    func hasBinding(_ row: Int) -> Bool { bindings[row].address != 0 }

    /// Makes `object` the object of a record, without keeping it alive.
    func setObject(_ object: any Restorable, of row: Int) {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        addresses.value.set(UInt32(row), at: address)
        bindings[row] = Binding(object)
        rows[row].flags.subtract([.isHeldByParent, .isBare])
        if let standIn = details(row)?.standIn { standIn.arrived = object }
    }

    func removeObject(of row: Int) {
        bindings[row] = Binding(nil)
        details(row)?.standIn?.arrived = nil
    }

    /// The target of a reference to a record: its object, its stand-in, or `nil` if the record has
    /// ended.
    func target(_ row: Int) -> (any Restorable)? {
        if let object = object(row) { return object }
        return rows[row].fate == .retained ? standIn(for: row) : nil
    }

    func standIn(for row: Int) -> UnavailableObject {
        let details = makeDetails(row)
        if let known = details.standIn { return known }
        let new = UnavailableObject(of: self, row: row, reason: details.reason ?? Self.unknown)
        details.standIn = new
        return new
    }

    private static let unknown = Diagnosis(
        problem: "It was not restored",
        remedy: "See the report of the restore."
    )

    /// The nanoseconds that a plugin took to create and decode the object; 0 for an object of the
    /// host.
    func duration(of row: Int) -> UInt64 { row < durations.count ? durations[row] : 0 }

    /// Adds the time since `start`, a value of `restoration_nanoseconds`.
    func addDuration(since start: UInt64, of row: Int) {
        let now = restoration_nanoseconds()
        while durations.count <= row { durations.append(0) }
        durations[row] += now - start
    }

    // MARK: Places

    func setPlace(_ place: Place, of row: Int) {
        let former = rows[row].place
        guard former != place else { return }
        // The index lists rows by parent and name, and does not contain marks.
        let isListedElsewhere = former.parent != place.parent || former.name != place.name
        if isListedElsewhere { index?.remove(row) }
        rows[row].place = place
        settledCapture = 0
        noteParent(place.parent)
        if isListedElsewhere { index?.insert(row) }
    }

    func noteParent(_ row: Int) { if row > 0 { rows[row].flags.insert(.isParent) } }

    /// Moves the rows below one row to another. O(rows) if there are any.
    func moveChildren(of row: Int, to other: Int, where isMeant: (Int) -> Bool = { _ in true }) {
        guard rows[row].flags.contains(.isParent) else { return }
        for child in 0..<rows.count
        where rows[child].place.parent == row && isMeant(child) {
            var place = rows[child].place
            place.parent = other
            setPlace(place, of: child)
        }
    }

    func candidates(_ name: RestorationIdentifier, below parent: Int) -> [Int] {
        names.find(name).map { candidates($0, below: parent) } ?? []
    }

    /// All rows of a name below a parent. The first searches look at every row, since an index is
    /// large, and a program may search only for a few roots.
    func candidates(_ name: UInt32, below parent: Int) -> [Int] {
        if index == nil, searches < 3 {
            searches += 1
            return (1..<rows.count).filter {
                rows[$0].place.name == name && rows[$0].place.parent == parent
            }
        }
        return placeIndex.candidates(name, below: parent)
    }

    var placeIndex: PlaceIndex {
        if let index { return index }
        let new = PlaceIndex(self, 1..<max(rows.count, 1))
        index = new
        return new
    }

    func releasePlaceIndex() { index = nil }

    /// Runs `body`. If it throws, undoes its changes to the names and parents of objects. O(rows).
    package func undoing<Result>(onFailure body: () throws -> Result) throws -> Result {
        let former = rows.map { ($0.place, $0.flags, $0.kind) }
        do {
            return try body()
        } catch {
            for (row, (place, flags, kind)) in former.enumerated() {
                setPlace(place, of: row)
                rows[row].flags = flags.union(rows[row].flags.intersection(.isParent))
                rows[row].kind = kind
            }
            throw error
        }
    }

    // MARK: Fates

    /// Sets the owner of a record's values. Only the removal of records changes a fate elsewhere.
    ///
    /// - Parameters:
    ///   - outcome: The outcome for the report; `nil` leaves it unchanged.
    ///   - isHeld: Whether the record survives without an object, because its parent holds it.
    func setFate(
        _ fate: Fate,
        of row: Int,
        outcome: RestorationReport.Outcome?,
        because reason: Diagnosis? = nil,
        isHeld: Bool = false
    ) {
        let isRetained = rows[row].fate == .retained
        rows[row].fate = fate
        if isHeld { rows[row].flags.insert(.isHeldByParent) }
        if let outcome {
            rows[row].outcome = outcome
            unreported?.append(row)
            if let reason { makeDetails(row).reason = reason } else { details(row)?.reason = nil }
        }
        if fate == .retained {
            special.retained.insert(row)
        } else if isRetained {
            special.retained.remove(row)
        }
        guard let details = details(row) else { return }
        if let reason { details.standIn?.reason = reason }
        guard fate != .retained else { return }
        details.values = nil
        details.fingerprint = nil
        details.isInvalidated = false
        details.changed = nil
        details.isDetached = false
        details.migrated = nil
        details.isShownByParent = false
        endWait(of: row)
        if fate == .ended { details.unread = [] }
    }

    /// Replaces the remark about a record.
    func setReason(_ reason: Diagnosis, of row: Int) {
        let details = makeDetails(row)
        details.reason = reason
        details.standIn?.reason = reason
        unreported?.append(row)
    }

    func setWait(_ wait: Wait?, of row: Int) {
        if let ticket = details(row)?.wait?.ticket {
            special.waiting.remove(row)
            ticket.row = nil
        }
        if let ticket = wait?.ticket {
            special.waiting.insert(row)
            ticket.row = row
            if wait?.deadline == nil { special.newWaits.append(row) }
        }
        if wait != nil { makeDetails(row).wait = wait } else { details(row)?.wait = nil }
    }

    /// Limits the new waits for tickets, except those of existing objects.
    ///
    /// - Parameter deadline: `nil` for no limit.
    package func limitWaits(to deadline: ContinuousClock.Instant?) {
        for row in special.newWaits where !isLive(row) {
            guard let deadline, details(row)?.wait?.ticket != nil else { continue }
            details(row)?.wait?.deadline = deadline
            special.nextDeadline = special.nextDeadline.map { min($0, deadline) } ?? deadline
        }
        special.newWaits = []
    }

    /// When to look for overdue waits; `nil` if no wait has a limit. May be too early, if the first
    /// wait has already ended.
    package var nextDeadline: ContinuousClock.Instant? {
        special.waiting.isEmpty ? nil : special.nextDeadline
    }

    /// Finds the next end of a wait. O(waiting records).
    func findNextDeadline() {
        special.nextDeadline = special.waiting.lazy.filter { !self.isLive($0) }
            .compactMap { self.details($0)?.wait?.deadline }.min()
    }

    func endWait(of row: Int) {
        guard let wait = details(row)?.wait else { return }
        setWait(nil, of: row)
        wait.ticket?.cancel()
    }

    // MARK: Reports

    func recordReport() { unreported = unreported ?? [] }

    /// The rows that changed since the last report. Clears the list.
    func takeUnreported() -> Set<Int> {
        defer { if unreported != nil { unreported = [] } }
        return Set(unreported ?? [])
    }

    // MARK: The end

    /// Frees the rows that are not needed and have no needed row below them. O(rows).
    ///
    /// - Parameter isNeeded: Whether a row is still in use.
    func removeUnused(_ isNeeded: (Int) -> Bool) {
        var needed = [Bool](repeating: false, count: rows.count)
        needed[0] = true
        for row in needed.indices.dropFirst() where !needed[row] && isNeeded(row) {
            var next = row
            while next >= 0, !needed[next] {
                needed[next] = true
                next = rows[next].place.parent
            }
        }
        // Released last: objects in the details may use the set in their deinit.
        var former: [RecordDetails] = []
        special.unused = []
        addresses.value.removeAll()
        for row in needed.indices {
            if needed[row], isLive(row) {
                addresses.value.set(UInt32(row), at: bindings[row].address)
                continue
            }
            bindings[row] = Binding(nil)
            guard !needed[row] else { continue }
            if let details = details(row) { former.append(details) }
            rows[row] = Record(id: rows[row].id, place: Self.top, fate: .ended)
            special.retained.remove(row)
            special.removedRoots.remove(row)
            special.unused.append(row)
        }
        special.usedCountAtLastRemoval = rows.count - special.unused.count
        withExtendedLifetime(former) {}
        index = nil
    }

    /// Whether the rows in use have doubled since unused rows were last removed.
    var hasGrown: Bool {
        let usedCount = rows.count - special.unused.count
        return usedCount > 64 && usedCount > 2 * special.usedCountAtLastRemoval
    }

    /// Removes all retained records, and cancels their tickets.
    package func removeAll() {
        for row in retained { endWait(of: row) }
        // Released last: objects in the details may use the set in their deinit.
        var former: [RecordDetails] = []
        (special.retained, special.waiting) = ([], [])
        for row in 0..<rows.count {
            if let details = details(row) { former.append(details) }
            rows[row].details = nil
            if rows[row].fate == .retained { rows[row].fate = .ended }
        }
        source = nil
        withExtendedLifetime(former) {}
    }
}

// MARK: - Loading

extension RecordSet {
    /// Adds the records of an archive. Their fate is ``Fate/ended`` until a restore decides it.
    ///
    /// - Parameter aliases: The present paths of objects that older archives have at former paths.
    ///   An alias applies if the archive has a record at the former path, and none at the present
    ///   path.
    /// - Returns: The aliases that moved a record.
    @discardableResult
    package func load(_ archive: ArchiveReader, moving aliases: [PathAlias] = []) -> [PathAlias] {
        let source = ValueSource(archive, rows: addRows(of: archive))
        self.source = source
        index = nil
        return aliases.isEmpty ? [] : move(aliases, source)
    }
}
