import Foundation
import RestorationKit
import TestSupport
import Testing

/// Programs on file systems with fewer features than Linux's own. A preloaded library makes system
/// calls fail as such a file system does.
@Suite struct `A file system` {
    private let sandbox = Sandbox()
    private var home: String { sandbox.root + "/home" }

    init() throws {
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try ContractPlugin.compile(
            "../Libraries/failing-calls",
            named: "failing",
            into: sandbox.root
        )
    }

    /// One launch of a program with a private directory on the file system.
    ///
    /// - Parameters:
    ///   - calls: The system calls that fail.
    ///   - code: The error number.
    ///   - mode: The permissions of all files and directories.
    private func live(
        _ text: String,
        refusing calls: String = "",
        with code: Int32 = EIO,
        mode: String? = nil,
        _ settings: [String] = []
    ) throws -> HelperProgram {
        var environment = [
            "LD_PRELOAD": sandbox.root + "/libfailing.so", "FAILING_PATH": home,
            "FAILING_CALL": calls, "FAILING_CODE": "\(code)",
        ]
        environment["FAILING_MODE"] = mode
        return try HelperProgram(
            "",
            saving: text,
            ["private", home + "/app"] + settings,
            environment: environment
        )
    }

    @Test(arguments: ["linkat", "linkat,renameat2-flags"], [EPERM, ENOSYS, EOPNOTSUPP, EINVAL])
    func `that cannot link files or exchange names keeps state like any other`(
        calls: String,
        code: Int32
    ) throws {
        #expect(try live("one", refusing: calls, with: code).hasSaved)
        let second = try live("two", refusing: calls, with: code)
        let third = try live("three", refusing: calls, with: code)

        #expect([second.restored, third.restored] == ["one", "two"])
        #expect(second.notes + third.notes == [])
        let keys = try FileManager.default.contentsOfDirectory(atPath: home + "/app/keys")
        #expect(keys == ["org.example.helper.key"])
    }

    @Test(arguments: [EPERM, 0])
    func `that stores no modes is reported, without a claim that modes were repaired`(
        code: Int32
    ) throws {
        let calls = "linkat,fchmod,fchmodat"
        #expect(try live("one", refusing: calls, with: code, mode: "755").hasSaved)

        let second = try live("two", refusing: calls, with: code, mode: "755")

        #expect(second.restored == "one")
        #expect(second.hasSaved)
        #expect(
            second.notes == [
                "Other users may use files of saved state, since the file system does not store"
                    + " modes:"
                    + " ledger (0755), archive (0755), report (0755), report.save (0755),"
                    + " lock (0755)",
                "Other users may read the key file, since its file system does not store modes:"
                    + " \(home)/app/keys/org.example.helper.key (0755)",
            ]
        )
        #expect(!second.remedies.contains { $0.contains("chmod") })
    }

    @Test(arguments: [EPERM, 0])
    func `that stores no modes and lets all users write is refused with a remedy`(
        code: Int32
    ) throws {
        let life = try live("one", refusing: "fchmod,fchmodat", with: code, mode: "777")

        let text = life.lines.joined(separator: "\n")
        #expect(text.contains("and its file system does not store modes"))
        #expect(text.contains("umask=077"))
        #expect(!text.contains("chmod"))
    }

    @Test(arguments: [ENOLCK, ENOSYS, EOPNOTSUPP])
    func `without locks is reported, with the option that moves the state`(code: Int32) throws {
        let life = try live("one", refusing: "flock", with: code)

        #expect(!life.hasSaved)
        let text = life.lines.joined(separator: "\n")
        #expect(text.contains("Could not lock the file: its file system has no locks"))
        #expect(text.contains("stateDirectory"))
    }

    @Test func `that does not synchronise directories keeps state like any other`() throws {
        #expect(try live("one", refusing: "fsync-directory", with: EINVAL).hasSaved)
        let second = try live("two", refusing: "fsync-directory", with: EINVAL)

        #expect(second.restored == "one")
        #expect(second.notes.isEmpty)
        #expect(second.hasSaved)
    }

    @Test(arguments: [EIO, EPERM])
    func `that fails to synchronise a directory makes the save fail`(code: Int32) throws {
        #expect(try live("one").hasSaved)

        #expect(try !live("two", refusing: "fsync-directory", with: code).hasSaved)
    }

    @Test(arguments: ["0177", "0277", "0777"])
    func `holds saved state with the right modes under any umask`(mask: String) throws {
        let settings = ["umask", mask]
        #expect(try live("one", settings).hasSaved)
        let second = try live("two", settings)

        #expect(second.restored == "one")
        #expect(second.notes.isEmpty)
        try expectRightModes()
    }

    /// Checks the permissions of all files that the program has written.
    private func expectRightModes() throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: home) {
            let facts = try FileManager.default.attributesOfItem(atPath: "\(home)/\(name)")
            let isDirectory = facts[.type] as? FileAttributeType == .typeDirectory
            let mode = facts[.posixPermissions] as? Int ?? 0
            #expect(mode & 0o777 == (isDirectory ? 0o700 : 0o600), "\(name)")
        }
    }
}
