import Foundation
import RestorationKit

/// Temporary directories, each with all files of one program.
enum ProgramDirectory {
    /// Makes a temporary directory.
    ///
    /// - Parameter folder: a folder to create inside it.
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
    /// The options of a program with all files in one directory.
    static func within(_ directory: String) -> RestorationOptions {
        var options = RestorationOptions()
        options.stateDirectory = directory + "/state"
        options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        options.pluginDirectories = [directory + "/plugins"]
        return options
    }
}
