import Logging

enum LogCategory: String, CaseIterable, Sendable {
    /// Plugins: found, loaded, called and refused.
    case plugin
    /// Restored objects, and the end of retained state.
    case restore
    case save
    /// Crashes and hangs.
    case crash
}

/// The log lines requested by the value of `RESTORATION_LOG`.
///
/// ```
/// RESTORATION_LOG=plugin:debug,save:info
/// RESTORATION_LOG=debug
/// ```
struct LogRequest: Equatable, Sendable {
    /// The least severe level of each requested category.
    private(set) var levels: [LogCategory: Logger.Level] = [:]
    /// Invalid words, each with a suggestion.
    private(set) var faults: [String] = []

    /// The levels of log lines by name, lowest first.
    private static let allLevels = [Logger.Level.debug, .info, .warning, .error]

    /// Parses a list of `CATEGORY:LEVEL`. A category alone means `info`, and a level alone means
    /// all categories. Other words become faults.
    init(_ text: String) {
        for part in text.split(separator: ",") {
            let words = part.split(separator: ":", omittingEmptySubsequences: false).map {
                String($0.filter { !$0.isWhitespace })
            }
            switch words.count {
            case 1 where Self.level(words[0]) != nil: setLevel("all", words[0])
            case 1: setLevel(words[0], "info")
            case 2: setLevel(words[0], words[1])
            default: faults.append("\"\(part)\" is not a category and a level")
            }
        }
    }

    private static func level(_ name: String) -> Logger.Level? {
        allLevels.first { $0.rawValue == name }
    }

    private mutating func setLevel(_ category: String, _ name: String) {
        guard let level = Self.level(name) else {
            let names = Self.allLevels.map(\.rawValue).joined(separator: ", ")
            return faults.append("there is no level \"\(name)\": use \(names)")
        }
        let meant = LogCategory.allCases.filter { [$0.rawValue, "all"].contains(category) }
        for category in meant { levels[category] = level }
        guard meant.isEmpty else { return }
        let names = LogCategory.allCases.map(\.rawValue).joined(separator: ", ")
        faults.append("there is no category \"\(category)\": use \(names), all")
    }
}
