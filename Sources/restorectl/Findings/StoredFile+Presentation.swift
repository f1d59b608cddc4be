import RestorationCore
import RestorationStorage

extension StoredFile {
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    var seconds: Int64? { savedAt?.seconds }

    /// Generation, moment, size and condition.
    var cells: [Span] {
        [
            Span(generation.map { "\($0)" } ?? ""),
            Span(seconds.map(Quantity.moment) ?? ""),
            Span(Quantity.bytes(sizeInBytes)),
            condition.span,
        ]
    }

    /// The same as a sentence.
    var story: String {
        let facts = [
            generation.map { "generation \($0)" },
            seconds.map { "saved \(Quantity.moment($0))" },
            Quantity.bytes(sizeInBytes),
        ].compactMap(\.self).joined(separator: ", ")
        return condition.reason.map { "\(facts), \(condition.word): \($0.problem)" }
            ?? "\(facts), intact"
    }

    var json: JSONValue {
        .members([
            "role": .string(role.rawValue),
            "path": .string(path),
            "generation": .number(generation),
            "savedAt": .text(seconds.map(Quantity.isoMoment)),
            "sizeInBytes": .number(sizeInBytes),
            "condition": .string(condition.word),
            "reason": condition.reason?.json ?? .null,
        ])
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
