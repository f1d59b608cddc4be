package import RestorationCore

extension RecordSet {
    /// The path of a record; `nil` for the application's own. O(depth).
    package func path(of row: Int) -> RestorationPath? {
        RestorationPath(path(of: row, last: .max))
    }

    package func path(of row: Int, last count: Int) -> [RestorationPath.Component] {
        var components: [RestorationPath.Component] = []
        var next = row
        while next > 0, components.count < count {
            if rows[next].place.name != NameTable.none {
                components.append(component(of: next))
            }
            next = rows[next].place.parent
        }
        return components.reversed()
    }

    func component(of row: Int) -> RestorationPath.Component {
        let place = rows[row].place
        return RestorationPath.Component(names[place.name]!, discriminator: place.mark.text)
    }

    func identifier(_ row: Int) -> RestorationIdentifier? { names[rows[row].place.name] }

    func rowsAbove(_ row: Int) -> some Sequence<Int> {
        sequence(first: rows[row].place.parent) { [rows] in rows[$0].place.parent }
            .lazy.prefix { $0 > 0 }
    }

    func isBelow(_ row: Int, _ ancestor: Int) -> Bool {
        row == ancestor || rowsAbove(row).contains(ancestor)
    }

    /// Whether a row is one of some rows, or below one.
    func isBelow(_ row: Int, _ tops: Set<Int>) -> Bool {
        tops.contains(row) || rowsAbove(row).contains(where: tops.contains)
    }
}

/// Finds rows by their places. If several rows have the same place, it finds the first one;
/// ``candidates(_:below:)`` finds all.
struct PlaceIndex {
    private struct Name: Hashable {
        let parent: Int
        let name: UInt32
    }
    private let records: RowArray<Record>
    private let names: NameTable
    private var rows: [Name: Rows]

    /// The rows of one name. Most names have one row, for which an array would take more memory.
    private struct Rows {
        var first = -1
        var others: [Int] = []
        var all: [Int] { first < 0 ? [] : others.isEmpty ? [first] : [first] + others }

        mutating func append(_ row: Int) {
            if first < 0 { first = row } else { others.append(row) }
        }

        mutating func remove(_ row: Int) {
            if first != row {
                others.removeAll { $0 == row }
            } else {
                first = others.isEmpty ? -1 : others.removeFirst()
            }
        }
    }

    init(_ set: RecordSet, _ rows: some Collection<Int>) {
        (records, names) = (set.rows, set.names)
        self.rows = Dictionary(minimumCapacity: rows.count)
        for row in rows where records[row].place.name != NameTable.none { insert(row) }
    }

    mutating func insert(_ row: Int) { rows[name(of: row), default: Rows()].append(row) }

    mutating func remove(_ row: Int) {
        // Unused rows have no name. There may be many, and none is looked for.
        if records[row].place.name != NameTable.none { rows[name(of: row)]?.remove(row) }
    }

    private func name(of row: Int) -> Name {
        let place = records[row].place
        return Name(parent: place.parent, name: place.name)
    }

    /// All rows of a name below a parent, in order of insertion.
    func candidates(_ name: UInt32, below parent: Int) -> [Int] {
        rows[Name(parent: parent, name: name)]?.all ?? []
    }

    func row(_ component: RestorationPath.Component, below parent: Int) -> Int? {
        let rows = names.find(component.identifier).map { candidates($0, below: parent) } ?? []
        return rows.first { records[$0].place.mark.text == component.discriminator }
    }

    func row(at path: RestorationPath) -> Int? {
        var parent = -1
        for component in path.components {
            guard let next = row(component, below: parent) else { return nil }
            parent = next
        }
        return parent
    }
}
