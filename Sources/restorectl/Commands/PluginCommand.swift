import ArgumentParser

/// The commands about plugins.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Looks at plugins, without running any of their code.",
        subcommands: [PluginList.self, PluginInspect.self]
    )
}
