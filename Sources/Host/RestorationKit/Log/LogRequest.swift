package enum LogCategory: String, CaseIterable, Sendable {
    /// Plugins: found, loaded, called and refused.
    case plugin
    /// Restored objects, and the end of retained state.
    case restore
    case save
    /// Crashes and hangs.
    case crash
}

/// The severity of log lines, lowest first.
package enum LogDetail: String, CaseIterable, Sendable {
    case debug, info, warning, error
}

/// The log lines requested by the value of `RESTORATION_LOG`.
///
/// ```
/// RESTORATION_LOG=plugin:debug,save:info
/// RESTORATION_LOG=debug
/// ```
package struct LogRequest: Equatable, Sendable {
    /// The least severe level of each requested category.
    package private(set) var details: [LogCategory: LogDetail] = [:]
    /// Invalid words, each with a suggestion.
    package private(set) var faults: [String] = []

    /// Parses a list of `CATEGORY:LEVEL`. A category alone means `info`, and a level alone means
    /// all categories. Other words become faults.
    package init(_ text: String) {
        for part in text.split(separator: ",") {
            let words = part.split(separator: ":", omittingEmptySubsequences: false).map {
                String($0.filter { !$0.isWhitespace })
            }
            switch words.count {
            case 1 where LogDetail(rawValue: words[0]) != nil: setLevel("all", words[0])
            case 1: setLevel(words[0], LogDetail.info.rawValue)
            case 2: setLevel(words[0], words[1])
            default: faults.append("\"\(part)\" is not a category and a level")
            }
        }
    }

    private mutating func setLevel(_ category: String, _ level: String) {
        guard let detail = LogDetail(rawValue: level) else {
            return faults.append("there is no level \"\(level)\": \(Self.list(LogDetail.self))")
        }
        let meant = LogCategory.allCases.filter { [$0.rawValue, "all"].contains(category) }
        for category in meant { details[category] = detail }
        guard meant.isEmpty else { return }
        faults.append(
            "there is no category \"\(category)\": \(Self.list(LogCategory.self)), all"
        )
    }

    private static func list<Word: CaseIterable & RawRepresentable<String>>(
        _ type: Word.Type
    ) -> String {
        "use " + Word.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
