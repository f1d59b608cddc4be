import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `Base directories` {
    @Test func `follow the environment`() throws {
        let directories = try directories(["XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"])

        #expect(directories.state == "/s")
        #expect(directories.data == "/d")
    }

    @Test func `are below the home directory otherwise`() throws {
        let directories = try directories(["HOME": "/home/ann"])

        #expect(directories.state == "/home/ann/.local/state")
        #expect(directories.data == "/home/ann/.local/share")
    }

    @Test(arguments: ["", "state", "./state", "~/state"])
    func `ignore values that are not absolute paths`(value: String) throws {
        let directories = try directories([
            "HOME": "/home/ann", "XDG_STATE_HOME": value, "XDG_DATA_HOME": value,
        ])

        #expect(directories.state == "/home/ann/.local/state")
        #expect(directories.data == "/home/ann/.local/share")
        #expect(directories.ignored.count == (value.isEmpty ? 0 : 2))
    }

    @Test func `say how to correct an ignored variable that determines a file's place`() throws {
        let directories = try directories([
            "HOME": "/home/ann", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "./data",
        ])

        #expect(
            directories.correction(for: ["/home/ann/.local/share/restoration/keys/a.key", "/s/a"])
                == "Correct XDG_DATA_HOME first: \"./data\" is not an absolute path, so"
                + " /home/ann/.local/share is used instead."
        )
        #expect(directories.correction(for: ["/keys/a.key", "/s/a"]) == nil)
    }

    @Test(arguments: [nil, "", "ann"])
    func `are missing if there is no home directory`(home: String?) {
        #expect(throws: StorageError.noHomeDirectory(variable: "XDG_DATA_HOME")) {
            try BaseDirectories { ["HOME": home, "XDG_STATE_HOME": "/s"][$0] ?? nil }
        }
    }

    @Test func `are in the user's home in a privileged process, whatever the environment`()
        throws
    {
        let environment = ["HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"]

        let directories = try BaseDirectories(isPrivileged: true, home: { "/home/user" }) {
            environment[$0]
        }

        #expect(directories.state == "/home/user/.local/state")
        #expect(directories.data == "/home/user/.local/share")
        #expect(throws: StorageError.noHomeDirectory(variable: "XDG_STATE_HOME")) {
            _ = try BaseDirectories(isPrivileged: true, home: { nil }) { environment[$0] }
        }
    }

    private func directories(_ variables: [String: String]) throws -> BaseDirectories {
        try BaseDirectories { variables[$0] }
    }
}
