import RestorationCore

/// A language that there are templates of plugins in.
enum PluginLanguage: String, CaseIterable {
    case c, cxx, rust, swift

    /// The language that somebody may have meant whose word names none.
    static func nearest(to word: String) -> PluginLanguage? {
        let word = word.lowercased()
        return Self(rawValue: word)
            ?? Spelling.nearest(to: word, among: allCases.map(\.rawValue)).flatMap(Self.init)
    }

    /// As people write it.
    var title: String {
        switch self {
        case .c: "C"
        case .cxx: "C++"
        case .rust: "Rust"
        case .swift: "Swift"
        }
    }

    /// The command that builds the library.
    var build: String {
        switch self {
        case .c, .cxx: "make"
        case .rust: "cargo build"
        case .swift: "swift build"
        }
    }

    /// The command that builds and tests it.
    var test: String {
        switch self {
        case .c, .cxx: "make check"
        case .rust: "cargo test"
        case .swift: "swift test"
        }
    }

    /// Where the library is built.
    var products: String {
        switch self {
        case .c, .cxx: ""
        case .rust: "target/debug/"
        case .swift: ".build/debug/"
        }
    }

    /// What a build leaves that is not to be stored beside the sources.
    var ignored: [String] {
        switch self {
        case .c, .cxx: ["*.so", "/build/"]
        case .rust: ["/target/"]
        case .swift: ["/.build/", "/Package.resolved"]
        }
    }

    /// The packages of Debian that its compiler needs, beside those that RestorationKit installs.
    var packages: [String] {
        switch self {
        case .c: ["gcc", "libc6-dev"]
        case .cxx: ["g++"]
        case .rust: ["ca-certificates", "curl", "gcc", "libc6-dev"]
        case .swift: []
        }
    }
}
