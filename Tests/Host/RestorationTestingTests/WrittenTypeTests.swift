import RestorationCore
import RestorationTesting
import Testing

/// The types of methods and properties, as in their signatures.
@Suite struct `The type in a signature` {
    private func fitted(_ values: [RestorationValue], to signature: String) -> [RestorationValue] {
        zip(values, WrittenType.parameters(of: signature)).map { $0.fitted(to: $1) }
    }

    @Test func `of Swift determines how a literal is read, also inside other types`() {
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

    @Test func `leaves alone values that would lose precision, and unknown types`() {
        let values: [RestorationValue] = [.double(1.5), .double(1e300), .integer(2), .string("3")]

        #expect(fitted(values, to: "(Int, Float, Pet, Double)") == values)
    }
}
