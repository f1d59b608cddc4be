import RestorationCore

/// The name of a new plugin and its directory, from which other names are derived.
struct PluginName: Hashable {
    /// The name as entered: `my-notes`.
    let rawValue: String

    /// The limit of one component of an identifier, such as `org.example.NAME`.
    static let maximumLength = 63

    /// - Parameter rawValue: 1 to ``maximumLength`` ASCII letters, digits, `-` and `_`. The first
    ///   must be a letter, the last a letter or digit.
    init?(_ rawValue: String) {
        guard rawValue.utf8.count <= Self.maximumLength,
            rawValue.wholeMatch(of: #/[A-Za-z]([A-Za-z0-9_-]*[A-Za-z0-9])?/#) != nil
        else { return nil }
        self.rawValue = rawValue
    }

    static func nearest(to text: String) -> PluginName? {
        let file = text.split(separator: "/").last ?? ""
        let words = file.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        let name = words.joined(separator: "-").drop { !$0.isLetter }.prefix(maximumLength)
        let end = name.lastIndex { $0 != "-" && $0 != "_" }
        return end.flatMap { PluginName(String(name[...$0])) }
    }

    private var words: [Substring] { rawValue.split { $0 == "-" || $0 == "_" } }

    var className: String {
        words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The library's name without `lib` and `.so`, also used for files: `my_notes`. Lower case,
    /// since Rust warns of capitals in crate names.
    var libraryName: String { words.map { $0.lowercased() }.joined(separator: "_") }

    /// The Swift module, which must differ from the class: `MyNotesPlugin`.
    var moduleName: String { className + "Plugin" }
}
