import ArgumentParser

struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Creates, checks and inspects plugins.",
        subcommands: [
            PluginList.self, PluginInspect.self, PluginNew.self, PluginCheck.self,
            PluginRun.self, PluginDev.self, PluginCheckRule.self,
        ]
    )
}
