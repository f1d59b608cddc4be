import RestorationCore

/// What somebody calls a new plugin: the name of its directory, of which others are made.
struct PluginName: Hashable {
    /// As the person wrote it: `my-notes`.
    let rawValue: String

    /// What an identifier takes between two dots: a plugin is `org.example.NAME` at first.
    static let maximumLength = 63

    /// Creates a name, or returns `nil` if the text is none.
    ///
    /// - Parameter rawValue: 1 to ``maximumLength`` ASCII letters, digits, `-` and `_`; the first
    ///   is a letter and the last is none of the two signs.
    init?(_ rawValue: String) {
        guard rawValue.utf8.count <= Self.maximumLength,
            rawValue.wholeMatch(of: #/[A-Za-z]([A-Za-z0-9_-]*[A-Za-z0-9])?/#) != nil
        else { return nil }
        self.rawValue = rawValue
    }

    /// The name that somebody may have meant whose text is none; `nil` if there is no saying.
    static func nearest(to text: String) -> PluginName? {
        let file = text.split(separator: "/").last ?? ""
        let words = file.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        let name = words.joined(separator: "-").drop { !$0.isLetter }.prefix(maximumLength)
        let end = name.lastIndex { $0 != "-" && $0 != "_" }
        return end.flatMap { PluginName(String(name[...$0])) }
    }

    private var words: [Substring] { rawValue.split { $0 == "-" || $0 == "_" } }

    /// The class: `MyNotes`.
    var className: String {
        words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The library without `lib` and `.so`, which also names files: `my_notes`. Rust warns of a
    /// crate whose name has capitals.
    var libraryName: String { words.map { $0.lowercased() }.joined(separator: "_") }

    /// The module in Swift, in which a class of the same name would hide it: `MyNotesPlugin`.
    var moduleName: String { className + "Plugin" }
}
