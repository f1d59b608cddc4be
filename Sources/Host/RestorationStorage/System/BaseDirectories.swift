public import RestorationCore

/// The user's base directories according to the environment.
///
/// Semantic source: the XDG Base Directory Specification. As it demands, values that are not
/// absolute paths are ignored.
public struct BaseDirectories: Sendable {
    /// State that a program can lose: `$XDG_STATE_HOME`.
    public let state: String
    /// A user's data and keys: `$XDG_DATA_HOME`.
    public let data: String
    /// The ignored variables, each with the directory used instead.
    public var ignored: [Diagnosis] { ignoredVariables.map(\.diagnosis) }
    private let ignoredVariables: [IgnoredVariable]

    /// Reads the process's environment. A process with elevated privileges ignores the environment
    /// and uses the home directory from the user database.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public init() throws(StorageError) {
        try self.init(isPrivileged: isProcessPrivileged, home: homeDirectoryOfUser) {
            environmentVariable($0)
        }
    }

    /// - Parameters:
    ///   - isPrivileged: whether to distrust the environment.
    ///   - home: then replaces `HOME`.
    package init(
        isPrivileged: Bool,
        home: () -> String?,
        variable: (String) -> String?
    ) throws(StorageError) {
        try self.init { name in
            guard isPrivileged else { return variable(name) }
            return name == "HOME" ? home() : nil
        }
    }

    /// Reads an environment that the caller provides, for programs that serve several users, and
    /// for tests.
    ///
    /// - Parameter variable: returns a variable's value, or `nil` if it is not set.
    /// - Throws: ``StorageError/noHomeDirectory(variable:)`` if a directory is neither set nor can
    ///   be derived from `HOME`.
    public init(variable: (String) -> String?) throws(StorageError) {
        var ignored: [IgnoredVariable] = []
        func directory(_ name: String, belowHome path: String) throws(StorageError) -> String {
            let set = variable(name) ?? ""
            if set.utf8.first == UInt8(ascii: "/") { return set }
            guard let home = variable("HOME"), home.utf8.first == UInt8(ascii: "/") else {
                throw .noHomeDirectory(variable: name)
            }
            let place = "\(home)/\(path)"
            if !set.isEmpty {
                ignored.append(IgnoredVariable(name: name, value: set, replacement: place))
            }
            return place
        }
        state = try directory("XDG_STATE_HOME", belowHome: ".local/state")
        data = try directory("XDG_DATA_HOME", belowHome: ".local/share")
        ignoredVariables = ignored
    }

    /// How to correct an ignored variable that determines the location of one of the files, or
    /// `nil`.
    package func correction(for paths: [String]) -> String? {
        ignoredVariables.first { variable in
            paths.contains { $0.hasPrefix(variable.replacement + "/") }
        }?.correction
    }
}

private struct IgnoredVariable {
    let name: String
    let value: String
    let replacement: String

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: "\(name) (\"\(value)\") is not an absolute path and is ignored: \(replacement)"
                + " is used",
            place: "environment variable \(name)",
            remedy: "Write the whole path, from '/' on."
        )
    }

    var correction: String {
        "Correct \(name) first: \"\(value)\" is not an absolute path, so \(replacement) is used"
            + " instead."
    }
}
