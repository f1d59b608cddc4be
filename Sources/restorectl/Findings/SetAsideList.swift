import RestorationCore
import RestorationEngine
import RestorationKit
import RestorationStorage

/// The files that were set aside: why, when, and what brings each back.
struct SetAsideList: Presentable {
    let lists: [StoredFileList]
    /// The paths of those that are damaged in part, in which no object can be found all the same.
    private let withoutTables: Set<String>

    /// - Parameters:
    ///   - lists: all files of some applications; those without any set aside are left out.
    ///   - keys: What opens them.
    init(_ lists: [StoredFileList], keys: Keys) {
        self.lists = lists.filter { !$0.setAside.isEmpty }
        let damaged = lists.flatMap(\.setAside).filter { $0.condition.isDamagedInPart }
        withoutTables = Set(damaged.map(\.path).filter { !keys.canFindObjects(in: $0) })
    }

    func page() -> Page {
        var page = Page()
        guard !lists.isEmpty else {
            page.add("Nothing is set aside.")
            return page
        }
        for (number, list) in lists.enumerated() {
            if number > 0 { page.addGap() }
            page.add(Span(list.application.rawValue, .title))
            page.add(Span("\(list.directory)/set-aside"), indent: 4)
            for file in list.setAside {
                page.addGap()
                file.addSetAside(to: &page, hasTables: !withoutTables.contains(file.path))
            }
        }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(lists, forKey: "applications")
    }
}

extension Keys {
    /// Whether an archive with a damaged piece has its tables still.
    fileprivate func canFindObjects(in file: String) -> Bool {
        (try? ArchiveReader(open(file, kind: .archive))) != nil
    }
}

extension StoredFile.Condition {
    fileprivate var isDamagedInPart: Bool {
        if case .damaged(.damagedPiece) = self { true } else { false }
    }
}

extension StoredFile {
    fileprivate func addSetAside(to page: inout Page, hasTables: Bool) {
        page.add(Span(name, .title))
        let reason = setAsideReason.map { "\($0.problem)." } ?? "A later version says why."
        page.add(wrapping: "set aside \(setAsideMoment): \(reason)", indent: 4)
        let facts = [
            generation.map { "generation \($0)" }, seconds.map { "saved \(Quantity.moment($0))" },
            Quantity.bytes(sizeInBytes),
        ]
        page.add(Span(facts.compactMap(\.self).joined(separator: ", ")), indent: 4)
        let verdict = verdict(hasTables: hasTables)
        page.add(wrapping: verdict.text, verdict.meaning, indent: 4)
    }

    /// Whether the file can be had back here and now.
    private func verdict(hasTables: Bool) -> Span {
        switch condition {
        case .intact: Span("readable here: archive reinstate brings it back", .good)
        case .damaged(.damagedPiece) where !hasTables:
            Span(
                "the tables of the file are damaged, without which no object in it can be found",
                .bad
            )
        case .damaged(.damagedPiece):
            Span("readable in part: archive reinstate brings that part back", .caution)
        case .damaged: Span("damaged: nothing in it can be read", .bad)
        case .unreadable(let error):
            Span("not readable here: \(error.diagnosis.remedy)", .caution)
        }
    }

    /// The moment in the file's name, which is in UTC.
    var setAsideMoment: String {
        let digits = Array(name.prefix { $0 != "." }.filter(\.isNumber))
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        guard digits.count == 14 else { return "at an unknown time" }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
            + " \(part(8..<10)):\(part(10..<12)):\(part(12..<14)) UTC"
    }
}
