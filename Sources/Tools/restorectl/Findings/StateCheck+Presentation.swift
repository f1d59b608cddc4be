import RestorationCore
import RestorationStorage

extension StateCheck: Presentable {
    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title))
        page.add(Span(place), indent: 4)
        for file in files {
            page.addGap()
            file.add(to: &page)
        }
        page.addGap()
        page.add(wrapping: verdict.sentence, verdict.meaning)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(place, forKey: "place")
        try members.encode(verdict.sentence, forKey: "verdict")
        try members.encode(verdict.status.rawValue, forKey: "exitStatus")
        try members.encode(files, forKey: "files")
    }
}

extension StateCheck.Verdict {
    fileprivate var meaning: Span.Meaning {
        switch status {
        case .done: .good
        case .inPart: .caution
        case .failed, .misused: .bad
        }
    }
}

extension StateCheck.FileCheck: Encodable {
    fileprivate func add(to page: inout Page) {
        page.add(Span(title, .title), Span(facts))
        switch condition {
        case .intact:
            page.add(Span("intact", .good), Span(contents), indent: 4)
        case .harmless(let reason):
            page.add(Span("damaged", .caution), Span(": \(reason.problem)"), indent: 4)
            page.add(
                wrapping:
                    "Harmless: an interrupted save left it so, and the current generation is"
                    + " intact.",
                indent: 4
            )
        case .damaged(let reason):
            page.add(Span("damaged", .bad), Span(": \(reason.problem)"), indent: 4)
        case .unreadable(let reason):
            page.add(Span("unreadable", .caution), Span(": \(reason.problem)"), indent: 4)
        case .partlyDamaged:
            page.add(Span("partly damaged", .bad), Span(contents), indent: 4)
            archive?.addDamage(to: &page)
        }
    }

    private var title: String {
        switch role {
        case .setAside: "set aside"
        case nil: "file"
        case let role?: role.rawValue
        }
    }

    private var facts: String {
        let generation = generation.map { "generation \($0)" }
        let saved = savedAt.map { "saved \(Quantity.moment($0))" }
        let name = role == .setAside ? path.split(separator: "/").last.map(String.init) : nil
        let facts = [name, generation, saved, Quantity.bytes(sizeInBytes)].compactMap(\.self)
        return "  " + facts.joined(separator: ", ")
    }

    private var contents: String {
        archive.map {
            ": \(Quantity.count($0.objectCount, "object")) in"
                + " \(Quantity.count($0.pieceCount, "piece"))"
        } ?? ""
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(role?.rawValue, forKey: "role")
        try members.encode(path, forKey: "path")
        try members.encode(generation, forKey: "generation")
        try members.encode(savedAt.map(Quantity.isoMoment), forKey: "savedAt")
        try members.encode(sizeInBytes, forKey: "sizeInBytes")
        try members.encode(condition.word, forKey: "condition")
        try members.encode(condition.reason, forKey: "reason")
        try members.encode(archive?.pieceCount, forKey: "pieceCount")
        try members.encode(archive?.damagedPieces, forKey: "damagedPieces")
        try members.encode(archive?.objectCount, forKey: "objectCount")
        try members.encode(archive?.damagedObjects, forKey: "damagedObjects")
    }
}

extension StateCheck.Condition {
    fileprivate var word: String {
        switch self {
        case .intact: "intact"
        case .harmless: "harmless"
        case .partlyDamaged: "partly-damaged"
        case .damaged: "damaged"
        case .unreadable: "unreadable"
        }
    }

    fileprivate var reason: Diagnosis? {
        switch self {
        case .intact, .partlyDamaged: nil
        case .harmless(let reason), .damaged(let reason), .unreadable(let reason): reason
        }
    }
}

extension ArchiveCheck {
    fileprivate func addDamage(to page: inout Page) {
        if !damagedPieces.isEmpty {
            let numbers = damagedPieces.map { "\($0)" }.joined(separator: ", ")
            page.add(
                wrapping: "damaged pieces, counted from 0: \(numbers)",
                indent: 4
            )
        }
        for object in damagedObjects {
            let fate = object.heldByGeneration.map { "generation \($0) has it" } ?? "lost"
            page.add(
                Span(object.path, .title),
                Span("  \(fate)", object.heldByGeneration == nil ? .bad : .good),
                indent: 8
            )
            page.add(Span(object.reason.problem), indent: 12)
        }
    }
}

extension ArchiveCheck.DamagedObject: Encodable {
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(path, forKey: "path")
        try members.encode(reason, forKey: "reason")
        try members.encode(heldByGeneration, forKey: "heldByGeneration")
    }
}
