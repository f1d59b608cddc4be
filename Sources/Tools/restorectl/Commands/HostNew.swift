import ArgumentParser
import RestorationCore

struct HostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "host",
        abstract: "Creates projects of programs that restore their state.",
        subcommands: [HostNew.self]
    )
}

struct HostNew: Command {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Creates a directory with the complete project of a new program.",
        discussion: """
            Writes a source with one object to edit, a test that kills and restarts the program in \
            one process, and a README; in C and C++ a Makefile, and in Rust and Swift the files of \
            a package. A project in C, C++ or Rust builds where pkg-config finds an installed \
            RestorationKit, and one in Swift beside a clone of RestorationKit. One in Python runs \
            with the package restorationkit. The directory must be new or empty.

            EXAMPLES:
              restorectl host new desk --language c
              restorectl host new desk --language cxx --application net.example.desk
              restorectl host new desk --language python --application net.example.desk
              restorectl host new desk --language rust
              restorectl host new desk --language swift
            """
    )

    @Argument(help: "The name of the program and of its directory.")
    var name: String

    @Option(help: "The language: c, cxx, python, rust or swift.")
    var language: String

    @Option(
        help: ArgumentHelp(
            "The program's application id; by default, org.example. and the name.",
            valueName: "id"
        )
    )
    var application: String?

    @Option(help: "The parent of the program's directory; by default, the current directory.")
    var directory: String?

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        guard let language = HostLanguage(rawValue: language) else {
            throw CommandError.notAHostLanguage(language, near: .nearest(to: language))
        }
        guard let name = PluginName(name) else {
            throw CommandError.notAPluginName(name, near: .nearest(to: name))
        }
        let template = HostTemplate(
            name: name,
            application: try .parse(application ?? "org.example.\(name.rawValue)"),
            language: language
        )
        let project = template.project(in: NewProject.directory(self.name, in: directory))
        try project.write()
        return Findings(project)
    }
}
