import RestorationCore
import RestorationEngine
import RestorationKit
import RestorationStorage

struct SetAsideList: Presentable {
    let lists: [StoredFileList]
    /// By path, why a partly damaged file contains no readable object.
    private let obstacles: [String: String]

    /// - Parameters:
    ///   - lists: All files of some applications. Lists without set-aside files are ignored.
    ///   - keys: The keys to open the files with.
    init(_ lists: [StoredFileList], keys: Keys) {
        self.lists = lists.filter { !$0.setAside.isEmpty }
        let damaged = lists.flatMap(\.setAside).filter { $0.condition.isDamagedInPart }
        obstacles = Dictionary(
            uniqueKeysWithValues: damaged.compactMap { file in
                keys.obstacle(in: file.path).map { (file.path, $0) }
            }
        )
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
                file.addSetAside(to: &page, obstacle: obstacles[file.path])
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
    /// Whether a set-aside file contains nothing that can be restored.
    func isLost(_ file: StoredFile) -> Bool {
        guard case .damaged = file.condition else { return false }
        return !file.condition.isDamagedInPart || obstacle(in: file.path) != nil
    }

    /// Why an archive with a damaged piece contains no readable object; `nil` if it does.
    fileprivate func obstacle(in file: String) -> String? {
        do {
            _ = try ArchiveReader(open(file, kind: .archive))
            return nil
        } catch {
            return Diagnosis(error).problem
        }
    }
}

extension StoredFile.Condition {
    fileprivate var isDamagedInPart: Bool {
        if case .damaged(.damagedPiece) = self { true } else { false }
    }
}

extension StoredFile {
    fileprivate func addSetAside(to page: inout Page, obstacle: String?) {
        page.add(Span(name, .title))
        let reason =
            setAsideReason.map { "\($0.problem)." }
            ?? "Only a later version knows the reason."
        page.add(wrapping: "set aside \(setAsideMoment): \(reason)", indent: 4)
        let facts = [
            generation.map { "generation \($0)" }, seconds.map { "saved \(Quantity.moment($0))" },
            Quantity.bytes(sizeInBytes),
        ]
        page.add(Span(facts.compactMap(\.self).joined(separator: ", ")), indent: 4)
        let verdict = verdict(obstacle)
        page.add(wrapping: verdict.text, verdict.meaning, indent: 4)
    }

    /// Whether the file can be reinstated on this machine.
    private func verdict(_ obstacle: String?) -> Span {
        switch condition {
        case .intact: Span("readable here: archive reinstate brings it back", .good)
        case .damaged(.damagedPiece):
            obstacle.map { Span("nothing in it can be restored: \($0)", .bad) }
                ?? Span("readable in part: archive reinstate brings that part back", .caution)
        case .damaged: Span("damaged: nothing in it can be read", .bad)
        case .unreadable(let error):
            Span("not readable here: \(error.diagnosis.remedy)", .caution)
        }
    }

    /// The UTC time in the file's name.
    var setAsideMoment: String {
        let digits = Array(name.prefix { $0 != "." }.filter(\.isNumber))
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        guard digits.count == 14 else { return "at an unknown time" }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
            + " \(part(8..<10)):\(part(10..<12)):\(part(12..<14)) UTC"
    }
}
