import RestorationTesting

/// Counts the lives in which each event happened, and each pair of an event and its object's
/// outcome.
final class Counters {
    private(set) var lives = 0
    private var events: [Event: Int] = [:]
    private var pairs: [Pair: Int] = [:]
    private var livesEvents: Set<Event> = []
    private var livesPairs: Set<Pair> = []
    /// The events that have happened to each object.
    private var histories: [Int: Set<Event>] = [:]
    /// The token of each object by its path in the newest archive that the checker has read.
    var paths: [String: Int] = [:]

    private struct Pair: Hashable {
        let event: Event
        let fate: RestorationReport.Outcome
    }

    func beginLife() {
        lives += 1
        (livesEvents, livesPairs, histories, paths) = ([], [], [:], [:])
    }

    func note(_ event: Event, _ tokens: [Int] = []) {
        livesEvents.insert(event)
        for token in tokens { histories[token, default: []].insert(event) }
    }

    /// Records the outcome of each object of a restore.
    func note(_ report: RestorationReport, of life: Life) {
        for entry in report.entries {
            guard let token = paths["\(entry.path)"] else { continue }
            for event in histories[token] ?? [] {
                livesPairs.insert(Pair(event: event, fate: entry.outcome))
            }
        }
    }

    func endLife() {
        for event in livesEvents { events[event, default: 0] += 1 }
        for pair in livesPairs { pairs[pair, default: 0] += 1 }
    }

    /// A line for each event, with the outcomes of the affected objects.
    var description: String {
        let lines = Event.allCases.map { event in
            let fates = RestorationReport.Outcome.allCases.compactMap { fate in
                pairs[Pair(event: event, fate: fate)].map { "\(fate.rawValue) \($0)" }
            }
            return "\(event) \(events[event] ?? 0)"
                + (fates.isEmpty ? "" : ": \(fates.joined(separator: ", "))")
        }
        return (["lives \(lives)"] + lines).joined(separator: "\n")
    }
}
