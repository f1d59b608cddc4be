import RestorationCore
import RestorationTesting
import Testing

/// The types that methods and properties take, as their signatures name them.
@Suite struct `The type in a signature` {
    private func fitted(_ values: [RestorationValue], to signature: String) -> [RestorationValue] {
        zip(values, WrittenType.parameters(of: signature)).map { $0.fitted(to: $1) }
    }

    @Test func `of C tells how a literal is read, also inside of structures`() {
        let point = RestorationValue.dictionary(["x": .integer(1), "y": .double(2.5)])
        let values = [.integer(12), .double(7), .array([.integer(255)]), point]

        let read = fitted(values, to: "(object, float64, uint8, bytes, {float64 x, float32 y})")

        #expect(
            read == [
                .double(12), .integer(7), .bytes([255]),
                .dictionary(["x": .double(1), "y": .float(2.5)]),
            ]
        )
    }

    @Test func `of Swift tells it, also inside of arrays, dictionaries and optionals`() {
        let numbers = [RestorationValue.integer(1), .double(2)]
        let entries = RestorationValue.dictionary(["a": .integer(3)])
        let values = [.integer(12), .null, .array(numbers), entries, .array([.integer(0)])]

        let read = fitted(
            values,
            to: "(Float, Optional<Double>, Array<Optional<Double>>, Dictionary<String, Double>,"
                + " Array<UInt8>) -> Int"
        )

        #expect(
            read == [
                .float(12), .null, .array([.double(1), .double(2)]),
                .dictionary(["a": .double(3)]), .bytes([0]),
            ]
        )
    }

    @Test func `leaves alone what does not fit without a loss, and what nobody knows`() {
        let values: [RestorationValue] = [.double(1.5), .double(1e300), .integer(2), .string("3")]

        #expect(fitted(values, to: "(Int, Float, Pet, Double)") == values)
    }

    @Test func `takes any word for text where it wants text, but for a null that it allows`() {
        let types = WrittenType.parameters(of: "(object, string, string?, int32)")

        #expect(types.map { $0.takesText("12") } == [true, true, false])
        #expect(types.map { $0.takesText("null") } == [true, false, false])
        #expect(WrittenType("Optional<String>").takesText("null") == false)
    }
}
