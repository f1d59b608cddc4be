import RestorationCore

/// Finds the program's own objects for records (REST-17): among the children of the object above,
/// one level at a time, and only when asked. The children of an object are listed once; so asking
/// for each of n children costs O(n) together.
final class LiveObjects {
    private let set: RecordSet
    /// By parent row, -1 for the roots: the objects for the rows below it.
    private var listed: [Int: [Int: Found]] = [:]

    enum Found {
        case object(any Restorable)
        /// There is one of the name, and none of the saved type.
        case ofOtherType(any Restorable)
        /// The same, where another record of the name is that one's.
        case anothers(any Restorable)
        /// Several objects have this path, so none is meant (PATH-7).
        case ambiguous
    }

    init(_ set: RecordSet) { self.set = set }

    /// The live object at the place of a record.
    func object(at row: Int) -> Found? {
        var steps = [row]
        var parent = set.rows.value[row].place.parent
        // Up to the nearest ancestor whose object is known, then down again.
        while parent > 0, set.object(parent) == nil {
            steps.append(parent)
            parent = set.rows.value[parent].place.parent
        }
        var above = parent > 0 ? set.object(parent) : nil
        for step in steps.reversed() {
            let found = children(of: above, under: set.rows.value[step].place.parent)[step]
            guard step != row, case .object(let object)? = found else { return found }
            above = object
        }
        return nil
    }

    /// The root at the place of a record.
    func root(at row: Int) -> Found? { children(of: nil, under: -1)[row] }

    /// Objects may hold others by now, and are kept no longer.
    func forget() { listed = [:] }

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

    /// Pairs objects with the records of their names.
    private func match(
        _ children: [(child: any Restorable, told: Told)],
        under row: Int,
        countsPositions: Bool
    ) -> [Int: Found] {
        var groups: [RestorationPath.Component: [any Restorable]] = [:]
        var order: [RestorationPath.Component] = []
        for (child, told) in children where !(child is UnavailableObject) {
            guard let name = set.identifier(of: child), !isMade(child) else { continue }
            var mark: RestorationIdentifier?
            if case .key(let key) = told.mark { mark = key }
            let component = RestorationPath.Component(name, discriminator: mark)
            if groups[component] == nil { order.append(component) }
            groups[component, default: []].append(child)
        }
        var found: [Int: Found] = [:]
        var saved: [RestorationIdentifier: [RestorationIdentifier?: [Int]]] = [:]
        for component in order {
            let name = component.identifier
            let known = saved[name] ?? records(called: name, under: row)
            saved[name] = known
            let rows = known[component.discriminator] ?? []
            pair(groups[component] ?? [], with: rows, countsPositions, &found)
        }
        return found
    }

    /// The rows of a name that objects are looked for, by the keys that tell them apart.
    private func records(
        called name: RestorationIdentifier,
        under parent: Int
    ) -> [RestorationIdentifier?: [Int]] {
        let rows = set.placeIndex.candidates(name, below: parent).filter { row in
            set.rows.value[row].number >= 0 || set.rows.value[row].fate == .retained
                || set.rows.value[row].flags.contains(.isBare)
        }
        return Dictionary(grouping: rows) { row in
            if case .key(let key) = set.rows.value[row].place.mark { key } else { nil }
        }
    }

    private func pair(
        _ objects: [any Restorable],
        with rows: [Int],
        _ countsPositions: Bool,
        _ found: inout [Int: Found]
    ) {
        if countsPositions, objects.count > 1 || rows.count > 1 {
            // The program's are counted among the program's, those that a class makes among
            // theirs.
            let own = rows.filter { !set.hasClass($0) }.sorted {
                set.rows.value[$0].place.mark.count < set.rows.value[$1].place.mark.count
            }
            for (row, object) in zip(own, objects) { found[row] = .object(object) }
            return
        }
        guard objects.count == 1 else {
            for row in rows { found[row] = .ambiguous }
            return
        }
        // Of records at one place, an object takes the one of its type.
        let object = objects[0]
        let own = rows.first { row in
            !set.hasClass(row) && set.isKind(object, of: set.kinds[set.rows.value[row].kind])
        }
        // A root may name a class.
        let match = own ?? rows.first { set.hasClass($0) }
        if let match {
            for row in rows where !set.hasClass(row) { found[row] = .anothers(object) }
            found[match] = .object(object)
        } else if let first = rows.first {
            found[first] = .ofOtherType(object)
        }
    }

    /// Whether the session has made an object, which is then not looked for.
    private func isMade(_ object: any Restorable) -> Bool {
        guard let row = set.row(of: object) else { return false }
        return set.rows.value[row].flags.contains(.isNamed) && set.hasClass(row)
    }
}

extension Mark {
    /// Which it is among those of its name.
    var count: Int {
        switch self {
        case .none, .key: 1
        case .position(let count), .number(let count): count
        }
    }
}
