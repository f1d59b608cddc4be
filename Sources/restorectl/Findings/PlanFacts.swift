import RestorationCore
import RestorationEngine
import RestorationKit

/// What the next restore is going to do.
struct PlanFacts: Presentable {
    let application: ApplicationIdentifier
    let plan: RestorationPlan
    /// What the program left about itself; `nil` if it has left nothing that can be read.
    let host: ProgramFacts?

    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title))
        page.add(Span(headline), indent: 4)
        if let summary { page.add(wrapping: summary, indent: 4) }
        if let reason = plan.reason {
            page.addGap()
            reason.add(to: &page)
        }
        for note in plan.notes {
            page.addGap()
            note.add(to: &page)
        }
        if !plan.entries.isEmpty { page.addGap() }
        for entry in plan.entries { entry.add(to: &page) }
        host?.addSearch(to: &page)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(plan.generation, forKey: "generation")
        let saved = plan.preservationInfo?.timestamp.seconds
        try members.encode(saved.map(Quantity.isoMoment), forKey: "savedAt")
        let version = plan.preservationInfo?.applicationVersion
        try members.encode(version, forKey: "applicationVersion")
        try members.encode(plan.decision.rawValue, forKey: "decision")
        try members.encode(plan.reason, forKey: "reason")
        try members.encode(plan.notes, forKey: "notes")
        let counts = RestorationPlan.Decision.allCases.map { ($0.rawValue, plan.count(of: $0)) }
        try members.encode(Dictionary(uniqueKeysWithValues: counts), forKey: "counts")
        try members.encode(plan.entries.map(EntryFacts.init), forKey: "objects")
        try members.encode(host.map(HostFacts.init), forKey: "program")
    }

    private var headline: String {
        guard let generation = plan.generation, let info = plan.preservationInfo else {
            return plan.decision == .setAside
                ? "what is saved is set aside, and nothing is restored" : "nothing is restored"
        }
        let version = info.applicationVersion.map { " by version \($0)" } ?? ""
        let verb = plan.decision == .restore ? "restores" : "retains"
        return "\(verb) generation \(generation), saved"
            + " \(Quantity.moment(info.timestamp.seconds))\(version)"
    }

    private var summary: String? {
        guard !plan.entries.isEmpty else { return nil }
        let counts = RestorationPlan.Decision.allCases.compactMap { decision -> String? in
            let count = plan.count(of: decision)
            return count == 0 ? nil : "\(decision) \(count)"
        }
        return Quantity.count(plan.entries.count, "object") + ": "
            + counts.joined(separator: ", ")
    }
}

extension RestorationPlan.Entry {
    fileprivate func add(to page: inout Page) {
        page.add(
            Span(path.description, .title),
            Span("  \(decision)", meaning),
            Span("  \(origin)\(Quantity.bytes(sizeInBytes))", .aside)
        )
        guard let reason else { return }
        page.add(wrapping: reason.problem, label: Span("  why: ", .aside))
        reason.addDetails(to: &page)
    }

    private var meaning: Span.Meaning {
        switch decision {
        case .restore, .migrate: .good
        case .programDecides: .plain
        default: .caution
        }
    }

    /// The class with its versions, and its plugin.
    private var origin: String {
        guard let className else { return plugin.map { "of \($0), " } ?? "" }
        let versions =
            switch (recordedVersion, presentVersion) {
            case (let old?, let new?) where old != new: ", schema \(old), now \(new)"
            case (let version?, _): ", schema \(version)"
            default: ""
            }
        return "class \(className)\(plugin.map { " of \($0)" } ?? "")\(versions), "
    }
}

extension Diagnosis {
    fileprivate func add(to page: inout Page) {
        page.add(wrapping: problem, .caution)
        addDetails(to: &page)
    }

    /// Where, and what to do if there is anything.
    fileprivate func addDetails(to page: inout Page) {
        if let place { page.add(Span("   at: ", .aside), Span(place)) }
        guard remedy != "Nothing needs to be done." else { return }
        page.add(wrapping: remedy, label: Span("  fix: ", .aside))
    }
}

/// One object of the plan.
private struct EntryFacts: Encodable {
    let entry: RestorationPlan.Entry

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(entry.path.description, forKey: "path")
        try members.encode(entry.className, forKey: "class")
        try members.encode(entry.plugin, forKey: "plugin")
        try members.encode(entry.recordedVersion, forKey: "savedSchemaVersion")
        try members.encode(entry.presentVersion, forKey: "presentSchemaVersion")
        try members.encode(entry.sizeInBytes, forKey: "sizeInBytes")
        try members.encode(entry.decision.rawValue, forKey: "decision")
        try members.encode(entry.reason, forKey: "reason")
    }
}
