import RestorationCore

/// The project of a new program: a pure function from values to files.
struct HostTemplate {
    let name: PluginName
    let application: ApplicationIdentifier
    let language: HostLanguage

    typealias File = PluginTemplate.File

    var program: String { name.libraryName }

    private var source: String {
        language == .rust ? "src/main.rs" : "\(program).\(language.fileExtension)"
    }

    var files: [File] {
        switch language {
        case .c:
            built(PackageResources.host_c_template, PackageResources.host_test_c_template)
        case .cxx:
            built(PackageResources.host_cpp_template, PackageResources.host_test_cpp_template)
        case .python:
            [
                file("\(program).py", PackageResources.host_py_template),
                file("test_\(program).py", PackageResources.host_test_py_template),
                file("README.md", PackageResources.host_python_README_md_template),
                File(path: ".gitignore", contents: "/.venv/\n__pycache__/\n"),
            ]
        case .rust:
            [
                file("src/main.rs", PackageResources.host_rs_template),
                file("src/restoration.rs", PackageResources.restoration_rs),
                file("src/session.rs", PackageResources.session_rs),
                file("Cargo.toml", PackageResources.host_Cargo_toml_template),
                file("build.rs", PackageResources.host_build_rs_template),
                file("README.md", PackageResources.host_README_md_template),
                File(path: ".gitignore", contents: "/target/\n"),
            ]
        }
    }

    /// The files of a program that make builds.
    private func built(_ source: [UInt8], _ test: [UInt8]) -> [File] {
        [
            file("\(program).\(language.fileExtension)", source),
            file("\(program)-test.\(language.fileExtension)", test),
            file("Makefile", PackageResources.host_Makefile_template),
            file("README.md", PackageResources.host_README_md_template),
            File(path: ".gitignore", contents: "/\(program)\n/\(program)-test\n"),
        ]
    }

    private func file(_ path: String, _ template: [UInt8]) -> File {
        let values =
            [
                ("NAME", name.rawValue), ("LIBRARY", program), ("ID", application.rawValue),
                ("LANGUAGE", language.title), ("EXTENSION", language.fileExtension),
                ("SOURCE", source),
                ("START", language.start(program)),
            ] + language.values
        let text = String(decoding: template, as: UTF8.self)
        return File(
            path: path,
            contents: values.reduce(text) { $0.replacing("@\($1.0)@", with: $1.1) }
        )
    }
}

/// A language in which a program can be begun.
enum HostLanguage: String, CaseIterable {
    case c, cxx, python, rust

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
        }
    }

    var fileExtension: String {
        switch self {
        case .c: "c"
        case .cxx: "cpp"
        case .python: "py"
        case .rust: "rs"
        }
    }

    /// The values of its own in the templates.
    var values: [(String, String)] {
        switch self {
        case .c:
            [
                ("COMPILER", "CC"), ("STANDARD", "c11"), ("FLAGS", "CFLAGS"), ("PAGE", "C.md"),
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
                ("PAGE", "Cpp.md"), ("BUILD", "make"), ("TEST", "make check"),
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
                ("PAGE", "Rust.md"), ("BUILD", "cargo build"), ("TEST", "cargo test"),
                ("REFERENCE", "The comments of `src/session.rs` say"),
                ("ABSENCE", "`read` leaves the value as it is for state that lacks it"),
                (
                    "LIFETIME",
                    "The session owns them, and drops them when it is closed. Call `preserve`"
                        + " before."
                ),
            ]
        }
    }

    /// The commands that build and test a program.
    func check(_ program: String) -> String {
        switch self {
        case .c, .cxx: "make && make check"
        case .python: "python3 test_\(program).py"
        case .rust: "cargo build && cargo test"
        }
    }

    func start(_ program: String) -> String {
        switch self {
        case .c, .cxx: "./\(program)"
        case .python: "python3 \(program).py"
        case .rust: "target/debug/\(program)"
        }
    }
}

struct NewHost: Presentable {
    let template: HostTemplate
    let directory: String

    private var next: [String] {
        [
            "cd \(directory.quotedForShells)", template.language.check(template.program),
            template.language.start(template.program),
        ]
    }

    func page() -> Page {
        var page = Page()
        page.add(
            Span(template.name.rawValue, .title),
            Span(", a program in \(template.language.title)")
        )
        for file in template.files { page.add("\(directory)/\(file.path)", indent: 4) }
        page.addGap()
        page.add("Build it, test it, and try it:")
        for command in next { page.add(Span(command), indent: 4) }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(template.name.rawValue, forKey: "name")
        try members.encode(template.application.rawValue, forKey: "application")
        try members.encode(template.language.rawValue, forKey: "language")
        try members.encode(directory, forKey: "directory")
        try members.encode(template.files.map(\.path), forKey: "files")
        try members.encode(next, forKey: "next")
    }
}
