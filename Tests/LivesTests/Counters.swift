import RestorationTesting

/// In how many lives each event happened, and each pair of an event and what became of its object.
final class Counters {
    private(set) var lives = 0
    private var events: [Event: Int] = [:]
    private var pairs: [Pair: Int] = [:]
    private var livesEvents: Set<Event> = []
    private var livesPairs: Set<Pair> = []
    /// What has happened to each object.
    private var histories: [Int: Set<Event>] = [:]
    /// Where the newest archive that was looked at has each object.
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

    /// Notes what became of each object in a restore.
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

    /// A line for each event, with the fates of the objects that it happened to.
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
