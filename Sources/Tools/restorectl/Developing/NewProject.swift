import FoundationEssentials

/// The files of a new plugin or program, and what its author does next.
struct NewProject: Presentable {
    let name: String
    /// Such as "a program in C".
    let kind: String
    /// The members of its JSON beside the name, the directory and the files.
    let facts: [(key: MemberName, value: String)]
    let files: [PluginTemplate.File]
    let directory: String
    /// Commands, to be run in the directory.
    let commands: [String]

    private var next: [String] { ["cd \(directory.quotedForShells)"] + commands }

    func page() -> Page {
        var page = Page()
        page.add(Span(name, .title), Span(", \(kind)"))
        for file in files { page.add("\(directory)/\(file.path)", indent: 4) }
        page.addGap()
        page.add("Build it, test it, and try it:")
        for command in next { page.add(Span(command), indent: 4) }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(name, forKey: "name")
        for fact in facts { try members.encode(fact.value, forKey: fact.key) }
        try members.encode(directory, forKey: "directory")
        try members.encode(files.map(\.path), forKey: "files")
        try members.encode(next, forKey: "next")
    }
}

extension NewProject {
    /// The directory of a project, below `parent` if that is not `nil`.
    static func directory(_ name: String, in parent: String?) -> String {
        parent.map { $0.hasSuffix("/") ? $0 + name : "\($0)/\(name)" } ?? name
    }

    /// Writes the files into a directory that is new or empty.
    ///
    /// - Throws: ``CommandError``.
    func write() throws {
        try makeDirectory(at: directory)
        for file in files { try write(file) }
    }

    private func makeDirectory(at path: String) throws {
        let files = FileManager.default
        do {
            guard
                try !files.fileExists(atPath: path)
                    || files.contentsOfDirectory(atPath: path).isEmpty
            else { throw CommandError.notEmpty(path) }
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError.cannotMake(path)
        }
    }

    private func write(_ file: PluginTemplate.File) throws {
        let path = "\(directory)/\(file.path)"
        do {
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            try FileManager.default.createDirectory(
                atPath: folder.joined(separator: "/"),
                withIntermediateDirectories: true
            )
            try Data(file.contents.utf8).write(
                to: URL(filePath: path),
                options: .withoutOverwriting
            )
        } catch {
            throw CommandError.cannotMake(path)
        }
    }
}

extension String {
    /// Quoted for a shell.
    var quotedForShells: String {
        guard wholeMatch(of: #/[A-Za-z0-9_.\/+][A-Za-z0-9_.\/+-]*/#) == nil else { return self }
        return "'\(replacing("'", with: "'\\''"))'"
    }
}
