import ArgumentParser
import RestorationCore
import RestorationDiscovery

struct PluginInspect: Command {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows the manifest of one plugin, and whether this host could use it.",
        discussion: """
            Reads the manifest from the library's notes, or from the sidecar beside it, and makes \
            the checks of a host before loading: the library's headers, its manifest, its entry \
            point, and who may change the file and its parent directories. None of the plugin's \
            code runs; checks that need loading are listed as not checked. For a binding, the \
            command shows its manifest; restorectl binding check examines its library.

            The exit status is 1 if the manifest cannot be read, or a check fails.

            EXAMPLES:
              restorectl plugin inspect ./libnotes.so
              restorectl plugin inspect ./libnotes.so --application org.example.atlas
            """
    )

    @Argument(help: "The library, NAME.so, or the binding, NAME.restoration-binding.json.")
    var file: String

    @Option(
        help: ArgumentHelp("Also checks whether this application would use it.", valueName: "id")
    )
    var application: String?

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let inspection = PluginInspection(
            try DiscoveredPlugin.named(file),
            for: try application.map(ApplicationIdentifier.parse)
        )
        return Findings(inspection, status: inspection.isUsable ? .done : .failed)
    }
}

extension DiscoveredPlugin {
    static func named(_ file: String) throws -> DiscoveredPlugin {
        do {
            return try DiscoveredPlugin(inspecting: file)
        } catch .notALibrary(_, .directory) {
            throw CommandError.notALibrary(file)
        } catch .notALibrary(_, .notELF), .notALibrary(_, .linkerScript),
            .notALibrary(_, .notRegular)
        {
            throw CommandError.anotherKindOfFile(file)
        } catch .unreadable(_, .notFound) where file.unicodeScalars.contains("\u{FFFD}") {
            // The placeholder for argument bytes that are not UTF-8.
            throw CommandError.unreadableName(file)
        } catch {
            throw error
        }
    }
}
