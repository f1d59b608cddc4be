import Foundation
import RestorationKit

/// Directories of programs, which keep everything in one.
enum ProgramDirectory {
    /// A new one.
    ///
    /// - Parameter folder: what is made inside it.
    static func make(with folder: String = "") throws -> String {
        let directory = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "restoration-\(UUID().uuidString)").path
        try make(folder, in: directory)
        return directory
    }

    static func make(_ folder: String, in directory: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory + "/" + folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
    }
}

extension RestorationOptions {
    /// Those of a program that keeps everything in one directory.
    static func within(_ directory: String) -> RestorationOptions {
        var options = RestorationOptions()
        options.stateDirectory = directory + "/state"
        options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        options.pluginDirectories = [directory + "/plugins"]
        return options
    }
}
