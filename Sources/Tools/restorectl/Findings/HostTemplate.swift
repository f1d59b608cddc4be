import RestorationCore

/// The project of a new program: a pure function from values to files.
struct HostTemplate {
    let name: PluginName
    let application: ApplicationIdentifier
    let language: HostLanguage

    typealias File = PluginTemplate.File

    var program: String { name.libraryName }

    private var source: String {
        switch language {
        case .c, .cxx, .python: "\(program).\(language.fileExtension)"
        case .rust: "src/main.rs"
        case .swift: "Sources/\(program)/Document.swift"
        }
    }

    /// The project in a directory.
    func project(in directory: String) -> NewProject {
        NewProject(
            name: name.rawValue,
            kind: "a program in \(language.title)",
            facts: [("application", application.rawValue), ("language", language.rawValue)],
            files: files,
            directory: directory,
            commands: [language.check(program), language.start(program)]
        )
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
            ] + Self.session.map { file("src/session/\($0.name).rs", $0.source) } + [
                file("Cargo.toml", PackageResources.host_Cargo_toml_template),
                file("build.rs", PackageResources.host_build_rs_template),
                file("README.md", PackageResources.host_README_md_template),
                File(path: ".gitignore", contents: "/target/\n"),
            ]
        case .swift:
            [
                file("Package.swift", PackageResources.host_Package_swift_template),
                file("Sources/\(program)/main.swift", PackageResources.host_swift_template),
                file(source, PackageResources.host_Document_swift_template),
                file(
                    "Tests/\(program)_tests/RestorationTests.swift",
                    PackageResources.host_test_swift_template
                ),
                file("README.md", PackageResources.host_README_md_template),
                File(path: ".gitignore", contents: "/.build/\n"),
            ]
        }
    }

    /// The modules of the session for Rust.
    private static let session: [(name: String, source: [UInt8])] = [
        ("calls", PackageResources.calls_rs),
        ("delegate", PackageResources.delegate_rs),
        ("errors", PackageResources.errors_rs),
        ("ffi", PackageResources.ffi_rs),
        ("objects", PackageResources.objects_rs),
        ("options", PackageResources.options_rs),
        ("program", PackageResources.program_rs),
        ("reports", PackageResources.reports_rs),
        ("restoring", PackageResources.restoring_rs),
        ("saving", PackageResources.saving_rs),
        ("testing", PackageResources.testing_rs),
        ("values", PackageResources.values_rs),
    ]

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
