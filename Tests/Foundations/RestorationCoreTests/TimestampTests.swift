import Testing

@testable import RestorationCore

@Suite struct `A moment as decimal text` {
    @Test(arguments: [
        (Int64(0), UInt32(0), "0.000000000"), (1_893_456_000, 500_000_000, "1893456000.500000000"),
        (-1, 750_000_000, "-0.250000000"), (-2, 500_000_000, "-1.500000000"),
        (-2, 0, "-2.000000000"), (.min, 1, "-9223372036854775807.999999999"),
        (.max, 999_999_999, "9223372036854775807.999999999"),
    ])
    func `is read back unchanged`(seconds: Int64, nanoseconds: UInt32, text: String) throws {
        let moment = try #require(Timestamp(seconds: seconds, nanoseconds: nanoseconds))

        #expect(moment.decimalSeconds == text)
        #expect(Timestamp(decimalSeconds: text) == moment)
    }

    @Test(arguments: ["", "1", "1.5", "1.0000000000", "a.000000000", "1.00000000x", "1.-00000001"])
    func `rejects any other text`(text: String) {
        #expect(Timestamp(decimalSeconds: text) == nil)
    }
}
