import Foundation

/// The program that the build tool plugin runs: reads a target's manifest, and writes the Swift
/// source that embeds it.
///
/// ```
/// restoration-plugin-generator Sources/Notes Entry.swift Sources/Notes/Note.swift …
/// ```
///
/// The first argument is the target's directory. The files after the second are the author's
/// sources, which must declare the plugin's constant. Faults go to standard error in a compiler's
/// format, for editors.
@main
enum Generator {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            quit("usage: restoration-plugin-generator DIRECTORY SOURCE [FILE ...]", status: 64)
        }
        let directory = arguments[1]
        if let complaint = ManifestPlace.complaint(
            about: ManifestPlace.files(below: directory),
            in: directory
        ) {
            quit(complaint)
        }
        let path = "\(directory)/\(ManifestPlace.name)"
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            quit("\(path): error: The manifest cannot be read. Make it readable.")
        }
        // The compiler reports unreadable files.
        let sources = arguments.dropFirst(3).compactMap { path in
            (try? String(contentsOf: URL(filePath: path), encoding: .utf8)).map { (path, $0) }
        }
        do {
            let manifest = try CheckedManifest(bytes)
            if !sources.isEmpty,
                let complaint = HandwrittenEntry.complaint(about: sources)
                    ?? PluginConstant.complaint(about: sources, manifest: path)
            {
                quit(complaint)
            }
            for warning in manifest.warnings(at: path) { printError(warning) }
            try Data(manifest.source.utf8).write(to: URL(filePath: arguments[2]))
        } catch let fault as ManifestFault {
            quit("\(path):\(fault.line): error: \(fault.sentence)")
        } catch {
            quit("\(arguments[2]): error: The source cannot be written: \(error)")
        }
    }

    private static func quit(_ message: String, status: Int32 = 1) -> Never {
        printError(message)
        exit(status)
    }

    private static func printError(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
    }
}
