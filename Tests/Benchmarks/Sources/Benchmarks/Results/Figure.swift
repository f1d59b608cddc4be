import Foundation

/// One figure of the session, printable as a machine-readable line, to compare two builds.
struct Figure {
    let name: String
    let median: Median

    /// The name, the least nanoseconds and the allocations, separated by tabs.
    var line: String {
        "\(name)\t" + String(format: "%.2f\t%.3f", median.leastNanoseconds, median.allocations)
    }

    static func list(_ results: Results) -> [Figure] {
        results[.session].map {
            [
                Figure(name: "capture: \(results.title)", median: $0.encoding),
                Figure(name: "restore: \(results.title)", median: $0.decoding),
            ]
        } ?? []
    }

    static func list(_ arrivals: Arrivals) -> [Figure] {
        [
            Figure(name: "arrival alone: \(arrivals.count) waiting", median: arrivals.oneByOne),
            Figure(name: "arrival together: \(arrivals.count) waiting", median: arrivals.together),
        ]
    }

    static func list(_ state: RetainedState) -> [Figure] {
        [
            Figure(name: "capture: \(state.title)", median: state.capture),
            Figure(name: "restore: \(state.title)", median: state.restore),
            Figure(name: "invalidate: \(state.title)", median: state.invalidation),
        ]
    }

    static func list(_ changes: ObjectChanges) -> [Figure] {
        changes.all.map { Figure(name: "\($0.name): \(changes.title)", median: $0.median) }
    }

    static func list(_ pages: ElementPages) -> [Figure] {
        [
            Figure(name: "capture: \(pages.title)", median: pages.capture),
            Figure(name: "restore: \(pages.title)", median: pages.restore),
        ]
    }
}
