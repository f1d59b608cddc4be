import Foundation

/// The program that the build tool plugin runs: reads a manifest, writes the Swift source that
/// embeds it.
///
/// ```
/// restoration-plugin-generator restoration-plugin.json RestorationPluginEntry.swift Note.swift …
/// ```
///
/// The files after these two are the author's sources, in which the plugin's constant is looked
/// for. Faults of the manifest, and of them, go to standard error in the form of a compiler's, which editors follow.
@main
enum Generator {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            quit("usage: restoration-plugin-generator MANIFEST SOURCE [FILE ...]", status: 64)
        }
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: arguments[1])))
        } catch {
            quit("\(arguments[1]): error: The manifest cannot be read. Make it readable.")
        }
        // A file that cannot be read is the compiler's to complain about.
        let sources = arguments.dropFirst(3).compactMap { path in
            (try? String(contentsOf: URL(filePath: path), encoding: .utf8)).map { (path, $0) }
        }
        do {
            let manifest = try CheckedManifest(bytes)
            if !sources.isEmpty,
                let complaint = PluginConstant.complaint(about: sources, manifest: arguments[1])
            {
                quit(complaint)
            }
            try Data(manifest.source.utf8).write(to: URL(filePath: arguments[2]))
        } catch let fault as ManifestFault {
            quit("\(arguments[1]):\(fault.line): error: \(fault.sentence)")
        } catch {
            quit("\(arguments[2]): error: The source cannot be written: \(error)")
        }
    }

    private static func quit(_ message: String, status: Int32 = 1) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
        exit(status)
    }
}
