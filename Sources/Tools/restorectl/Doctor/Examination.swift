import RestorationCore
import RestorationEngine

struct Examination {
    let application: ApplicationIdentifier
    let parts: [Part]

    init(application: ApplicationIdentifier, parts: [Part]) {
        self.application = application
        self.parts = parts.reduce(into: [Part]()) { parts, part in
            parts.append(part.leavingOut(parts))
        }
    }

    struct Part {
        let name: String
        private(set) var facts: [Fact] = []
        /// Problems that need the user's attention.
        private(set) var findings: [Diagnosis] = []
        private(set) var obstacle: Diagnosis?
        private var sameObstacle: String?

        /// Examines a part. An error ends the examination and becomes the obstacle.
        init(_ name: String, _ look: (inout Part) throws -> Void) {
            self.name = name
            do {
                try look(&self)
            } catch {
                obstacle = Diagnosis(error)
            }
        }

        mutating func note(_ sentence: String) { facts.append(Fact(text: sentence, isLine: false)) }

        /// Adds a line that is never wrapped, so that users can copy it.
        mutating func note(line: String) { facts.append(Fact(text: line, isLine: true)) }

        struct Fact {
            let text: String
            fileprivate let isLine: Bool
        }

        mutating func report(_ finding: Diagnosis) {
            if !findings.contains(finding) { findings.append(finding) }
        }

        fileprivate func leavingOut(_ earlier: [Part]) -> Part {
            var part = self
            part.findings.removeAll { finding in
                earlier.contains { $0.findings.contains(finding) || $0.obstacle == finding }
            }
            part.sameObstacle =
                earlier.first { part.obstacle != nil && $0.reports(part.obstacle) }?.name
            if part.sameObstacle == nil, part.findings.contains(where: { $0 == part.obstacle }) {
                part.findings.removeAll { $0 == part.obstacle }
            }
            return part
        }

        /// Whether it reports the same problem, with any remedy.
        private func reports(_ obstacle: Diagnosis?) -> Bool {
            ([self.obstacle].compactMap(\.self) + findings).contains {
                $0.problem == obstacle?.problem && $0.place == obstacle?.place
            }
        }
    }

    var status: Findings.Status {
        if parts.contains(where: { $0.obstacle != nil }) { return .failed }
        return parts.allSatisfy(\.findings.isEmpty) ? .done : .inPart
    }
}

extension Examination: Presentable {
    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title), Span("  "), verdict)
        for part in parts {
            page.addGap()
            part.add(to: &page)
        }
        return page
    }

    private var verdict: Span {
        let count = parts.reduce(0) { $0 + $1.findings.count }
        let blind = parts.count { $0.obstacle != nil }
        let sentences = [
            count > 0 ? "\(Quantity.count(count, "thing")) to look at" : nil,
            blind > 0 ? "\(Quantity.count(blind, "part")) could not be examined" : nil,
        ].compactMap(\.self)
        return sentences.isEmpty
            ? Span("all is well", .good)
            : Span(sentences.joined(separator: ", "), blind > 0 ? .bad : .caution)
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(status.rawValue, forKey: "exitStatus")
        try members.encode(parts, forKey: "parts")
    }
}

extension Examination.Part: Encodable {
    fileprivate func add(to page: inout Page) {
        page.add(Span(name, .title), Span("  "), verdict)
        for fact in facts {
            if fact.isLine {
                page.add(Span(fact.text), indent: 4)
            } else {
                page.add(wrapping: fact.text, indent: 4)
            }
        }
        for finding in findings { finding.add(to: &page, .caution) }
        if let sameObstacle {
            page.add(wrapping: "for the same reason as \"\(sameObstacle)\"", indent: 4)
        } else {
            obstacle?.add(to: &page, .bad)
        }
    }

    private var verdict: Span {
        if obstacle != nil { return Span("could not be examined", .bad) }
        return findings.isEmpty
            ? Span("well", .good) : Span("\(findings.count) to look at", .caution)
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(name, forKey: "name")
        try members.encode(facts.map(\.text), forKey: "facts")
        try members.encode(findings, forKey: "findings")
        try members.encode(obstacle, forKey: "obstacle")
    }
}

extension Diagnosis {
    fileprivate func add(to page: inout Page, _ meaning: Span.Meaning) {
        page.add(wrapping: problem, meaning, label: Span("  - ", .aside))
        for line in excerpt?.split(separator: "\n") ?? [] {
            page.add(Span(String(line)), indent: 9)
        }
        if let place { page.add(Span("     at: ", .aside), Span(place)) }
        page.add(wrapping: remedy, label: Span("    fix: ", .aside))
    }
}
