import ArgumentParser
import RestorationCore

struct PluginNew: Command {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Creates a directory with the complete project of a new plugin.",
        discussion: """
            Writes a manifest, a source with one class to edit, the build files of the language, \
            a test, a file for GitHub's checks, and a README. The project builds as it \
            is, where pkg-config finds an installed RestorationKit. No file is overwritten: the \
            directory must be new or empty.

            EXAMPLES:
              restorectl plugin new notes --language rust
              restorectl plugin new notes --language c --id org.example.desk-notes
              restorectl plugin new notes --language swift --directory ~/plugins
            """
    )

    @Argument(help: "The plugin's name, and the name of its directory, class and library.")
    var name: String

    @Option(help: "The language: c, cxx, rust or swift.")
    var language: String

    @Option(
        help: ArgumentHelp(
            "The plugin's identifier; by default, org.example. and the name.",
            valueName: "id"
        )
    )
    var id: String?

    @Option(help: ArgumentHelp("The application that the plugin is for.", valueName: "id"))
    var application = "org.example.desk"

    @Option(help: "The parent of the plugin's directory.")
    var directory: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let id, PluginIdentifier(id) == nil {
            throw ValidationError(
                "--id takes a reverse-DNS name, such as org.example.notes, and not \"\(id)\"."
            )
        }
    }

    func findings() throws -> Findings {
        let project = try template().project(in: NewProject.directory(name, in: directory))
        try project.write()
        return Findings(project)
    }

    private func template() throws -> PluginTemplate {
        guard let language = PluginLanguage(rawValue: language) else {
            throw CommandError.notALanguage(language, near: .nearest(to: language))
        }
        guard let name = PluginName(name) else {
            throw CommandError.notAPluginName(name, near: .nearest(to: name))
        }
        let template = PluginTemplate(
            name: name,
            identifier: try id.flatMap(PluginIdentifier.init) ?? Self.identifier(of: name),
            application: try .parse(application),
            language: language
        )
        guard !template.isClassNameTaken else { throw CommandError.classNameTaken(name) }
        return template
    }

    /// An example id under the reserved `org.example`.
    private static func identifier(of name: PluginName) throws -> PluginIdentifier {
        guard let identifier = PluginIdentifier("org.example.\(name.rawValue)") else {
            throw CommandError.notAPluginName(name.rawValue, near: nil)
        }
        return identifier
    }
}
