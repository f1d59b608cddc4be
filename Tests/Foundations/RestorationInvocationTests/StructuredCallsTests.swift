import RestorationInvocation
import Testing

@Suite struct `Calling a C function with structures and pointers` {
    private static let point = "{float64 x, float64 y}"
    private static let large =
        "{\("abcdefgh".map { "int64 \($0)" }.joined(separator: ", "))}"

    private static func point(_ x: Double, _ y: Double) -> InvocationValue {
        .structure(["x": .double(x), "y": .double(y)])
    }

    private static func large(from first: Int64) -> InvocationValue {
        let fields = "abcdefgh".enumerated().map { index, name in
            ("\(name)", InvocationValue.integer(first + Int64(index)))
        }
        return .structure(Dictionary(uniqueKeysWithValues: fields))
    }

    // MARK: Structures

    @Test func `passes large structures, and finds its out-parameters afterwards`() throws {
        // libffi 3.4 overwrites the addresses of arguments that are large structures.
        let same = try Sample("large_same", "(\(Self.large)) -> \(Self.large)")
        let sum = try Sample(
            "large_sum",
            "(\(Self.large), out int32, \(Self.large), out int64) -> int64"
        )

        for _ in 0..<3 {
            #expect(try same(Self.large(from: 1)) == Self.large(from: 1))
            let outcome = try sum.outcome(Self.large(from: 1), Self.large(from: 11))
            #expect(outcome.result == .integer(1 + 8 + 11 + 18))
            #expect(outcome.outputs == [.integer(2), .integer(18)])
        }
    }

