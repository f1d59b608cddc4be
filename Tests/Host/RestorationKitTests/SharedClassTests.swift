import RestorationKit
import Testing

/// `Bookmark.swift` is a link to a file of the Swift plugin among the fixtures.
@Suite struct `A class whose source serves in hosts and in plugins` {
    private let sandbox = Sandbox()

    private func session(_ root: Screen) throws -> RestorationSession {
        let session = try sandbox.session()
        session.register(Bookmark.self, as: "Bookmark", schemaVersion: 2)
        session.addRoot(root)
        return session
    }

    @Test func `comes back in a host, and says that it has changed`() throws {
        let before = Screen("Root")
        let first = try session(before)
        try first.restore()
        before.presented = try first.make(
            "Bookmark",
            under: before,
            className: "Bookmark",
            parameters: ["page": 7]
        )
        try first.preserveNow()
        first.close()
        let after = Screen("Root")
        let second = try session(after)

        try second.restore()

        let bookmark = try #require(after.presented as? Bookmark)
        #expect(bookmark.page == 8)
        #expect(second.nextDeadline == nil)
        bookmark.turn(to: 9)
        #expect(second.nextDeadline != nil)
    }

    @Test func `does nothing without a session`() throws {
        let path = RestorationPath(root: try #require(RestorationIdentifier("Bookmark")))
        let bookmark = try Bookmark(CreationRequest(path: path, reason: .make))

        bookmark.turn(to: 2)

        #expect(bookmark.page == 2)
    }
}
