import Foundation
import PseudoTerminal

/// The run's own directories, in which Pet Finder runs through several processes. Removed on
/// deinit; the user's own directories are never touched.
public final class PetFinderHome {
    /// The directory above all others.
    public let root: String
    /// The directory of the built programs and libraries.
    public let products: String

    /// Makes the directories.
    ///
    /// - Parameter products: `nil` for the folder of the running program.
    public init(products: String? = nil) throws {
        self.products = products ?? Self.folderOfThisProgram
        root = FileManager.default.temporaryDirectory.path + "/petfinder-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: pluginDirectory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for name in Self.plugins {
            try FileManager.default.copyItem(
                atPath: "\(self.products)/\(name)",
                toPath: "\(pluginDirectory)/\(name)"
            )
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The libraries of the edit screen and of the notes panel.
    public static let plugins = ["libPetEditor.so", "libPetNotes.so"]
    public static let application = "org.restorationkit.petfinder"

    public var pluginDirectory: String { root + "/plugins" }
    /// The directory of the archive and its older generation.
    public var stateDirectory: String { root + "/state/\(Self.application)/restoration" }

    /// Additional environment variables of every process.
    public var furtherVariables: [String: String] = [:]

    /// The environment of a process: all its directories below ``root``, and ``furtherVariables``.
    public var environment: [String: String] {
        var variables = TerminalProgram.standardEnvironment()
        variables["XDG_STATE_HOME"] = root + "/state"
        variables["XDG_DATA_HOME"] = root + "/data"
        variables["XDG_DATA_DIRS"] = root + "/none"
        variables["XDG_CACHE_HOME"] = root + "/cache"
        variables["HOME"] = root
        return variables.merging(furtherVariables) { $1 }
    }

    /// Removes the archive and its older generations.
    public func removeArchive() throws {
        for name in ["archive", "archive.previous", "archive.found"] {
            let path = "\(stateDirectory)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// Makes every save fail: a directory obstructs the new archive. Permissions would not stop
    /// root.
    public func hinderSaving() throws {
        try FileManager.default.createDirectory(
            atPath: "\(stateDirectory)/archive.new/taken",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // A file in place of the `set-aside` folder, so that the obstacle cannot be set aside.
        try Data().write(to: URL(filePath: "\(stateDirectory)/set-aside"))
    }

    private static var folderOfThisProgram: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: path ?? ".").deletingLastPathComponent().path
    }
}
