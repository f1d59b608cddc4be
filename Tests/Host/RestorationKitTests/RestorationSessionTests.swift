import Foundation
import RestorationKit
import Testing

@Suite struct `A session` {
    private let sandbox = Sandbox()

    @Test func `names unusable plugin files if no plugin claims a path`() throws {
        let session = try sandbox.session { $0.pluginDirectories = [sandbox.root] }
        defer { session.close() }
        try session.restore()
        let file = sandbox.root + "/libnotes.so"
        try Data("no library".utf8).write(to: URL(filePath: file))

        let error = #expect(throws: SessionError.self) { try session.make("Note") }

        #expect(
            error?.description == """
                error: No plugin claims the restoration path Note; a file that was found cannot be \
                used: \(file): The file is not a library
                  fix: Remove it from the plugin directory.
                """
        )
    }

    @Test func `names the command that searches the same directories if no plugin claims a path`()
        throws
    {
        let session = try sandbox.session { $0.pluginDirectories = ["/none/a b", "/none/it's"] }
        defer { session.close() }
        try session.restore()

        let error = #expect(throws: SessionError.self) { try session.make("Note") }

        let remedy = try #require(error?.diagnosis.remedy)
        #expect(remedy.contains("which is found at the next start"))
        #expect(remedy.contains(#" --directory '/none/a b' --directory '/none/it'\''s' 'Note' "#))
    }

    @Test func `says that it does not wait for the data of a new object`() throws {
        let session = try sandbox.session()
        defer { session.close() }
        session.register(Unready.self, as: "Unready")

        let error = #expect(throws: SessionError.self) {
            try session.make("Inbox", className: "Unready")
        }

        #expect(
            error?.description == """
                error: A new object cannot be made yet: its restoration class waits for data
                   at: Inbox
                  fix: In the program, call make again when the data has arrived: the session \
                waits only for objects that a restore brings back. In the class, answer "not \
                yet" only if the request's reason is other than make. If it is make, create the \
                object without the data, and add the data when it arrives.
                """
        )
    }
}

/// Its data never arrives.
private final class Unready: RestorableObject {
    init(_ request: CreationRequest) throws { throw ObjectNotYetAvailable() }
}
