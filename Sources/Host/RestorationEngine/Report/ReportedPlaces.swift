import RestorationCore
import Synchronization

/// The places of records when a report was made. Paths are computed on demand.
struct ReportedPlaces: Sendable {
    private let places: [Place]
    private let names: [RestorationIdentifier]
    private let index = SharedIndex()

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

    /// The row at a path, if any. O(depth), but O(rows) the first time.
    func row(at path: RestorationPath, among rows: some Sequence<Int>) -> Int? {
        index.made { made in
            if made.isEmpty {
                for row in rows {
                    let known = self.path(of: row)
                    if made[known] == nil { made[known] = row }
                }
            }
            return made[path]
        }
    }

    /// The total number of steps in the paths of some rows. O(rows).
    func stepCount(of rows: some Sequence<Int>) -> Int {
        var depths = [Int](repeating: -1, count: places.count)
        func depth(_ row: Int) -> Int {
            var chain: [Int] = []
            var next = row
            while next > 0, depths[next] < 0 {
                chain.append(next)
                next = places[next].parent
            }
            var depth = next > 0 ? depths[next] : 0
            for step in chain.reversed() {
                depth += places[step].name == NameTable.none ? 0 : 1
                depths[step] = depth
            }
            return depth
        }
        return rows.reduce(0) { $0 + depth($1) }
    }

    /// An index made on first use, since most reports are read from beginning to end, if at all. A
    /// mutex guards it, because any thread may read a report, and copies share the index.
    private final class SharedIndex: Sendable {
        private let state = Mutex<[RestorationPath: Int]>([:])
        func made<Answer: Sendable>(
            _ body: (inout sending [RestorationPath: Int]) -> Answer
        ) -> Answer {
            state.withLock { body(&$0) }
        }
    }
}
