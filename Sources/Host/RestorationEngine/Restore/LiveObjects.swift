import RestorationCore

/// Finds the program's own objects for records (REST-17), level by level and on demand, among the
/// children of the object above. Each object's children are listed once, so n lookups cost O(n)
/// together. Valid while no record without an object moves.
final class LiveObjects {
    private let set: RecordSet
    /// The objects for the rows below the parents that were asked.
    private var found: [Int: Found] = [:]
    /// The rows whose children were listed, and whether each has all its elements; -1 for the
    /// parent of the roots.
    private var listed: [Int: Bool] = [:]
    /// The parent listed last, which adjacent rows share.
    private var latest: Int?

    enum Found {
        case object(any Restorable)
        /// The object belongs to another record of the same name.
        case anothers(any Restorable)
        /// Several objects have this path, so none is chosen (PATH-7).
        case ambiguous

        /// The object, unless it belongs to another record.
        var own: (any Restorable)? { if case .object(let object) = self { object } else { nil } }
    }

    init(_ set: RecordSet) { self.set = set }

    func object(at row: Int) -> Found? {
        var above = set.parentObject(of: row)
        guard above == nil, set.rows[row].place.parent > 0 else {
            return object(at: row, below: above)
        }
        // From the nearest ancestor with an object downwards.
        let steps = [row] + set.rowsAbove(row).prefix { !set.isLive($0) }
        above = set.parentObject(of: steps[steps.count - 1])
        for step in steps.reversed() {
            let found = object(at: step, below: above)
            guard step != row, case .object(let object)? = found else { return found }
            above = object
        }
        return nil
    }

    /// Whether an owner had loaded its elements, and expected no more, when its children were
    /// listed.
    func hasAllElements(_ row: Int) -> Bool { listed[row] == true }

    /// Drops the answers, since objects may hold others by now.
    func forget() {
        found = [:]
        listed = [:]
        latest = nil
    }

    private func object(at row: Int, below parent: (any Restorable)?) -> Found? {
        let above = set.rows[row].place.parent
        if latest != above, listed[above] == nil {
            let children =
                parent.map { set.children(of: $0) } ?? set.roots.map { ($0.object, $0.told) }
            let counts =
                (parent as? any RestorableContainer)?.distinguishesChildrenByPosition ?? false
            match(set.tagged(children), under: above, countsPositions: counts)
            let isOwner = parent.map { set.kinds.traits(of: $0).contains(.elementOwner) } ?? false
            let owner = isOwner ? parent as? any RestorableElementOwner : nil
            listed[above] =
                owner.map { !$0.awaitsElements && $0.restorationElements != nil } ?? false
            latest = above
        }
        return found[row]
    }

    /// O(n log n), and O(n) if the children are in the order of the archive.
    private func match(
        _ children: [(child: any Restorable, told: Told)],
        under row: Int,
        countsPositions: Bool
    ) {
        var named: [(name: UInt32, key: RestorationIdentifier?, object: any Restorable)] = []
        named.reserveCapacity(children.count)
        for (child, told) in children where child.asStandIn == nil {
            // Other names have no records.
            guard let name = set.identifier(of: child).flatMap({ set.names.find($0) }),
                !isMade(child)
            else { continue }
            named.append((name, told.mark.key, child))
        }
        found.reserveCapacity(found.count + named.count)
        named.sort { $0.name < $1.name }
        var rest = named[...]
        while let first = rest.first {
            let equal = rest.prefix { $0.name == first.name }
            rest = rest.dropFirst(equal.count)
            var rows = set.candidates(first.name, below: row)
            rows.removeAll { !isSaved($0) }
            // Most names occur once.
            guard rows.count > 1 || equal.count > 1 else {
                if let own = rows.first, set.rows[own].place.mark.key == first.key {
                    pair(first.object, with: rows)
                }
                continue
            }
            let saved = Dictionary(grouping: rows) { set.rows[$0].place.mark.key }
            for (key, named) in Dictionary(grouping: equal, by: \.key) {
                pair(named.map(\.object), with: saved[key] ?? [], countsPositions)
            }
        }
    }

    private func isSaved(_ row: Int) -> Bool {
        set.rows[row].number >= 0 || set.rows[row].fate == .retained
            || set.rows[row].flags.contains(.isBare)
    }

    private func pair(
        _ objects: [any Restorable],
        with rows: [Int],
        _ countsPositions: Bool
    ) {
        if countsPositions, objects.count > 1 || rows.count > 1 {
            // Objects of the program are counted apart from those that a class makes.
            let own = rows.filter { !set.hasClass($0) }.sorted {
                set.rows[$0].place.mark.count < set.rows[$1].place.mark.count
            }
            pair(objects, inOrder: own)
            return
        }
        guard objects.count == 1 else {
            for row in rows { found[row] = .ambiguous }
            return
        }
        pair(objects[0], with: rows)
    }

    /// Pairs objects of one name by their order, and by their types if these have changed.
    private func pair(_ objects: [any Restorable], inOrder rows: [Int]) {
        let pairs = zip(rows, objects)
        if pairs.allSatisfy({ set.isKind($1, of: set.rows[$0].kind) }) {
            for (row, object) in pairs { found[row] = .object(object) }
            return
        }
        var rest = rows
        for object in objects {
            guard let row = record(of: object, among: rest) else { break }
            found[row] = .object(object)
            rest.removeAll { $0 == row }
        }
        for row in rest where !set.isKind(objects[0], of: set.rows[row].kind) {
            found[row] = .anothers(objects[0])
        }
    }

    private func pair(_ object: any Restorable, with rows: [Int]) {
        guard let match = record(of: object, among: rows) else { return }
        found[match] = .object(object)
        for row in rows where row != match && !set.hasClass(row) { found[row] = .anothers(object) }
    }

    /// The record that an object takes of those at one place: one of its type. A record of exactly
    /// its type has newer state than one of a superclass or a former type.
    func record(of object: any Restorable, among rows: [Int]) -> Int? {
        guard rows.count > 1 else { return rows.first }
        let own = rows.filter { row in
            !set.hasClass(row) && set.isKind(object, of: set.rows[row].kind)
        }
        let same = own.first { set.rows[$0].kind == set.kindNumber(of: object, $0) }
        // A root may name a class.
        return same ?? own.first ?? rows.first { set.hasClass($0) } ?? rows.first
    }

    /// Whether a class made the object, which is then not a candidate.
    private func isMade(_ object: any Restorable) -> Bool {
        guard let row = set.row(of: object) else { return false }
        return set.rows[row].flags.contains(.isNamed) && set.hasClass(row)
    }
}

extension Mark {
    /// The position among siblings of one name.
    var count: Int {
        switch self {
        case .none, .key, .numberedKey: 1
        case .position(let count), .number(let count): count
        }
    }
}
