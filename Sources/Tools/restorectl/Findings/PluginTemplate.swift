import RestorationCore
import RestorationDiscovery

/// The project of a new plugin: a pure function from values to files.
struct PluginTemplate {
    let name: PluginName
    let identifier: PluginIdentifier
    let application: ApplicationIdentifier
    let language: PluginLanguage

    struct File: Equatable {
        let path: String
        let contents: String
    }

    /// Whether the template's source already uses the class name or the module name.
    var isClassNameTaken: Bool {
        let code = Self.text(source).replacing(#/\/\/.*/#, with: "")
        let words = code.matches(of: #/\w+/#).map { String($0.output) } + Self.takenNames
        return words.contains(name.className) || words.contains(name.moduleName)
    }

    /// Keywords, macros of C headers, and types in the generated Swift entry point.
    private static let takenNames = ["Any", "Self", "NULL", "EOF", "UInt64", "UnsafePointer"]

    /// The project in a directory.
    func project(in directory: String) -> NewProject {
        NewProject(
            name: name.rawValue,
            kind: "a plugin in \(language.title) for \(application)",
            facts: [
                ("id", identifier.rawValue), ("class", name.className),
                ("application", application.rawValue), ("language", language.rawValue),
            ],
            files: files,
            directory: directory,
            commands: [
                "\(language.build) && \(language.test)", "restorectl plugin run \(library)",
            ]
        )
    }

    var library: String { "\(language.products)lib\(name.libraryName).so" }

    var files: [File] {
        [file(sourcePath, source)] + others + [
            file("README.md", PackageResources.plugin_README_md_template),
            file(".github/workflows/check.yml", PackageResources.check_yml_template),
            File(path: ".gitignore", contents: language.ignored.map { $0 + "\n" }.joined()),
        ]
    }

    /// The files of one language, except the source.
    private var others: [File] {
        switch language {
        case .c, .cxx:
            [
                file("Makefile", PackageResources.Makefile_template),
                file("CMakeLists.txt", PackageResources.CMakeLists_txt_template),
            ]
        case .rust:
            [
                file(manifestPath, PackageResources.manifest_json_template),
                file("Cargo.toml", PackageResources.Cargo_toml_template),
                File(
                    path: "src/restoration.rs",
                    contents: Self.text(PackageResources.restoration_rs)
                ),
                file("tests/check.rs", PackageResources.check_rs_template),
            ]
        case .swift:
            [
                file(manifestPath, PackageResources.manifest_json_template),
                file("Package.swift", PackageResources.Package_swift_template),
                file(
                    "Tests/\(name.moduleName)Tests/CheckTests.swift",
                    PackageResources.CheckTests_swift_template
                ),
            ]
        }
    }

    private var sourcePath: String {
        switch language {
        case .c: "\(name.libraryName).c"
        case .cxx: "\(name.libraryName).cpp"
        case .rust: "src/lib.rs"
        case .swift: "Sources/\(name.moduleName)/\(name.className).swift"
        }
    }

    private var source: [UInt8] {
        switch language {
        case .c: PackageResources.plugin_c_template
        case .cxx: PackageResources.plugin_cpp_template
        case .rust: PackageResources.plugin_rs_template
        case .swift: PackageResources.plugin_swift_template
        }
    }

    private var manifestPath: String {
        switch language {
        case .c, .cxx: sourcePath
        case .rust: "restoration-plugin.json"
        case .swift: "Sources/\(name.moduleName)/restoration-plugin.json"
        }
    }
}

extension PluginTemplate {
    private func file(_ path: String, _ template: [UInt8]) -> File {
        let text = Self.text(template)
        return File(
            path: path,
            contents: values.reduce(text) { $0.replacing("@\($1.0)@", with: $1.1) }
        )
    }

    private static func text(_ template: [UInt8]) -> String {
        String(decoding: template, as: UTF8.self)
    }

    /// The values of the `@NAME@` placeholders. The manifest comes first, since it contains others.
    private var values: [(name: String, value: String)] {
        let manifest = Self.text(PackageResources.manifest_json_template)
        return [
            ("MANIFEST", String(manifest.dropLast())),
            ("NAME", name.rawValue),
            ("LIBRARY", name.libraryName),
            ("CLASS", name.className),
            ("MODULE", name.moduleName),
            ("ID", identifier.rawValue),
            ("APPLICATION", application.rawValue),
            ("ABI", "\(ABIVersion.supportedByHost)"),
            ("LANGUAGE", language.title),
            ("SOURCE", sourcePath),
            ("MANIFEST_FILE", manifestPath),
            ("BUILT", library),
            ("BUILD", language.build),
            ("TEST", language.test),
            ("PACKAGES", (["make"] + language.packages).joined(separator: " ")),
        ] + compiling
    }

    /// The placeholders of C and C++, empty for other languages.
    private var compiling: [(name: String, value: String)] {
        switch language {
        case .c:
            [
                ("COMPILER", "CC"), ("FLAGS", "CFLAGS"), ("STANDARD", "c11"),
                ("CMAKE_LANGUAGE", "C"), ("CMAKE_STANDARD", "c_std_11"), ("CMAKE", Self.withCMake),
            ]
        case .cxx:
            [
                ("COMPILER", "CXX"), ("FLAGS", "CXXFLAGS"), ("STANDARD", "c++17"),
                ("CMAKE_LANGUAGE", "CXX"), ("CMAKE_STANDARD", "cxx_std_17"),
                ("CMAKE", Self.withCMake),
            ]
        case .rust, .swift: [("CMAKE", "")]
        }
    }

    private static let withCMake = """
         With CMake, `cmake -B build`, `cmake --build build` and
        `ctest --test-dir build` do the same.
        """
}
