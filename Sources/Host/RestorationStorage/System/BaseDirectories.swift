public import RestorationCore

/// Where a user's files belong, as the environment says.
///
/// Semantic source: the XDG Base Directory Specification. As it demands, a value that is not an
/// absolute path is ignored.
public struct BaseDirectories: Sendable {
    /// State that a program can lose, but would rather not: `$XDG_STATE_HOME`.
    public let state: String
    /// A user's data and keys: `$XDG_DATA_HOME`.
    public let data: String
    /// The variables that are set and ignored, each with the directory that is used instead: nobody
    /// should look for files where they are not.
    public var ignored: [Diagnosis] { ignoredVariables.map(\.diagnosis) }
    private let ignoredVariables: [IgnoredVariable]

    /// Reads the process's environment. In a process with more rights than whoever started it, the
    /// environment says nothing: the directories lie in the user's home, as the system has it.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public init() throws(StorageError) {
        try self.init(isPrivileged: isProcessPrivileged, home: homeDirectoryOfUser) {
            environmentVariable($0)
        }
    }

    /// - Parameters:
    ///   - isPrivileged: whether the environment is in foreign hands.
    ///   - home: asked for instead of `HOME` then.
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

    /// Reads an environment given by the caller, for programs that serve several users, and tests.
    ///
    /// - Parameter variable: gives a variable's value, or `nil` if it is not set.
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

    /// How to correct an ignored variable that decides where one of the files lies; `nil` if there
    /// is none.
    package func correction(for paths: [String]) -> String? {
        ignoredVariables.first { variable in
            paths.contains { $0.hasPrefix(variable.replacement + "/") }
        }?.correction
    }
}

/// A variable that is set, but not to an absolute path.
private struct IgnoredVariable {
    let name: String
    let value: String
    /// The directory that is used instead.
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
