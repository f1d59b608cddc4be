import RestorationKit
import Testing

@Suite struct `Decoding what is allowed` {
    private let sandbox = Sandbox()

    @discardableResult
    private func life(
        _ canvases: Canvas...,
        preset: RestorationPreset = .granular
    ) throws -> (report: RestorationReport, issues: [PreservationError]) {
        var options = RestorationOptions(preset: preset)
        options.stateDirectory = sandbox.root + "/state"
        options.keyProvider = FileKeyProvider(directory: sandbox.root + "/keys")
        let session = try RestorationSession(
            application: "org.example.test",
            options: options
        )
        for canvas in canvases { session.addRoot(canvas) }
        session.addRoot(Screen("Other"))
        let report = try session.restore()
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try session.preserveNow()
        session.close()
        return (report, issues)
    }

    @Test func `brings back a value of each type that is listed`() throws {
        let canvases = [Canvas(), Canvas("Second")]
        canvases[0].shape = Circle(radius: 2)
        canvases[1].shape = Square(side: 3)
        try life(canvases[0], canvases[1])

        let after = [Canvas(), Canvas("Second")]
        try life(after[0], after[1])

        #expect(after[0].shape as? Circle == Circle(radius: 2))
        #expect(after[1].shape as? Square == Square(side: 3))
    }

    @Test func `knows a type by a former name`() throws {
        let canvas = Canvas()
        canvas.types = AllowedTypes { $0.allow(Circle.self, as: "round") }
        canvas.shape = Circle(radius: 2)
        try life(canvas)

        let after = Canvas()
        try life(after)

        #expect(after.shape as? Circle == Circle(radius: 2))
    }

    @Test func `makes nothing of a type that is not listed, and costs one object`() throws {
        let canvas = Canvas()
        canvas.types = AllowedTypes { $0.allow(Witness.self, as: "witness") }
        canvas.shape = Witness()
        try life(canvas)

        let after = Canvas()
        let (report, _) = try life(after)

        #expect(report.restored.map(\.description) == ["Other"])
        #expect(
            report.notRestored.map(\.reason?.description) == [
                """
                error: Its state could not be applied: The value is of the type witness, which is \
                not among those allowed
                   at: Canvas, key "shape"
                  fix: Allow the type under that name, or allow that name as a former name of the type.
                """
            ]
        )
    }

    @Test func `refuses to store a type that is not listed`() throws {
        let canvas = Canvas()
        canvas.shape = Witness()

        let (_, issues) = try life(canvas)

        #expect(
            issues.map(\.diagnosis.problem) == [
                """
                An object could not be preserved: The value is of the type Witness, which is not \
                among those allowed
                """
            ]
        )
    }

    @Test func `tells of a value that an object went on without`() throws {
        let canvas = Canvas()
        canvas.name = "Žofie"
        try life(canvas)

        let after = Canvas()
        after.swallowsFailures = true
        let (report, _) = try life(after)

        #expect(after.name == "Žofie")
        #expect(after.failure == .mismatch(key: "name", stored: .string, requested: "integer"))
        #expect(report.notRestored.isEmpty)
        let entry = try #require(report.entries.first { $0.path.description == "Canvas" })
        #expect(
            entry.description == """
                Canvas: restored: A value could not be decoded, and the object went on without \
                it: The value stored is of kind string, not integer (Canvas, key "name"). Decode it \
                as string, or raise the class's schema version and migrate.
                """
        )
    }

    @Test func `finds nothing after a failure where UIKit's rules hold`() throws {
        let canvas = Canvas()
        canvas.name = "Žofie"
        try life(canvas, preset: .uikit)

        let after = Canvas()
        after.swallowsFailures = true
        let (report, _) = try life(after, preset: .uikit)

        #expect(after.name == nil)
        #expect(after.failure == .mismatch(key: "name", stored: .string, requested: "integer"))
        #expect(report.entries.first?.reason?.place == "Canvas, key \"name\"")
    }
}

private struct Circle: RestorationCodable, Equatable {
    var radius: Int
    func encode(into coder: RestorationCoder) { radius.encode(into: coder) }
    static func decode(from coder: RestorationCoder) throws(CoderError) -> Circle {
        Circle(radius: try Int.decode(from: coder))
    }
}

private struct Square: RestorationCodable, Equatable {
    var side: Int
    func encode(into coder: RestorationCoder) { side.encode(into: coder) }
    static func decode(from coder: RestorationCoder) throws(CoderError) -> Square {
        Square(side: try Int.decode(from: coder))
    }
}

/// Tells whether anything was made of it.
private struct Witness: RestorationCodable {
    func encode(into coder: RestorationCoder) { coder.put(true) }
    static func decode(from coder: RestorationCoder) throws(CoderError) -> Witness {
        throw .misuse("A type that is not allowed was made")
    }
}

private final class Canvas: Restorable {
    let restorationIdentifier: String?
    var types = AllowedTypes { types in
        types.allow(Circle.self, as: "circle", formerly: ["round"])
        types.allow(Square.self, as: "square")
    }
    var shape: (any RestorationCodable)?
    var name: String?
    var swallowsFailures = false
    private(set) var failure: CoderError?

    init(_ identifier: String = "Canvas") { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(shape, of: types, forKey: "shape")
        coder.encode(name, forKey: "name")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        if swallowsFailures { _ = try? coder.decode(Int.self, forKey: "name") }
        failure = coder.decodingFailure
        name = try coder.decode(String.self, forKey: "name")
        shape = try coder.decode(oneOf: types, forKey: "shape")
    }
}