    @Test func `passes a structure of integer and float in the last integer register`() throws {
        // libffi 3.4 copies the whole structure into that register, and over the first
        // floating-point register.
        let last = try Sample(
            "mixed_last",
            "(int16, int16, int16, int16, float32, {uint64 number, float64 fraction}, float64)"
                + " -> {int64 integers, float64 fractions, uint64 number}"
        )
        let short = try Sample(
            "short_mixed_last",
            "(float64, int8, int8, int8, int8, int8,"
                + " {{int32 a, int32 b} numbers, float32 fraction}, int8) -> float64"
        )
        let mixed = InvocationValue.structure([
            "number": .unsigned(.max), "fraction": .double(2),
        ])
        let numbers = InvocationValue.structure(["a": .integer(2), "b": .integer(3)])
        let shortMixed = InvocationValue.structure(["numbers": numbers, "fraction": .float(0.25)])

        let n = (1...4).map { InvocationValue.integer($0) }
        #expect(
            try last(n[0], n[1], n[2], n[3], .float(1), mixed, .double(3))
                == .structure([
                    "integers": .integer(10), "fractions": .double(321), "number": .unsigned(.max),
                ])
        )
        #expect(
            try short(.double(0.5), n[0], n[0], n[0], n[0], n[0], shortMixed, n[3])
                == .double(432_005.75)
        )
    }

    @Test func `refuses structures with other fields`() throws {
        let sum = try Sample("point_sum", "(\(Self.point), \(Self.point)) -> \(Self.point)")
        func message(_ value: InvocationValue) -> String? {
            let error = #expect(throws: InvocationError.self) {
                try sum(Self.point(1, 2), value)
            }
            return error?.description
        }

        #expect(message(.structure(["x": .double(1)])) == "Argument 2 lacks the field y")
        #expect(
            message(.structure(["x": .double(1), "y": .double(1), "z": .double(1)]))
                == "Argument 2 has a field z, which its type does not have"
        )
        #expect(
            message(.structure(["x": .double(1), "y": .integer(1)]))
                == "Argument 2 is of kind integer, not float64"
        )
        #expect(message(.double(1)) == "Argument 2 is of kind double, not \(Self.point)")
    }

    // MARK: Variable arguments

    @Test func `passes variable arguments, widened as C does`() throws {
        let none = try Sample("formatted", "(string, ...) -> string")
        let some = try Sample(
            "formatted",
            "(string, ..., int8, float32, bool, uint16, string, float64, int64) -> string"
        )

        #expect(try none(.string("nothing")) == .string("nothing"))
        #expect(
            try some(
                .string("%d %g %d %d %s %g %lld"),
                .integer(-5),
                .float(0.5),
                .bool(true),
                .integer(65_535),
                .string("text"),
                .double(1.25),
                .integer(.min)
            ) == .string("-5 0.5 1 65535 text 1.25 -9223372036854775808")
        )
        #expect(throws: InvocationError.outOfRange(argument: 2, .int8)) {
            try Sample("formatted", "(string, ..., int8) -> string")(.string("%d"), .integer(200))
        }
    }

    @Test func `passes short enumerations and lengths as variable arguments`() throws {
        let some = try Sample(
            "formatted",
            "(string, ..., enum(uint8) {a, b = 7}, enum(int8) {low = -1}, bytes(uint8),"
                + " bytes(int16),"
                + " enum(uint16) {c = 65535}) -> string"
        )

        #expect(
            try some(
                .string("%d %d %s %d %s %d %d"),
                .enumerator("b"),
                .enumerator("low"),
                .bytes(Array("text\0".utf8)),
                .bytes([0]),
                .enumerator("c")
            ) == .string("7 -1 text 5  1 65535")
        )
    }

    // MARK: Pointers

    @Test func `returns the values of out-parameters`() throws {
        let divided = try Sample(
            "divided",
            "(int32, int32, out int32 quotient, out int32 remainder) -> bool"
        )

        let outcome = try divided.outcome(.integer(17), .integer(5))
        let untouched = try divided.outcome(.integer(17), .integer(0))

        #expect(outcome == InvocationOutcome(.bool(true), outputs: [.integer(3), .integer(2)]))
        #expect(untouched == InvocationOutcome(.bool(false), outputs: [.integer(0), .integer(0)]))
        #expect(try divided(.integer(17), .integer(5)) == .bool(true))
        #expect(throws: InvocationError.argumentCount(4, needed: 2)) {
            try divided(.integer(17), .integer(5), .integer(0), .integer(0))
        }
    }

    @Test func `passes and returns in-out parameters`() throws {
        let incremented = try Sample("incremented", "(inout int8) -> int8")
        let scaled = try Sample("scaled", "(inout \(Self.point), float64)")

        let outcome = try incremented.outcome(.integer(-7))

        #expect(outcome == InvocationOutcome(.integer(-7), outputs: [.integer(-6)]))
        #expect(
            try scaled.outcome(Self.point(1, -2), .double(3))
                == InvocationOutcome(outputs: [Self.point(3, -6)])
        )
        #expect(throws: InvocationError.outOfRange(argument: 1, .int8)) {
            try incremented(.integer(128))
        }
    }

    @Test func `passes pointers to values, and reads them`() throws {
        let length = try Sample("point_length", "(\(Self.point) *) -> float64")
        let optional = try Sample("point_length", "(\(Self.point) *?) -> float64")
        let at = try Sample("point_at", "(int32) -> \(Self.point) *?")
        let always = try Sample("point_at", "(int32) -> \(Self.point) *")

        #expect(try length(Self.point(1, 2)) == .double(3))
        #expect(try optional(.null) == .double(-1))
        #expect(try at(.integer(1)) == Self.point(3, 4))
        #expect(try at(.integer(2)) == .null)
        #expect(
            #expect(throws: InvocationError.self) { try length(.null) }?.description
                == "Argument 1 is null, which \(Self.point) * does not allow"
        )
        #expect(
            #expect(throws: InvocationError.self) { try always(.integer(2)) }?.description
                == "The function returned null, which \(Self.point) * does not allow"
        )
    }

    @Test func `refuses null unless the signature allows it`() throws {
        let length = try Sample("string_received", "(string) -> string")
        let result = try Sample("string_same", "(string?) -> string")
        let object = try Sample("object_same", "(object?) -> object")

        #expect(throws: InvocationError.null(argument: 1, .string)) { try length(.string(nil)) }
        #expect(throws: InvocationError.null(argument: 1, .string)) { try length(.null) }
        #expect(throws: InvocationError.nullResult(.string)) { try result(.null) }
        #expect(throws: InvocationError.nullResult(.object)) { try object(.object(0)) }
    }

    // MARK: Bytes

    @Test func `passes bytes with their length`() throws {
        let sum = try Sample("bytes_sum", "(bytes?) -> uint32")
        let short = try Sample("bytes_sum_16", "(bytes(int16)) -> uint32")
        let reversed = try Sample("bytes_reversed", "(inout bytes)")

        #expect(try sum(.bytes([1, 2, 0, 4])) == .integer(7))
        #expect(try sum(.bytes([])) == .integer(0))
        #expect(try sum(.bytes(nil)) == .integer(1000))
        #expect(try short(.bytes(Array(repeating: 1, count: 32_767))) == .integer(32_767))
        #expect(try reversed.outcome(.bytes([1, 2, 3])).outputs == [.bytes([3, 2, 1])])
        #expect(throws: InvocationError.outOfRange(argument: 1, .int16)) {
            try short(.bytes(Array(repeating: 1, count: 32_768)))
        }
        #expect(throws: InvocationError.null(argument: 1, .bytes(.following(.int16)))) {
            try short(.null)
        }
    }

    @Test func `returns bytes of the length that the function says`() throws {
        let lent = try Sample("bytes_lent", "(out bytes)")
        let returned = try Sample("bytes_returned", "(int32, out int64 count) -> bytes(count)?")

        #expect(try lent.outcome().outputs == [.bytes([0, 1, 2])])
        #expect(
            try returned.outcome(.integer(3)) == InvocationOutcome(.bytes(Array("abc".utf8)))
        )
        #expect(try returned(.integer(0)) == .bytes(nil))
        #expect(throws: InvocationError.invalidLength) { try returned(.integer(-1)) }
    }

    // MARK: Ownership

    @Test func `frees owned memory with the function that the signature names`() throws {
        let count = try Sample("count_frees", "() -> int32")
        func frees(_ body: () throws -> Void) throws -> Int64 {
            guard case .integer(let before) = try count() else { return -1 }
            try body()
            guard case .integer(let after) = try count() else { return -1 }
            return after - before
        }
        let copy = try Sample("counted_copy", "(string) -> owned(free_counted) string")
        let bytes = try Sample(
            "counted_bytes",
            "(out size count) -> owned(free_counted) bytes(count)"
        )
        let pair = try Sample(
            "counted_out",
            "(out owned(free_counted) string, out owned(free_counted) string)"
        )
        let point = try Sample("counted_point", "() -> owned(free_counted) \(Self.point) *")
        let failure = try Sample(
            "counted_failure",
            "(out owned(free_counted) string copy, out owned(free_counted) string error)"
                + " -> owned(free_counted) string fails error"
        )

        #expect(try frees { _ = try copy(.string("a")) } == 1)
        #expect(try frees { try copy.perform(.string("a")) } == 1)
        #expect(try frees { _ = try bytes() } == 1)
        #expect(try frees { _ = try point() } == 1)
        // One of the two texts is not UTF-8.
        #expect(try frees { _ = try? pair.outcome() } == 2)
        #expect(try frees { try pair.perform() } == 2)
        // The text of the error is not UTF-8.
        #expect(try frees { _ = try? failure() } == 3)
        #expect(try frees { try? failure.perform() } == 3)
        #expect(throws: InvocationError.invalidText) { try failure.outcome() }
        #expect(try copy(.string("a")) == .string("a"))
        #expect(try bytes() == .bytes([1, 2, 3, 4]))
        #expect(try point() == Self.point(5, 6))
        #expect(throws: InvocationError.invalidText) { try pair.outcome() }
    }

    @Test func `reads a result inside the memory of an out-parameter`() throws {
        let text = InvocationValue.string(
            "text that is longer than what a freed piece of memory keeps"
        )
        let function = try Sample(
            "returned_twice",
            "(string, out owned(free_overwritten) string copy) -> string"
        )

        #expect(try function(text) == text)
        #expect(try function.outcome(text) == InvocationOutcome(text, outputs: [text]))
        try function.perform(text)
    }

    @Test func `is not prepared if a function that frees is missing`() {
        let error = #expect(throws: InvocationError.self) {
            try Sample("counted_copy", "(string) -> owned(no_such_function) string")
        }

        #expect(
            error?.description
                == "There is no function no_such_function to free the owned value"
        )
    }

    // MARK: Enumerations

    @Test func `takes and returns enumerators by name`() throws {
        let days = "enum(int32) {monday = 1, tuesday, wednesday}"
        let after = try Sample("weekday_after", "(\(days)) -> \(days)")
        let small = try Sample("small_enum", "(enum(int8) {low = -0x80}) -> int8")

        #expect(try after(.enumerator("monday")) == .enumerator("tuesday"))
        #expect(try after(.enumerator("wednesday")) == .integer(4))
        #expect(try after(.integer(2)) == .enumerator("wednesday"))
        #expect(try small(.enumerator("low")) == .integer(-128))
        #expect(
            #expect(throws: InvocationError.self) { try after(.enumerator("sunday")) }?.description
                == "Argument 1 is sunday, which is not a value of the enumeration"
        )
        #expect(throws: InvocationError.outOfRange(argument: 1, .int8)) {
            try small(.integer(128))
        }
    }
}
