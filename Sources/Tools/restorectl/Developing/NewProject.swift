import FoundationEssentials

/// Writes the files of a new project into a directory that is new or empty.
enum NewProject {
    /// - Throws: ``CommandError``.
    static func write(_ files: [PluginTemplate.File], to directory: String) throws {
        try makeDirectory(at: directory)
        for file in files { try write(file, below: directory) }
    }

    private static func makeDirectory(at path: String) throws {
        let files = FileManager.default
        do {
            guard
                try !files.fileExists(atPath: path)
                    || files.contentsOfDirectory(atPath: path).isEmpty
            else { throw CommandError.notEmpty(path) }
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError.cannotMake(path)
        }
    }

    private static func write(_ file: PluginTemplate.File, below directory: String) throws {
        let path = "\(directory)/\(file.path)"
        do {
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            try FileManager.default.createDirectory(
                atPath: folder.joined(separator: "/"),
                withIntermediateDirectories: true
            )
            try Data(file.contents.utf8).write(
                to: URL(filePath: path),
                options: .withoutOverwriting
            )
        } catch {
            throw CommandError.cannotMake(path)
        }
    }
}
