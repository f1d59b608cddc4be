import Testing

@testable import RestorationInvocation

@Suite struct `A closure` {
    // MARK: Calls

    @Test(arguments: [true, false])
    func `sorts for the standard library`(isPrecompiled: Bool) throws {
        let comparison = "(int32 *, int32 *) -> int32"
        let sort = try Sample(
            "qsort",
            "(inout {int32 a, int32 b, int32 c, int32 d}, size, size, callback for call "
                + "\(comparison))"
        )
        let numbers: [InvocationValue] = [4, 1, -9, 3].map { .integer($0) }
        let closure = try SampleClosure.make(comparison, isPrecompiled: isPrecompiled) {
            arguments in
            guard case .integer(let a) = arguments[0], case .integer(let b) = arguments[1] else {
                throw SampleClosure.Refused()
            }
            return InvocationOutcome(.integer(a < b ? -1 : a > b ? 1 : 0))
        }

        let outcome = try sort.outcome(
            .structure(Dictionary(uniqueKeysWithValues: zip("abcd".map(String.init), numbers))),
            .integer(4),
            .integer(4),
            .callback(closure)
        )

        #expect(
            outcome.outputs == [
                .structure([
                    "a": .integer(-9), "b": .integer(1), "c": .integer(3), "d": .integer(4),
                ])
            ]
        )
    }

    private static let outputs =
        "(int32, inout int32, out owned string, inout bytes) -> bool else false"

    @Test(arguments: [true, false])
    func `fills out-parameters`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply_outputs", "(callback for call \(Self.outputs)) -> int32")
        let closure = try SampleClosure.make(Self.outputs, isPrecompiled: isPrecompiled) {
            arguments in
            #expect(arguments == [.integer(7), .integer(5), .bytes([1, 2])])
            return InvocationOutcome(
                .bool(true),
                outputs: [.integer(6), .string("four"), .bytes([3, 4])]
            )
        }

        #expect(try apply(.callback(closure)) == .integer(6 + 4000 + 300 + 40))
    }

    @Test func `does not change out-parameters if one of them does not fit`() throws {
        let apply = try Sample("apply_outputs", "(callback for call \(Self.outputs)) -> int32")
        let wrong: [([InvocationValue], InvocationError)] = [
            ([.integer(6)], .argumentCount(1, needed: 3)),
            (
                [.integer(6), .string("four"), .bytes([3])],
                .invalidLength
            ),
            (
                [.integer(1 << 40), .string("four"), .bytes([3, 4])],
                .outOfRange(argument: 2, .int32)
            ),
        ]
        for (values, error) in wrong {
            let failures = SampleClosure.Failures()
            let closure = try SampleClosure.make(Self.outputs, failures: failures) { _ in
                InvocationOutcome(.bool(true), outputs: values)
            }

            #expect(try apply(.callback(closure)) == .integer(-1))
            #expect(failures.all.map { $0 as? InvocationError } == [error])
        }
    }

    @Test func `frees an owned result that the caller does not take`() throws {
        let wanted = "(out int32, out owned string, out owned bytes) -> bool"
        let apply = try Sample("apply_unwanted", "(callback for call \(wanted)) -> size")
        let inUse = try Sample("bytes_in_use", "() -> int64")
        let (text, bytes) = (
            String(repeating: "x", count: 4 << 20), [UInt8](repeating: 1, count: 4 << 20)
        )
        let closure = try SampleClosure.make(wanted) { _ in
            InvocationOutcome(.bool(true), outputs: [.integer(1), .string(text), .bytes(bytes)])
        }
        guard case .integer(let before) = try inUse() else { return }

        for _ in 0..<64 { #expect(try apply(.callback(closure)) == .integer(4 << 20)) }

        // Other tests also allocate memory, but less than a quarter of the 64 calls' data.
        guard case .integer(let after) = try inUse() else { return }
        #expect(after - before < 128 << 20)
    }

    @Test func `does not change errno`() throws {
        let function = try Sample("errno_after", "(\(SampleClosure.callback("for call"))) -> int32")
        let closure = try SampleClosure.make(SampleClosure.mapping) { _ in
            _ = try? Sample("negative_errno", "(int32) -> int32")(.integer(99))
            return InvocationOutcome(.integer(0))
        }

        #expect(try function(.callback(closure)) == .integer(2))
    }

    @Test(arguments: [true, false])
    func `may be called from many threads, and from within itself`(isPrecompiled: Bool) throws {
        let threads = try Sample(
            "apply_on_threads",
            "(\(SampleClosure.callback("for call"))) -> int32"
        )
        let apply = try Sample("apply", "(\(SampleClosure.callback("for call")), int32) -> int32")
        let inner = try SampleClosure.make(
            SampleClosure.mapping,
            isPrecompiled: isPrecompiled,
            body: SampleClosure.added(1)
        )
        let outer = try SampleClosure.make(SampleClosure.mapping, isPrecompiled: isPrecompiled) {
            arguments in
            InvocationOutcome(try apply(.callback(inner), arguments[0]))
        }

        #expect(try threads(.callback(outer)) == .integer(8 * 500_500))
    }

    // MARK: Plain

    @Test(arguments: [true, false])
    func `of numbers and pointers may borrow its arguments`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(\(SampleClosure.callback("for call")), int32) -> int32")
        let failures = SampleClosure.Failures()
        let closure = try NativeClosure(
            Signature(parsing: SampleClosure.mapping),
            source: .libffi,
            takesPrecompiled: isPrecompiled,
            onFailure: { failures.add($0) },
            body: .plain { arguments in
                guard case .integer(let value) = arguments[0] else { throw SampleClosure.Refused() }
                return value == 0 ? .string("zero") : .integer(value * 2)
            }
        )

        #expect(try apply(.callback(closure), .integer(21)) == .integer(42))
        #expect(try apply(.callback(closure), .integer(0)) == .integer(-1))
        #expect(
            failures.all.map { "\($0)" } == ["The result is of kind string, not int32"]
        )
    }

    @Test(arguments: [
        "({int8 x})", "(out int32)", "() -> owned string", "(callback for call ())",
        "(\(Array(repeating: "int8", count: 7).joined(separator: ", ")))",
    ])
    func `of other types may not borrow its arguments`(signature: String) throws {
        let error = #expect(throws: InvocationError.self) {
            try NativeClosure.plain(Signature(parsing: signature), onFailure: { _ in }) { _ in nil }
        }

        #expect(
            error?.description
                == "Cannot create a closure of the type \(signature): some of its arguments "
                + "are not passed in registers"
        )
    }

    // MARK: Failure

    @Test(arguments: [true, false])
    func `returns the failure value and reports the thrown error`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(\(SampleClosure.callback("for call")), int32) -> int32")
        let failures = SampleClosure.Failures()
        let closure = try SampleClosure.make(
            SampleClosure.mapping,
            isPrecompiled: isPrecompiled,
            failures: failures
        ) { _ in throw SampleClosure.Refused() }

        #expect(try apply(.callback(closure), .integer(3)) == .integer(-1))
        #expect(failures.all.count == 1 && failures.all[0] is SampleClosure.Refused)
    }

    @Test func `reports a result that does not fit`() throws {
        let apply = try Sample("apply", "(\(SampleClosure.callback("for call")), int32) -> int32")
        let failures = SampleClosure.Failures()
        let results: [InvocationValue?] = [.integer(1 << 31), .double(1), .string("3"), nil]
        for result in results {
            let closure = try SampleClosure.make(SampleClosure.mapping, failures: failures) { _ in
                InvocationOutcome(result)
            }
            #expect(try apply(.callback(closure), .integer(3)) == .integer(-1))
        }

        #expect(
            failures.all.map { "\($0)" } == [
                "The result does not fit int32", "The result is of kind double, not int32",
                "The result is of kind string, not int32", "The result is of kind null, not int32",
            ]
        )
    }

    @Test func `may call its parameters as it likes`() throws {
        let apply = try Sample("apply", "(\(SampleClosure.callback("for call")), int32) -> int32")
        let closure = try SampleClosure.make(
            "(int32 number) -> int32 else -1",
            body: SampleClosure.added(1)
        )

        #expect(try apply(.callback(closure), .integer(41)) == .integer(42))
    }

    @Test func `of another type is not a callback`() throws {
        let apply = try Sample("apply", "(\(SampleClosure.callback("for call")), int32) -> int32")
        let closure = try SampleClosure.make("(int64) -> int32", body: SampleClosure.added(1))

        let error = #expect(throws: InvocationError.self) {
            try apply(.callback(closure), .integer(1))
        }

        #expect(
            error?.description
                == "Argument 1 is a closure of the type (int64) -> int32, not"
                + " \(SampleClosure.mapping)"
        )
        #expect(throws: InvocationError.self) { try apply(.null, .integer(1)) }
    }
}
