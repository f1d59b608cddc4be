import Foundation
import PackagePlugin

/// Turns a library into a plugin: generates its ELF note and entry point from the
/// `restoration-plugin.json` beside its sources.
@main
struct RestorationPluginBuilder: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        // The generator reports a faulty or missing manifest.
        let manifest = target.directoryURL.appending(path: "restoration-plugin.json")
        let isThere = FileManager.default.fileExists(atPath: manifest.path)
        let files = target.sourceModule?.sourceFiles(withSuffix: "swift").map(\.url) ?? []
        let source = context.pluginWorkDirectoryURL.appending(path: "RestorationPluginEntry.swift")
        return [
            .buildCommand(
                displayName: "Embedding restoration-plugin.json in \(target.name)",
                executable: try context.tool(named: "restoration-plugin-generator").url,
                arguments: [target.directoryURL.path, source.path] + files.map(\.path),
                inputFiles: (isThere ? [manifest] : []) + files,
                outputFiles: [source]
            )
        ]
    }
}
