import RestorationCore
import RestorationKit
import RestorationStorage

extension ArchiveStore {
    func programFacts() throws -> ProgramFacts? {
        guard let bytes = try readReport() else { return nil }
        do {
            return try StoredReport(decoding: bytes).program
        } catch {
            throw CommandError.reportUnreadable(directory: directory)
        }
    }
}

extension ProgramFacts {
    func addSearch(to page: inout Page) {
        page.addGap()
        let moment = Quantity.moment(startedAt)
        page.add(Span("Searched where this program searched when it started, \(moment):", .aside))
        page.add(
            Span(program?.file ?? "its file is not known"),
            Span(areCurrent ? "" : "  changed since", .caution),
            indent: 4
        )
    }
}

/// The program whose search for plugins was repeated, with the time.
struct HostFacts: Encodable {
    let facts: ProgramFacts

    init(_ facts: ProgramFacts) { self.facts = facts }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(facts.program?.file, forKey: "file")
        try members.encode(Quantity.isoMoment(facts.startedAt), forKey: "startedAt")
        try members.encode(facts.areCurrent, forKey: "isUnchanged")
    }
}
