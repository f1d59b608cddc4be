import RestorationCore

/// The project of a new program: a pure function from values to files.
struct HostTemplate {
    let name: PluginName
    let application: ApplicationIdentifier
    let language: HostLanguage

    typealias File = PluginTemplate.File

    var program: String { name.libraryName }

    var files: [File] {
        switch language {
        case .c:
            [
                file("\(program).c", PackageResources.host_c_template),
                file("\(program)-test.c", PackageResources.host_test_c_template),
                file("Makefile", PackageResources.host_Makefile_template),
                file("README.md", PackageResources.host_README_md_template),
                File(path: ".gitignore", contents: "/\(program)\n/\(program)-test\n"),
            ]
        }
    }

    private func file(_ path: String, _ template: [UInt8]) -> File {
        let values = [
            ("NAME", name.rawValue), ("LIBRARY", program), ("ID", application.rawValue),
            ("LANGUAGE", language.title),
        ]
        let text = String(decoding: template, as: UTF8.self)
        return File(
            path: path,
            contents: values.reduce(text) { $0.replacing("@\($1.0)@", with: $1.1) }
        )
    }
}

/// A language in which a program can be begun.
enum HostLanguage: String, CaseIterable {
    case c

    static func nearest(to word: String) -> HostLanguage? {
        let word = word.lowercased()
        return Self(rawValue: word)
            ?? Spelling.nearest(to: word, among: allCases.map(\.rawValue)).flatMap(Self.init)
    }

    var title: String {
        switch self {
        case .c: "C"
        }
    }
}

struct NewHost: Presentable {
    let template: HostTemplate
    let directory: String

    private var next: [String] {
        ["cd \(directory.quotedForShells)", "make && make check", "./\(template.program)"]
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
