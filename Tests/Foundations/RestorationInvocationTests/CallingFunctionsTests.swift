import TestSupport
import Testing

@testable import RestorationInvocation

@Suite struct `Calling a C function` {
    // MARK: Every type

    /// Limit values of each type, and their printed forms in C.
    private static let values: [(type: String, value: InvocationValue, printed: String)] = [
        ("bool", .bool(true), "1"), ("bool", .bool(false), "0"),
        ("int8", .integer(-128), "-128"), ("int8", .integer(127), "127"),
        ("int16", .integer(-32768), "-32768"), ("int16", .integer(32767), "32767"),
        ("int32", .integer(-2_147_483_648), "-2147483648"),
        ("int32", .integer(2_147_483_647), "2147483647"),
        ("int64", .integer(.min), "-9223372036854775808"),
        ("int64", .integer(.max), "9223372036854775807"), ("int64", .integer(-1), "-1"),
        ("uint8", .integer(255), "255"), ("uint8", .integer(0), "0"),
        ("uint16", .integer(65535), "65535"), ("uint32", .integer(4_294_967_295), "4294967295"),
        ("uint64", .unsigned(.max), "18446744073709551615"), ("uint64", .integer(1), "1"),
        ("uint64", .unsigned(1 << 63), "9223372036854775808"),
        ("size", .unsigned(.max), "18446744073709551615"), ("size", .integer(0), "0"),
        ("float32", .float(-0.0), "-0x0p+0"), ("float32", .float(.infinity), "inf"),
        ("float32", .float(.leastNonzeroMagnitude), "0x1p-149"),
        ("float32", .float(.greatestFiniteMagnitude), "0x1.fffffep+127"),
        ("float64", .double(-0.0), "-0x0p+0"), ("float64", .double(-.infinity), "-inf"),
        ("float64", .double(.leastNonzeroMagnitude), "0x0.0000000000001p-1022"),
        ("float64", .double(.greatestFiniteMagnitude), "0x1.fffffffffffffp+1023"),
        ("float64", .double(.nan), "nan"), ("float32", .float(.nan), "nan"),
        ("string", .string(""), ""), ("string?", .string(nil), "(null)"),
        ("string?", .string("some"), "some"), ("object?", .object(1), "1"),
        ("pointer", .pointer(8), "8"), ("pointer?", .pointer(0), "0"),
        ("string", .string("Žluťoučký kůň 🐈‍⬛ e\u{301}"), "Žluťoučký kůň 🐈‍⬛ e\u{301}"),
        ("object?", .object(0), "0"),
        ("object", .object(0xFFFF_8000_0000_0001), "18446603336221196289"),
    ]

    @Test(arguments: values)
    func `passes and returns every type at its limits`(
        type: String,
        value: InvocationValue,
        printed: String
    ) throws {
        let name = type.replacing("?", with: "")
        let same = try Sample("\(name)_same", "(\(type)) -> \(type)")
        let received = try Sample("\(name)_received", "(\(type)) -> string")

        #expect(try same(value) == value)
        #expect(try same.alone(value) == value)
        // Always called through libffi, which widens types shorter than a register.
        #expect(try same.outcome(value).result == value)
        #expect(try received(value) == .string(printed))
    }

    @Test func `keeps the bits of a NaN`() throws {
        let value = InvocationValue.double(Double(bitPattern: 0xFFF8_0000_DEAD_BEEF))

        #expect(try Sample("float64_same", "(float64) -> float64")(value) == value)
    }

    @Test(arguments: [0, 1, 100, 1_000, 1_024, 100_000, 2_000_000])
    func `passes text of any length`(count: Int) throws {
        let text = String(repeating: "x", count: count)

        #expect(try Sample("string_same", "(string) -> string")(.string(text)) == .string(text))
    }

    @Test func `returns nil for a function without a result`() throws {
        let count = try Sample("count_calls", "() -> int32")
        let before = try count()

        let result = try Sample("nothing", "()")()

        #expect(result == nil)
        #expect(try count() != before)
    }

    @Test func `returns random integers unchanged`() throws {
        var random = SeededGenerator(seed: 4)
        let widths = [8, 16, 32, 64]
        for _ in 0..<2_000 {
            let width = widths.randomElement(using: &random)!
            let bits = UInt64.random(in: 0 ... .max, using: &random) >> UInt64(64 - width)
            let signed = Int64(bitPattern: bits << UInt64(64 - width)) >> Int64(64 - width)

            let unsignedResult = try Sample("uint\(width)_same", "(uint\(width)) -> uint\(width)")(
                .unsigned(bits)
            )
            let signedResult = try Sample("int\(width)_same", "(int\(width)) -> int\(width)")(
                .integer(signed)
            )

            #expect(unsignedResult == .unsigned(bits))
            #expect(signedResult == .integer(signed))
        }
    }

    // MARK: Owned text

    @Test func `frees text that it owns`() throws {
        let copy = try Sample("owned_copy", "(string?) -> owned string?")

        // AddressSanitizer reports leaks and double frees.
        #expect(try copy(.string("naïve")) == .string("naïve"))
        #expect(try copy(.string(nil)) == .string(nil))
        try copy.perform(.string("dropped"))
    }

    @Test(arguments: [("invalid", "string"), ("owned_invalid", "owned string")])
    func `refuses text that is not UTF-8`(name: String, type: String) throws {
        let function = try Sample(name, "() -> \(type)")

        let error = #expect(throws: InvocationError.self) { try function() }

        #expect(error == .invalidText)
        #expect(error?.description == "The function returned text that is not UTF-8")
    }

