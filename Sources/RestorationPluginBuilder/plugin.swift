import Foundation
import PackagePlugin

/// Makes a library a plugin: generates the ELF note and the entry point of a target from the
/// `restoration-plugin.json` that stands beside its sources.
@main
struct RestorationPluginBuilder: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let manifest = target.directoryURL.appending(path: "restoration-plugin.json")
        guard FileManager.default.fileExists(atPath: manifest.path) else {
            Diagnostics.error(
                """
                The target "\(target.name)" uses RestorationPluginBuilder and has no manifest. Write \
                \(manifest.path).
                """
            )
            return []
        }
        let files = target.sourceModule?.sourceFiles(withSuffix: "swift").map(\.url) ?? []
        let source = context.pluginWorkDirectoryURL.appending(path: "RestorationPluginEntry.swift")
        return [
            .buildCommand(
                displayName: "Embedding restoration-plugin.json in \(target.name)",
                executable: try context.tool(named: "restoration-plugin-generator").url,
                arguments: [manifest.path, source.path] + files.map(\.path),
                inputFiles: [manifest] + files,
                outputFiles: [source]
            )
        ]
    }
}
