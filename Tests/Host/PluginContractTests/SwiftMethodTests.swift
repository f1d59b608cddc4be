import RestorationKit
import RestorationPlugins
import Testing

/// The origin of a class that both a program and a plugin provide.
enum ClassOrigin: CaseIterable, Sendable {
    case program, plugin
}

/// A class that both a program and a plugin provide.
@Suite struct `Methods that a class in Swift provides` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram()
        try program.installSwiftSample()
    }

    private func life(
        _ origin: ClassOrigin,
        _ body: (any Restorable, Frame) throws -> Void
    ) throws {
        try program.live { session, frame, _ in
            session.register(Photo.self, as: "Photo")
            let className = origin == .program ? "Photo" : nil
            let photo = try session.make("Photo", under: frame, className: className)
            frame.child = photo
            #expect((photo is PluginObject) == (origin == .plugin))
            try body(photo, frame)
        }
    }

    @Test(arguments: ClassOrigin.allCases)
    func `are called by name, with values`(origin: ClassOrigin) throws {
        try life(origin) { (photo, _) throws in
            #expect(try photo.call("setZoom", 1.5) == .null)
            #expect(try photo.call("zoom") == 1.5)
            #expect(try photo.call("title") == .null)
            #expect(try photo.call("setTitle", "á") == .null)
            #expect(try photo.call("title") == "á")
            #expect(try photo.call("setTitle", nil) == .null)
            #expect(try photo.call("title") == .null)
            #expect(
                try photo.call("signed", -128, -32768, -2_147_483_648, .integer(.min))
                    == [-128, -32768, -2_147_483_648, .integer(.min)]
            )
            #expect(
                try photo.call("unsigned", 255, 65535, 4_294_967_295, .unsigned(.max))
                    == [255, 65535, 4_294_967_295, .unsigned(.max)]
            )
            #expect(try photo.call("mixed", true, .float(0.5), .bytes([1, 2])) == .bytes([2, 1]))
            let nested: RestorationValue = ["a": [1, nil, ["b": .bytes([0])]], "c": true]
            #expect(try photo.call("any", nested, nil) == nested)
            #expect(try photo.call("any", nil, 3) == .null)
        }
    }

    @Test(arguments: ClassOrigin.allCases)
    func `take and return objects`(origin: ClassOrigin) throws {
        try life(origin) { (photo, frame) throws in
            #expect(try photo.call("link", .object(photo)).value == true)
            #expect(try photo.call("partner").object === photo)
            #expect(try photo.call("link", .object(frame)).value == false)
            // In the plugin, the proxy of a program's object is not one of the plugin's own
            // objects.
            let both = try photo.call("both", .object(frame), .object(photo)) as MethodValue
            guard case .several(let results) = both else {
                Issue.record("\(both)")
                return
            }
            #expect(results.count == 3)
            #expect(results[0].object === photo)
            #expect(results[1].value == 7)
            #expect(results[2].object === frame)
            #expect(try photo.call("both", nil, 1) == [1, 7, nil])
        }
    }

    @Test(arguments: ClassOrigin.allCases)
    func `are listed in their order, with Swift's types`(origin: ClassOrigin) throws {
        try life(origin) { (photo, _) throws in
            let methods = (photo as? any MethodProviding)?.restorationMethods ?? []

            #expect(methods.count == 13)
            #expect(methods.prefix(2).map(\.name) == ["zoom", "setZoom"])
            #expect(methods.prefix(2).map(\.signature) == ["() -> Double", "(Double)"])
        }
    }

    @Test(
        arguments: ClassOrigin.allCases,
        [
            ("setZoom", [], "setZoom was given 0 arguments, but takes 1"),
            ("setZoom", [1.0, 2.0], "setZoom was given 2 arguments, but takes 1"),
            ("setZoom", [2], "Argument 1 of setZoom is of kind integer, not Double"),
            ("setZoom", [nil], "Argument 1 of setZoom is of kind null, not Double"),
            ("signed", [0, 32768, 0, 0], "Argument 2 of signed does not fit Int16"),
            ("unsigned", [-1, 0, 0, 0], "Argument 1 of unsigned does not fit UInt8"),
            ("signed", [0, 0, 0, .unsigned(.max)], "Argument 4 of signed does not fit Int64"),
            (
                "mixed", [true, 0.5, .bytes([])],
                "Argument 2 of mixed is of kind double, not Float"
            ),
        ] as [(String, [RestorationValue], String)]
    )
    func `are not called if an argument is wrong`(
        origin: ClassOrigin,
        call: (name: String, arguments: [RestorationValue], problem: String)
    ) throws {
        try life(origin) { (photo, _) throws in
            let error = #expect(throws: MethodError.self) {
                try photo.call(call.name, arguments: call.arguments)
            }

            #expect(error?.diagnosis.problem == call.problem)
            #expect(try photo.call("zoom") == 1.0)
        }
    }

    @Test func `of the program do not accept an object as a value`() throws {
        try life(.program) { (photo, _) throws in
            let error = #expect(throws: MethodError.self) {
                try photo.call("setZoom", .object(photo)) as MethodValue
            }
            #expect(
                error?.diagnosis.problem
                    == "Argument 1 of setZoom is an object, but the method takes a value"
            )
        }
    }

    @Test func `throw their error in the program`() throws {
        try life(.program) { (photo, _) throws in
            #expect(throws: Photo.NoSuchZoom.self) { try photo.call("setZoom", 0.0) }
        }
    }

    @Test(
        arguments: [
            ("setZoom", [0.0], "setZoom of Photo: There is no such zoom"),
            ("zoomAgain", [], "zoomAgain of Photo: There is no such zoom"),
            (
                "setTitleWrong", [],
                "setTitleWrong of Photo: Argument 1 of setTitle is of kind integer, not "
                    + "Optional<String>. Pass a value of the parameter's type; "
                    + "values are not converted"
            ),
        ] as [(String, [RestorationValue], String)]
    )
    func `fail with the plugin's name and the error's description`(
        name: String,
        arguments: [RestorationValue],
        problem: String
    ) throws {
        try life(.plugin) { (photo, _) throws in
            let error = #expect(throws: PluginError.self) {
                try photo.call(name, arguments: arguments)
            }

            let sentence = "org.example.sample failed to call \(problem)"
            #expect(error?.diagnosis.problem == sentence)
        }
    }

    @Test func `are followed by a save only if they ask for one`() throws {
        try program.live { session, frame, _ in
            frame.child = try session.make("Photo", under: frame)
            try session.preserveNow()
            session.runPending()

            _ = try frame.child?.call("setTitle", "A cat")
            session.runPending()
            #expect(session.nextDeadline == nil)

            _ = try frame.child?.call("setZoom", 2.5)
            session.runPending()
            #expect(session.nextDeadline != nil)
        }
    }
}