    @Test func `ignores an unused result`() throws {
        try Sample("dangling", "() -> string").perform()
        try Sample("invalid", "() -> string").perform()
    }

    // MARK: Mistakes

    @Test(
        arguments: [
            ("int8", 128), ("int8", -129), ("int16", 32_768), ("int16", -32_769),
            ("int32", 2_147_483_648), ("int32", -2_147_483_649), ("uint8", -1), ("uint8", 256),
            ("uint16", -1), ("uint16", 65_536), ("uint32", -1), ("uint32", 4_294_967_296),
            ("uint64", -1), ("size", -1), ("uint64", .min),
        ] as [(String, Int64)]
    )
    func `refuses an integer that does not fit`(type: String, value: Int64) throws {
        let same = try Sample("\(type)_same", "(\(type)) -> \(type)")

        let error = #expect(throws: InvocationError.self) { try same(.integer(value)) }

        #expect(error?.description == "Argument 1 does not fit \(type)")
    }

    @Test func `refuses an integer above the signed range`() throws {
        let same = try Sample("int64_same", "(int64) -> int64")

        let error = #expect(throws: InvocationError.self) { try same(.unsigned(1 << 63)) }

        #expect(error == .outOfRange(argument: 1, .int64))
    }

    private static let mismatches: [(type: String, fits: InvocationValue.Kind)] = [
        ("bool", .bool), ("int8", .integer), ("uint64", .integer), ("size", .integer),
        ("float32", .float), ("float64", .double), ("string", .string), ("object", .object),
    ]

    @Test(arguments: mismatches)
    func `rejects an argument of another kind instead of converting it`(
        type: String,
        fits: InvocationValue.Kind
    ) throws {
        let same = try Sample("\(type)_same", "(\(type)) -> \(type)")
        let values: [InvocationValue] = [
            .bool(true), .integer(1), .unsigned(1), .float(1), .double(1), .string("1"),
            .string(nil), .object(0),
        ]

        for value in values where value.kind != fits {
            let error = #expect(throws: InvocationError.self) { try same(value) }
            #expect(error?.description == "Argument 1 is of kind \(value.kind), not \(type)")
        }
    }

    @Test func `refuses text with a NUL in it`() throws {
        let joined = try Sample("joined", "(string, string, string) -> string")

        let error = #expect(throws: InvocationError.self) {
            try joined(.string("a"), .string("b\0c"), .string("d"))
        }

        #expect(
            error?.description == "Argument 2 contains a NUL, which ends a string in C"
        )
    }

    @Test(arguments: [0, 1, 3, 4])
    func `refuses another number of arguments`(count: Int) throws {
        let arguments = Array(repeating: InvocationValue.string("a"), count: count)
        let joined = try Sample("joined", "(string, string) -> string")

        let error = #expect(throws: InvocationError.self) { try joined.call(arguments) }

        #expect(error?.description == "The function was given \(count) arguments, but takes 2")
    }

    @Test func `does not call the function once a mistake is found`() throws {
        let count = try Sample("count_calls", "() -> int32")
        let before = try count()
        let nothing = try Sample("nothing", "(int8, bool)")

        #expect(throws: InvocationError.self) { try nothing(.integer(1), .integer(1)) }
        #expect(throws: InvocationError.self) { try nothing(.integer(1)) }
        #expect(throws: InvocationError.self) { try nothing(.integer(999), .bool(true)) }

        #expect(try count() == before)
    }

    // MARK: Threads

    @Test func `is prepared once for all functions of the same types`() throws {
        func types(_ text: String) throws -> PreparedTypes {
            try CallInterface.prepared(for: Signature(parsing: text)).types
        }

        let first = try types("get(object, out size length) -> bytes(length) fails null")

        #expect(try first === types("(object window, out size count) -> bytes(count)"))
        #expect(try first !== types("(object, out size count)"))
        #expect(try first !== types("(object, int32, out size count) -> bytes(count)"))
    }

    @Test func `works on many threads at once, also for a new signature`() async throws {
        let sums = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var sum: Int64 = 0
                    // Signatures unique to this test: they pass more arguments than the function
                    // reads.
                    for extra in 1...100 {
                        let list = "int16\(String(repeating: ", int8", count: extra))"
                        let function = try Sample("int16_same", "(\(list)) -> int16")
                        let more = Array(repeating: InvocationValue.integer(1), count: extra)
                        let result = try function.call([.integer(Int64(extra))] + more)
                        if case .integer(let value)? = result { sum += value }
                    }
                    return sum
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(sums == Array(repeating: 5050, count: 8))
    }
}

@Suite struct `A value` {
    @Test func `equals another if C cannot tell them apart`() {
        let composed = InvocationValue.string("\u{E9}")
        let decomposed = InvocationValue.string("e\u{301}")

        #expect(composed != decomposed)
        #expect(InvocationValue.double(.nan) == .double(.nan))
        #expect(InvocationValue.double(-0.0) != .double(0.0))
        #expect(InvocationValue.float(-0.0) != .float(0.0))
        #expect(InvocationValue.integer(7) == .unsigned(7))
        #expect(InvocationValue.integer(-1) != .unsigned(.max))
        #expect(InvocationValue.string(nil) != .string(""))
        #expect(InvocationValue.object(1) != .integer(1))
        #expect(
            Set([InvocationValue.integer(7), .unsigned(7), .double(.nan), .double(.nan)]).count == 2
        )
    }
}
