import RestorationCore
import RestorationDiscovery

/// The project of a new plugin: values in, the contents of files out.
struct PluginTemplate {
    let name: PluginName
    let identifier: PluginIdentifier
    let application: ApplicationIdentifier
    let language: PluginLanguage

    /// A file of the project, by its path below the project's directory.
    struct File: Equatable {
        let path: String
        let contents: String
    }

    /// Whether the source has another use for the name of the class already.
    var isClassNameTaken: Bool {
        let code = Self.text(source).replacing(#/\/\/.*/#, with: "")
        let words = code.matches(of: #/\w+/#).map { String($0.output) } + Self.takenNames
        return words.contains(name.className) || words.contains(name.moduleName)
    }

    /// Keywords, macros of C's own headers, and types of the entry point that Swift's builds make.
    private static let takenNames = ["Any", "Self", "NULL", "EOF", "UInt64", "UnsafePointer"]

    /// The library, from the project's directory.
    var library: String { "\(language.products)lib\(name.libraryName).so" }

    /// All files, in the order in which a person looks at them.
    var files: [File] {
        [file(sourcePath, source)] + others + [
            file("README.md", PackageResources.plugin_README_md_template),
            file(".github/workflows/check.yml", PackageResources.check_yml_template),
            File(path: ".gitignore", contents: language.ignored.map { $0 + "\n" }.joined()),
        ]
    }

    /// What is one language's alone, but for the source.
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

    /// The file that a person edits.
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

    /// What templates name between two `@`. The manifest comes first: it names others.
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
            ("ABI", "\(ABIVersion.spokenByHost)"),
            ("LANGUAGE", language.title),
            ("SOURCE", sourcePath),
            ("MANIFEST_FILE", manifestPath),
            ("BUILT", library),
            ("BUILD", language.build),
            ("TEST", language.test),
            ("PACKAGES", (["make"] + language.packages).joined(separator: " ")),
        ] + compiling
    }

    /// What differs between C and C++, and is nothing to others.
    private var compiling: [(name: String, value: String)] {
        switch language {
        case .c:
            [
                ("COMPILER", "CC"), ("FLAGS", "CFLAGS"), ("STANDARD", "c11"),
                ("CMAKE_LANGUAGE", "C"), ("CMAKE_STANDARD", "c_std_11"), ("CMAKE", Self.withCMake),
                ("TOOLCHAIN", ""),
            ]
        case .cxx:
            [
                ("COMPILER", "CXX"), ("FLAGS", "CXXFLAGS"), ("STANDARD", "c++17"),
                ("CMAKE_LANGUAGE", "CXX"), ("CMAKE_STANDARD", "cxx_std_17"),
                ("CMAKE", Self.withCMake), ("TOOLCHAIN", ""),
            ]
        case .rust: [("CMAKE", ""), ("TOOLCHAIN", Self.rustup)]
        case .swift: [("CMAKE", ""), ("TOOLCHAIN", "")]
        }
    }

    private static let withCMake = """
         With CMake, `cmake -B build`, `cmake --build build` and
        `ctest --test-dir build` do the same.
        """

    /// Ubuntu's own Rust is older than `restoration.rs` needs.
    private static let rustup = """
              - name: Install Rust
                run: |
                  curl -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
                  echo "$HOME/.cargo/bin" >> "$GITHUB_PATH"

        """
}
