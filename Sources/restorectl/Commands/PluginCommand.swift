import ArgumentParser

/// The commands about plugins.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Looks at plugins, and checks that they keep the rules.",
        subcommands: [PluginList.self, PluginInspect.self, PluginCheck.self, PluginCheckRule.self]
    )
}
