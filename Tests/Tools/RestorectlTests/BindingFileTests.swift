import Foundation
import Testing

/// What is no binding by its name, or no file at all.
@Suite struct `restorectl binding check of something else` {
    let home: Home

    init() throws {
        home = try Home()
        try home.installLamp()
    }

    /// The errors of a check, which has to fail.
    private func errors(_ file: String) throws -> String {
        let run = try home.restorectl("binding check \(file)")
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        return run.errors
    }

    @Test(arguments: [
        ("lamps.json", "Rename it to lamps.restoration-binding.json."),
        ("org.example.jsonc", "Rename it to org.example.restoration-binding.json."),
        ("liblamp.so", "Name a binding, NAME.restoration-binding.json."),
    ])
    func `says that a file's name is not that of a binding`(name: String, fix: String) throws {
        if name != "liblamp.so" {
            try home.write(Home.lampBinding.utf8, to: "\(home.workingDirectory)/\(name)")
        }

        #expect(
            try errors(name) == """
                error: The file's name is not that of a binding, so no program would use it
                   at: \(name)
                  fix: \(fix)

                """
        )
    }

    @Test(arguments: [
        "missing.restoration-binding.json", "missing.json",
    ])
    func `says that there is no such file`(name: String) throws {
        #expect(
            try errors(name) == """
                error: There is no such file
                   at: \(name)
                  fix: Check the path, or draft a binding with restorectl binding new.

                """
        )
    }

    @Test(arguments: [".", "folder.restoration-binding.json", "/dev/null"])
    func `says that it is no file`(name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(home.workingDirectory)/folder.restoration-binding.json",
            withIntermediateDirectories: false,
            attributes: nil
        )

        #expect(
            try errors(name) == """
                error: This is not a file
                   at: \(name)
                  fix: Name a binding, NAME.restoration-binding.json.

                """
        )
    }

    @Test func `says that it may not be read`() throws {
        let file = "\(home.workingDirectory)/lamp.restoration-binding.json"
        let (reason, fix) = try home.close(file)

        #expect(
            try errors("lamp.restoration-binding.json") == """
                error: Cannot be read: \(reason)
                   at: lamp.restoration-binding.json
                  fix: \(fix)

                """
        )
    }
}

extension Home {
    /// Replaces a file by one that cannot be read.
    ///
    /// - Returns: why, and what to do about it.
    fileprivate func close(_ file: String) throws -> (reason: String, fix: String) {
        let files = FileManager.default
        guard geteuid() == 0 else {
            try files.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
            return ("Permission denied", "Correct its permissions, or install it again.")
        }
        // Root may read everything, but gets nowhere by a link to itself.
        try files.removeItem(atPath: file)
        try files.createSymbolicLink(atPath: file, withDestinationPath: file)
        return (
            "Too many levels of symbolic links",
            "Correct the links, which lead in a circle, or install it again."
        )
    }
}
