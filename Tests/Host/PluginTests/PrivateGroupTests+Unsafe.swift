import CRestorationSystem
import Testing

@Suite struct `The private group of a user` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Whether users other than 1000 may be members of the group 1000.
    private func hasOthers(_ users: [String]) throws -> Bool {
        let file = try directory.write("passwd", users.map { $0 + "\n" }.joined())
        return unsafe restoration_group_has_others(file, 1000, 1000) != 0
    }

    @Test(arguments: [
        // Another user has the group, listed after or before.
        ["cat:x:1000:1000::/home/cat:/bin/sh", "dog:x:1001:1000::/home/dog:/bin/sh"],
        ["dog:x:1001:1000::/home/dog:/bin/sh", "cat:x:1000:1000::/home/cat:/bin/sh"],
        // An entry too long to be read.
        ["cat:x:1000:1000:\(String(repeating: "c", count: 5000)):/home/cat:/bin/sh"],
    ])
    func `does not exist if it is the primary group of another user`(users: [String]) throws {
        #expect(try hasOthers(users))
    }

    @Test(arguments: [
        ["root:x:0:0::/root:/bin/sh", "cat:x:1000:1000::/home/cat:/bin/sh"],
        // Two names of one user.
        ["cat:x:1000:1000::/home/cat:/bin/sh", "tom:x:1000:1000::/home/cat:/bin/sh"],
        ["dog:x:1001:1001::/home/dog:/bin/sh"], [],
    ])
    func `has no other member`(users: [String]) throws {
        #expect(try !hasOthers(users))
    }

    @Test func `does not exist if its members are unknown`() {
        let isShared = unsafe restoration_group_has_others("\(directory.path)/nothing", 1000, 1000)

        #expect(isShared == 1)
    }
}
