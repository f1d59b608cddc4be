import RestorationCore

/// A language in which a program can be begun.
enum HostLanguage: String, CaseIterable {
    case c, cxx, python, rust, swift

    static func nearest(to word: String) -> HostLanguage? {
        let word = word.lowercased()
        return Self(rawValue: word)
            ?? Spelling.nearest(to: word, among: allCases.map(\.rawValue)).flatMap(Self.init)
    }

    var title: String {
        switch self {
        case .c: "C"
        case .cxx: "C++"
        case .python: "Python"
        case .rust: "Rust"
        case .swift: "Swift"
        }
    }

    var fileExtension: String {
        switch self {
        case .c: "c"
        case .cxx: "cpp"
        case .python: "py"
        case .rust: "rs"
        case .swift: "swift"
        }
    }

    /// The values of its own in the templates.
    var values: [(String, String)] {
        switch self {
        case .c:
            [
                ("COMPILER", "CC"), ("STANDARD", "c11"), ("FLAGS", "CFLAGS"),
                ("PAGE", Self.page("C.md")), ("NEEDS", Self.installed),
                ("BUILD", "make"), ("TEST", "make check"), ("REFERENCE", "The headers say"),
                ("ABSENCE", "`restoration_optional` treats state that lacks it as normal"),
                (
                    "LIFETIME",
                    "Close the session before you free an object, or call"
                        + " `restoration_session_forget` first."
                ),
            ]
        case .cxx:
            [
                ("COMPILER", "CXX"), ("STANDARD", "c++17"), ("FLAGS", "CXXFLAGS"),
                ("PAGE", Self.page("Cpp.md")), ("NEEDS", Self.installed), ("BUILD", "make"),
                ("TEST", "make check"),
                ("REFERENCE", "The headers say"),
                ("ABSENCE", "`get` returns the fallback for state that lacks it"),
                (
                    "LIFETIME",
                    "Declare the session after the objects that you lend to it. Deleting an object"
                        + " earlier ends its state."
                ),
            ]
        case .python: []
        case .rust:
            [
                ("PAGE", Self.page("Rust.md")), ("NEEDS", Self.installed), ("BUILD", "cargo build"),
                ("TEST", "cargo test"),
                ("REFERENCE", "The comments of `src/session.rs` say"),
                ("ABSENCE", "`read` leaves the value as it is for state that lacks it"),
                (
                    "LIFETIME",
                    "The session owns them, and drops them when it is closed. Call `preserve`"
                        + " before."
                ),
            ]
        case .swift:
            [
                ("PAGE", "`Docs/EmbeddingAHost.md` of RestorationKit"), ("NEEDS", Self.cloned),
                ("BUILD", "swift build"), ("TEST", "swift test"),
                ("REFERENCE", "The comments of the modules say"),
                ("ABSENCE", "`decode` returns `nil` for state that lacks it"),
                (
                    "LIFETIME",
                    "The session holds roots, and no other objects: hold these yourself."
                ),
            ]
        }
    }

    private static func page(_ name: String) -> String {
        "`share/restoration/doc/Docs/Hosts/\(name)` below the prefix"
    }

    private static let installed = """
        Install RestorationKit, and let the shell find it. After \
        `make install PREFIX="$HOME/.local"` in its repository:

        ```
        export PKG_CONFIG_PATH="$HOME/.local/lib/pkgconfig" PATH="$HOME/.local/bin:$PATH"
        ```
        """
    private static let cloned = """
        `Package.swift` expects a clone of RestorationKit beside this directory, or at the path in \
        the environment variable `RESTORATION_KIT`.
        """

    /// The commands that build and test a program.
    func check(_ program: String) -> String {
        switch self {
        case .c, .cxx: "make && make check"
        case .python: "python3 test_\(program).py"
        case .rust: "cargo build && cargo test"
        case .swift: "swift build && swift test"
        }
    }

    func start(_ program: String) -> String {
        switch self {
        case .c, .cxx: "./\(program)"
        case .python: "python3 \(program).py"
        case .rust: "target/debug/\(program)"
        case .swift: ".build/debug/\(program)"
        }
    }
}
