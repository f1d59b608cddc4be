import RestorationKit
import Testing

@Suite struct `Decoding allowed types` {
    private let sandbox = Sandbox()

    /// - Returns: The issues of the save.
    @discardableResult
    private func life(_ canvases: Canvas...) throws -> [PreservationError] {
        let session = try sandbox.session()
        for canvas in canvases { session.addRoot(canvas) }
        try session.restore()
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try session.preserveNow()
        session.close()
        return issues
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

    @Test func `refuses to store a type that is not listed`() throws {
        let canvas = Canvas()
        canvas.shape = Witness()

        let issues = try life(canvas)

        #expect(
            issues.map(\.diagnosis.problem) == [
                """
                An object could not be preserved: The value is of the type Witness, which is not \
                among those allowed
                """
            ]
        )
    }
}

private struct Circle: RestorationCodable, Equatable {
    var radius: Int
    func encode(into coder: RestorationCoder) { radius.encode(into: coder) }
    static func decode(from coder: RestorationCoder) throws(CoderError) -> Circle {
        Circle(radius: try Int.decode(from: coder))
    }
}

/// Fails the restore if it is decoded.
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
    }
    var shape: (any RestorationCodable)?

    init(_ identifier: String = "Canvas") { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(shape, of: types, forKey: "shape")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        shape = try coder.decode(oneOf: types, forKey: "shape")
    }
}
