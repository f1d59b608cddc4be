import RestorationCore

/// Finds the program's own objects for records (REST-17), level by level and on demand, among the
/// children of the object above. Each object's children are listed once, so n lookups cost O(n)
/// together.
final class LiveObjects {
    private let set: RecordSet
    /// The objects for the rows below a parent row, which is -1 for roots.
    private var listed: [Int: [Int: Found]] = [:]
    /// Whether owners have loaded their elements, by row.
    private var loaded: [Int: Bool] = [:]

    enum Found {
        case object(any Restorable)
        /// The object belongs to another record of the same name.
        case anothers(any Restorable)
        /// Several objects have this path, so none is chosen (PATH-7).
        case ambiguous
    }

    init(_ set: RecordSet) { self.set = set }

    func object(at row: Int) -> Found? {
        var steps = [row]
        var parent = set.rows[row].place.parent
        // Climbs to the nearest ancestor with an object, then descends.
        while parent > 0, set.object(parent) == nil {
            steps.append(parent)
            parent = set.rows[parent].place.parent
        }
        var above = parent > 0 ? set.object(parent) : nil
        for step in steps.reversed() {
            let found = children(of: above, under: set.rows[step].place.parent)[step]
            guard step != row, case .object(let object)? = found else { return found }
            above = object
        }
        return nil
    }

    /// Whether an owner has loaded its elements. Asked once, since listing them is linear.
    func hasLoaded(_ owner: any RestorableElementOwner, _ row: Int) -> Bool {
        if let known = loaded[row] { return known }
        let isLoaded = owner.restorationElements != nil
        loaded[row] = isLoaded
        return isLoaded
    }

    /// Drops the answers, since objects may hold others by now.
    func forget() {
        listed = [:]
        loaded = [:]
    }

    private func children(of parent: (any Restorable)?, under row: Int) -> [Int: Found] {
        if let known = listed[row] { return known }
        let children =
            parent.map { set.children(of: $0) } ?? set.roots.map { ($0.object, $0.told) }
        let counts =
            (parent as? any RestorableContainer)?.distinguishesChildrenByPosition ?? false
        let found = match(set.tagged(children), under: row, countsPositions: counts)
        listed[row] = found
        return found
    }

    private func match(
        _ children: [(child: any Restorable, told: Told)],
        under row: Int,
        countsPositions: Bool
    ) -> [Int: Found] {
        var named: [RestorationIdentifier: [(key: RestorationIdentifier?, object: any Restorable)]]
        named = Dictionary(minimumCapacity: children.count)
        for (child, told) in children where !(child is UnavailableObject) {
            guard let name = set.identifier(of: child), !isMade(child) else { continue }
            var key: RestorationIdentifier?
            if case .key(let told) = told.mark { key = told }
            named[name, default: []].append((key, child))
        }
        var found: [Int: Found] = [:]
        for (name, named) in named {
            let rows = records(called: name, under: row)
            // Most names occur once.
            guard rows.count > 1 || named.count > 1 else {
                let own = rows.filter { key(of: $0) == named[0].key }
                pair([named[0].object], with: own, countsPositions, &found)
                continue
            }
            let saved = Dictionary(grouping: rows, by: key(of:))
            for (key, named) in Dictionary(grouping: named, by: \.key) {
                pair(named.map(\.object), with: saved[key] ?? [], countsPositions, &found)
            }
        }
        return found
    }

    private func key(of row: Int) -> RestorationIdentifier? {
        if case .key(let key) = set.rows[row].place.mark { key } else { nil }
    }

    /// The candidate rows of a name.
    private func records(called name: RestorationIdentifier, under parent: Int) -> [Int] {
        set.candidates(name, below: parent).filter { row in
            set.rows[row].number >= 0 || set.rows[row].fate == .retained
                || set.rows[row].flags.contains(.isBare)
        }
    }

    private func pair(
        _ objects: [any Restorable],
        with rows: [Int],
        _ countsPositions: Bool,
        _ found: inout [Int: Found]
    ) {
        if countsPositions, objects.count > 1 || rows.count > 1 {
            // Objects of the program are counted apart from those that a class makes.
            let own = rows.filter { !set.hasClass($0) }.sorted {
                set.rows[$0].place.mark.count < set.rows[$1].place.mark.count
            }
            for (row, object) in zip(own, objects) { found[row] = .object(object) }
            return
        }
        guard objects.count == 1 else {
            for row in rows { found[row] = .ambiguous }
            return
        }
        // Among records at one place, an object takes the one of its type.
        let object = objects[0]
        let own = rows.first { row in
            !set.hasClass(row) && set.isKind(object, of: set.kinds[set.rows[row].kind])
        }
        // A root may name a class.
        guard let match = own ?? rows.first(where: { set.hasClass($0) }) ?? rows.first else {
            return
        }
        for row in rows where !set.hasClass(row) { found[row] = .anothers(object) }
        found[match] = .object(object)
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
        case .none, .key: 1
        case .position(let count), .number(let count): count
        }
    }
}
