/// Where a user's files belong, as the environment says.
///
/// Semantic source: the XDG Base Directory Specification. As it demands, a value that is not an
/// absolute path counts as not set.
public struct BaseDirectories: Hashable, Sendable {
    /// State that a program can lose, but would rather not: `$XDG_STATE_HOME`.
    public let state: String
    /// A user's data and keys: `$XDG_DATA_HOME`.
    public let data: String

    /// Reads the process's environment.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public init() throws(StorageError) {
        try self.init { environmentVariable($0) }
    }

    /// Reads an environment given by the caller, for programs that serve several users, and tests.
    ///
    /// - Parameter variable: gives a variable's value, or `nil` if it is not set.
    /// - Throws: ``StorageError/noHomeDirectory(variable:)`` if a directory is neither set nor can
    ///   be derived from `HOME`.
    public init(variable: (String) -> String?) throws(StorageError) {
        func directory(_ name: String, belowHome path: String) throws(StorageError) -> String {
            if let set = variable(name), set.utf8.first == UInt8(ascii: "/") { return set }
            guard let home = variable("HOME"), home.utf8.first == UInt8(ascii: "/") else {
                throw .noHomeDirectory(variable: name)
            }
            return "\(home)/\(path)"
        }
        state = try directory("XDG_STATE_HOME", belowHome: ".local/state")
        data = try directory("XDG_DATA_HOME", belowHome: ".local/share")
    }
}
