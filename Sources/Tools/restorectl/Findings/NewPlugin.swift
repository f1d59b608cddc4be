import RestorationCore

struct NewPlugin: Presentable {
    let template: PluginTemplate
    let directory: String

    private var next: [String] {
        let language = template.language
        return [
            "cd \(directory.quotedForShells)",
            "\(language.build) && \(language.test)",
            "restorectl plugin run \(template.library)",
        ]
    }

    func page() -> Page {
        var page = Page()
        page.add(
            Span(template.name.rawValue, .title),
            Span(", a plugin in \(template.language.title) for \(template.application)")
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
        try members.encode(template.identifier.rawValue, forKey: "id")
        try members.encode(template.name.className, forKey: "class")
        try members.encode(template.application.rawValue, forKey: "application")
        try members.encode(template.language.rawValue, forKey: "language")
        try members.encode(directory, forKey: "directory")
        try members.encode(template.files.map(\.path), forKey: "files")
        try members.encode(next, forKey: "next")
    }
}

extension String {
    /// Quoted for a shell.
    var quotedForShells: String {
        guard wholeMatch(of: #/[A-Za-z0-9_.\/+][A-Za-z0-9_.\/+-]*/#) == nil else { return self }
        return "'\(replacing("'", with: "'\\''"))'"
    }
}
