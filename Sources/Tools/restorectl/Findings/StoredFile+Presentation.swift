import RestorationCore
import RestorationStorage

extension StoredFile: Encodable {
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    var seconds: Int64? { savedAt?.seconds }

    var cells: [Span] {
        [
            Span(generation.map { "\($0)" } ?? ""),
            Span(seconds.map(Quantity.moment) ?? ""),
            Span(Quantity.bytes(sizeInBytes)),
            condition.span,
        ]
    }

    var story: String {
        let facts = [
            generation.map { "generation \($0)" },
            seconds.map { "saved \(Quantity.moment($0))" },
            Quantity.bytes(sizeInBytes),
        ].compactMap(\.self).joined(separator: ", ")
        return condition.reason.map { "\(facts), \(condition.word): \($0.problem)" }
            ?? "\(facts), intact"
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(role.rawValue, forKey: "role")
        try members.encode(path, forKey: "path")
        try members.encode(generation, forKey: "generation")
        try members.encode(seconds.map(Quantity.isoMoment), forKey: "savedAt")
        try members.encode(sizeInBytes, forKey: "sizeInBytes")
        try members.encode(condition.word, forKey: "condition")
        try members.encode(condition.reason, forKey: "reason")
        try members.encode(setAsideReason?.rawValue, forKey: "setAsideBecause")
    }
}

extension StoredFile.Condition {
    var word: String {
        switch self {
        case .intact: "intact"
        case .damaged: "damaged"
        case .unreadable: "unreadable"
        }
    }

    var reason: Diagnosis? {
        switch self {
        case .intact: nil
        case .damaged(let error), .unreadable(let error): error.diagnosis
        }
    }

    var span: Span {
        switch self {
        case .intact: Span(word, .good)
        case .damaged: Span(word, .bad)
        case .unreadable: Span(word, .caution)
        }
    }
}
