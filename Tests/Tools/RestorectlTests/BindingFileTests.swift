import Foundation
import Testing

/// Files with other names than a binding's, and missing files.
@Suite struct `restorectl binding check of another file` {
    let home: Home

    init() throws {
        home = try Home()
        try home.installLamp()
    }

    @Test(arguments: [
        ("lamps.json", misnamed, "Rename it to lamps.restoration-binding.json."),
        ("org.example.jsonc", misnamed, "Rename it to org.example.restoration-binding.json."),
        ("liblamp.so", misnamed, "Pass a binding, such as NAME.restoration-binding.json."),
        ("missing.restoration-binding.json", missing, draft), ("missing.json", missing, draft),
        (".", "This is not a file", "Pass a binding, such as NAME.restoration-binding.json."),
        (
            "folder.restoration-binding.json", "This is not a file",
            "Pass a binding, such as NAME.restoration-binding.json."
        ),
        (
            "/dev/null", "This is not a file",
            "Pass a binding, such as NAME.restoration-binding.json."
        ),
    ])
    func `says why the file is not a binding`(name: String, problem: String, remedy: String) throws
    {
        for name in ["lamps.json", "org.example.jsonc"] {
            try home.write(Home.lampBinding.utf8, to: "\(home.workingDirectory)/\(name)")
        }
        try FileManager.default.createDirectory(
            atPath: "\(home.workingDirectory)/folder.restoration-binding.json",
            withIntermediateDirectories: false,
            attributes: nil
        )

        let run = try home.restorectl("binding check \(name)")

        run.expect(error: problem, at: name, fix: remedy)
    }

    private static let misnamed =
        "The file's name is not that of a binding, so no program would use it"
    private static let missing = "There is no such file"
    private static let draft =
        "Check the path, or draft a binding with restorectl binding new."

    @Test func `says that it may not be read`() throws {
        let file = "\(home.workingDirectory)/lamp.restoration-binding.json"
        let (reason, fix) = try home.close(file)

        let run = try home.restorectl("binding check lamp.restoration-binding.json")

        run.expect(
            error: "Cannot be read: \(reason)",
            at: "lamp.restoration-binding.json",
            fix: fix
        )
    }
}

extension Home {
    /// Replaces a file by an unreadable one.
    ///
    /// - Returns: The reason that the command prints, and its remedy.
    fileprivate func close(_ file: String) throws -> (reason: String, fix: String) {
        let files = FileManager.default
        guard geteuid() == 0 else {
            try files.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
            return ("Permission denied", "Correct its permissions, or install it again.")
        }
        // Root can read any file, but cannot follow a link to itself.
        try files.removeItem(atPath: file)
        try files.createSymbolicLink(atPath: file, withDestinationPath: file)
        return (
            "Too many levels of symbolic links",
            "Correct the circular links, or install it again."
        )
    }
}
