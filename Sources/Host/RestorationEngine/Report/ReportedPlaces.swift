import RestorationCore

/// The places of records when a report was made. Paths are computed on demand.
struct ReportedPlaces: Sendable {
    private let places: [Place]
    private let names: [RestorationIdentifier]

    init() { (places, names) = ([], []) }

    /// O(rows).
    init(of set: RecordSet) {
        places = (0..<set.rows.count).map { set.rows[$0].place }
        names = set.names.all
    }

    /// The path of a row. O(depth).
    func path(of row: Int) -> RestorationPath {
        var components: [RestorationPath.Component] = []
        // Deep enough for most records.
        components.reserveCapacity(4)
        var next = row
        while next > 0 {
            if let component = component(next) { components.append(component) }
            next = places[next].parent
        }
        // All reported records have a name.
        components.reverse()
        return RestorationPath(components)!
    }

    private func component(_ row: Int) -> RestorationPath.Component? {
        let place = places[row]
        guard place.name != NameTable.none else { return nil }
        return RestorationPath.Component(names[Int(place.name)], discriminator: place.mark.text)
    }

    /// The position of the first row at a path. Only rows with the same last component are compared
    /// as a whole.
    func position(of path: RestorationPath, among rows: some Collection<Int>) -> Int? {
        let last = path.components[path.components.count - 1]
        guard let name = names.firstIndex(of: last.identifier) else { return nil }
        return rows.enumerated().first { _, row in
            places[row].name == name && component(row) == last && self.path(of: row) == path
        }?.offset
    }

    /// The number of records from the top to a row. O(depth).
    func depth(of row: Int) -> Int {
        sequence(first: row) { places[$0].parent }.lazy.prefix { $0 > 0 }
            .reduce(0) { depth, _ in depth + 1 }
    }
}
