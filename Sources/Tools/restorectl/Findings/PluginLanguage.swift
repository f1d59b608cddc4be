import RestorationCore

enum PluginLanguage: String, CaseIterable {
    case c, cxx, rust, swift

    static func nearest(to word: String) -> PluginLanguage? {
        let word = word.lowercased()
        return Self(rawValue: word)
            ?? Spelling.nearest(to: word, among: allCases.map(\.rawValue)).flatMap(Self.init)
    }

    var title: String {
        switch self {
        case .c: "C"
        case .cxx: "C++"
        case .rust: "Rust"
        case .swift: "Swift"
        }
    }

    var build: String {
        switch self {
        case .c, .cxx: "make"
        case .rust: "cargo build"
        case .swift: "swift build"
        }
    }

    var test: String {
        switch self {
        case .c, .cxx: "make check"
        case .rust: "cargo test"
        case .swift: "swift test"
        }
    }

    var products: String {
        switch self {
        case .c, .cxx: ""
        case .rust: "target/debug/"
        case .swift: ".build/debug/"
        }
    }

    /// Build output that version control should ignore.
    var ignored: [String] {
        switch self {
        case .c, .cxx: ["*.so", "/build/"]
        case .rust: ["/target/"]
        case .swift: ["/.build/", "/Package.resolved"]
        }
    }

    var packages: [String] {
        switch self {
        case .c: ["gcc", "libc6-dev"]
        case .cxx: ["g++"]
        case .rust: ["cargo", "rustc"]
        case .swift: []
        }
    }
}
