import RestorationKit
import RestorationPlugins
import Testing

/// A class that both a program and a plugin provide.
@Suite struct `A new object` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram()
        try program.installSwiftSample()
    }

    /// One launch, in which the program registers the class if `origin` is `.program`.
    private func live(
        _ origin: ClassOrigin,
        _ body: (RestorationSession, Frame) throws -> Void
    ) throws {
        let session = try program.session()
        if origin == .program { session.register(Album.self, as: "Album") }
        let frame = Frame()
        session.addRoot(frame)
        let report = try session.restore()
        #expect(report.notRestored.map(\.description) == [])
        try body(session, frame)
        try session.preserveNow()
        session.close()
    }

    @Test(arguments: ClassOrigin.allCases)
    func `is notified once that the session knows it`(origin: ClassOrigin) throws {
        try live(origin) { (session, frame) throws in
            let name = origin == .program ? "Album" : nil
            let album = try session.make("Album", under: frame, className: name)
            frame.child = album
            #expect((album is PluginObject) == (origin == .plugin))
            #expect(try album.call("pages") == 1)
        }

        try live(origin) { (_, frame) throws in
            #expect(try frame.child?.call("pages") == 1)
        }
    }

    @Test(arguments: ClassOrigin.allCases)
    func `is discarded if it throws when notified`(origin: ClassOrigin) throws {
        try live(origin) { (session, frame) throws in
            let name = origin == .program ? "Album" : nil
            let error = #expect(throws: (any Error).self) {
                try session.make(
                    "Album",
                    under: frame,
                    className: name,
                    parameters: ["paper": false]
                )
            }

            let problem = error.map { Diagnosis($0).problem }
            #expect(problem?.hasSuffix("There is no paper") == true)
            #expect((error is Album.NoPaper) == (origin == .program))
        }
    }

    @Test func `of a Swift plugin can adopt its first child`() throws {
        try live(.plugin) { (session, frame) throws in
            let parameters: [String: RestorationValue] = ["grows": true]
            frame.child = try session.make("Family", under: frame, parameters: parameters)
            #expect(frame.child?.restorationChildren.count == 1)
        }

        try live(.plugin) { (_, frame) throws in
            #expect(frame.child?.restorationChildren.count == 1)
        }
    }
}
