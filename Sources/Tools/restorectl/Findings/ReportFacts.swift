import RestorationCore
import RestorationEngine
import RestorationKit

struct ReportFacts: Presentable {
    let report: StoredReport
    let showsAll: Bool
    /// How the last launch ended, if the next one judges that.
    var unjudgedEnding: String?

    func page() -> Page {
        var page = Page()
        page.add(Span(report.application, .title))
        page.add(Span(origin), indent: 4)
        if let summary { page.add(Span(summary), indent: 4) }
        if let unjudgedEnding {
            page.addGap()
            page.add(wrapping: CrashFindings.sentence(about: unjudgedEnding), .caution)
        }
        for note in report.notes {
            page.addGap()
            page.add(Span(note.problem, .caution))
            note.addDetails(to: &page)
        }
        for object in shown where object.hasStory {
            page.addGap()
            object.addStory(to: &page)
        }
        addRestored(to: &page)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(report.application, forKey: "application")
        try members.encode(report.reason, forKey: "reason")
        try members.encode(report.generation, forKey: "generation")
        try members.encode(report.savedAt.map(Quantity.isoMoment), forKey: "savedAt")
        try members.encode(report.applicationVersion, forKey: "applicationVersion")
        try members.encode(Dictionary(uniqueKeysWithValues: counts), forKey: "counts")
        try members.encode(unjudgedEnding, forKey: "unjudgedEnding")
        try members.encode(report.notes.map(\.diagnosis), forKey: "notes")
        try members.encode(shown.map(ObjectFacts.init), forKey: "objects")
    }

    private static let restored = RestorationReport.Outcome.restored.rawValue

    private var shown: [StoredReport.Object] {
        showsAll ? report.objects : report.objects.filter(\.hasStory)
    }

    private var counts: [(outcome: String, count: Int)] {
        RestorationReport.Outcome.allCases.map { ($0.rawValue, count(of: $0)) }
    }

    func count(of outcome: RestorationReport.Outcome) -> Int {
        report.counts?[outcome.rawValue]
            ?? report.objects.count { $0.outcome == outcome.rawValue }
    }

    var origin: String {
        guard let generation = report.generation else { return "nothing was restored" }
        let saved = report.savedAt.map { ", saved \(Quantity.moment($0))" } ?? ""
        let version = report.applicationVersion.map { " by version \($0)" } ?? ""
        return "restored generation \(generation)\(saved)\(version)"
    }

    var summary: String? {
        let counts = counts.filter { $0.count > 0 }
        guard !counts.isEmpty else { return nil }
        let total = Quantity.count(counts.reduce(0) { $0 + $1.count }, "object")
        let parts = counts.map { Quantity.count($0.count, $0.outcome, plural: $0.outcome) }
        return total + ": " + parts.joined(separator: ", ")
    }

    private func addRestored(to page: inout Page) {
        let restored = shown.filter { !$0.hasStory }
        guard !restored.isEmpty else { return }
        page.addGap()
        for object in restored {
            let time = object.nanoseconds.map { ", \(Quantity.time(nanoseconds: $0))" } ?? ""
            let origin = object.origin.map { "  \($0)\(time)" } ?? ""
            page.add(Span(object.path, .title), Span("  restored", .good), Span(origin, .aside))
        }
    }
}

extension StoredReport.Object {
    fileprivate var hasStory: Bool {
        reason != nil || outcome != RestorationReport.Outcome.restored.rawValue
    }

    fileprivate var origin: String? {
        className.map { "class \($0)" + (plugin.map { " of \($0)" } ?? "") }
    }

    fileprivate func addStory(to page: inout Page) {
        page.add(
            Span(path, .title),
            Span("  \(outcome)", .caution),
            Span(origin.map { "  \($0)" } ?? "", .aside)
        )
        if let planned = planned.flatMap(RestorationPlan.Decision.init) {
            page.add(Span(" plan: ", .aside), Span("\(planned)"))
        }
        guard let reason else { return }
        page.add(wrapping: reason.problem, label: Span("  why: ", .aside))
        reason.addDetails(to: &page)
    }
}

extension StoredReport.Note {
    func addDetails(to page: inout Page) {
        for line in excerpt?.split(separator: "\n") ?? [] {
            page.add(Span(String(line)), indent: 7)
        }
        if let place { page.add(Span("   at: ", .aside), Span(place)) }
        page.add(wrapping: remedy, label: Span("  fix: ", .aside))
    }

    var diagnosis: Diagnosis {
        Diagnosis(problem: problem, excerpt: excerpt, place: place, remedy: remedy)
    }
}

/// One object of the report. Members that a report omits are `null`.
private struct ObjectFacts: Encodable {
    let object: StoredReport.Object

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(object.path, forKey: "path")
        try members.encode(object.className, forKey: "class")
        try members.encode(object.plugin, forKey: "plugin")
        try members.encode(object.outcome, forKey: "outcome")
        try members.encode(object.reason?.diagnosis, forKey: "reason")
        try members.encode(object.nanoseconds, forKey: "nanoseconds")
        try members.encode(object.planned, forKey: "planned")
    }
}
