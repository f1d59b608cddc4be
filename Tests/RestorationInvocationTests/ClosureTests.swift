import Foundation
import Synchronization
import Testing

@testable import RestorationInvocation

@Suite struct `A closure` {
    private struct Refused: Error {}

    /// The errors that closures reported.
    private final class Failures: Sendable {
        private let list = Mutex<[any Error]>([])
        var all: [any Error] { list.withLock { $0 } }
        func add(_ error: any Error) { list.withLock { $0.append(error) } }
    }

    private static let mapping = "(int32) -> int32 else -1"

    /// One of both kinds: precompiled, and libffi's.
    private static func closure(
        _ signature: String,
        isPrecompiled: Bool = true,
        policy: ClosurePolicy = .libffi,
        failures: Failures = Failures(),
        body: @escaping NativeClosure.Body
    ) throws -> NativeClosure {
        try NativeClosure(
            Signature(parsing: signature),
            source: policy,
            takesPrecompiled: isPrecompiled,
            onFailure: { failures.add($0) },
            body: .list(body)
        )
    }

    private static func added(_ number: Int64) -> NativeClosure.Body {
        { arguments in
            guard case .integer(let value) = arguments[0] else { throw Refused() }
            return InvocationOutcome(.integer(value + number))
        }
    }

    private static func callback(_ scope: String) -> String { "callback \(scope) \(mapping)" }

    // MARK: Calls

    @Test(arguments: [true, false])
    func `is called by C, and answers it`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
        let closure = try Self.closure(
            Self.mapping,
            isPrecompiled: isPrecompiled,
            body: Self.added(5)
        )

        #expect(try apply(.callback(closure), .integer(-7)) == .integer(-2))
        #expect(try apply(.callback(closure), .integer(100)) == .integer(105))
    }

    @Test(arguments: [true, false])
    func `sorts for the standard library`(isPrecompiled: Bool) throws {
        let comparison = "(int32 *, int32 *) -> int32"
        let sort = try Sample(
            "qsort",
            "(inout {int32 a, int32 b, int32 c, int32 d}, size, size, callback for call "
                + "\(comparison))"
        )
        let numbers: [InvocationValue] = [4, 1, -9, 3].map { .integer($0) }
        let closure = try Self.closure(comparison, isPrecompiled: isPrecompiled) { arguments in
            guard case .integer(let a) = arguments[0], case .integer(let b) = arguments[1] else {
                throw Refused()
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

    @Test func `takes and returns large structures`() throws {
        let large = "{\("abcdefgh".map { "int64 \($0)" }.joined(separator: ", "))}"
        let apply = try Sample(
            "apply_large",
            "(callback for call (\(large), float32) -> \(large), int64) -> int64"
        )
        let closure = try Self.closure("(\(large), float32) -> \(large)") { arguments in
            guard case .structure(var fields) = arguments[0], arguments[1] == .float(0.5),
                case .integer(let first)? = fields["a"]
            else { throw Refused() }
            fields["a"] = .integer(first + 1)
            return InvocationOutcome(.structure(fields))
        }

        #expect(try apply(.callback(closure), .integer(40)) == .integer(4108))
    }

    private static let outputs =
        "(int32, inout int32, out owned string, inout bytes) -> bool else false"

    @Test(arguments: [true, false])
    func `fills out-parameters`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply_outputs", "(callback for call \(Self.outputs)) -> int32")
        let closure = try Self.closure(Self.outputs, isPrecompiled: isPrecompiled) { arguments in
            #expect(arguments == [.integer(7), .integer(5), .bytes([1, 2])])
            return InvocationOutcome(
                .bool(true),
                outputs: [.integer(6), .string("four"), .bytes([3, 4])]
            )
        }

        #expect(try apply(.callback(closure)) == .integer(6 + 4000 + 300 + 40))
    }

    @Test func `leaves out-parameters alone if one of them does not fit`() throws {
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
            let failures = Failures()
            let closure = try Self.closure(Self.outputs, failures: failures) { _ in
                InvocationOutcome(.bool(true), outputs: values)
            }

            #expect(try apply(.callback(closure)) == .integer(-1))
            #expect(failures.all.map { $0 as? InvocationError } == [error])
        }
    }

    @Test func `frees what it hands over where the caller has no place for it`() throws {
        let wanted = "(out int32, out owned string, out owned bytes) -> bool"
        let apply = try Sample("apply_unwanted", "(callback for call \(wanted)) -> size")
        let inUse = try Sample("bytes_in_use", "() -> int64")
        let (text, bytes) = (
            String(repeating: "x", count: 4 << 20), [UInt8](repeating: 1, count: 4 << 20)
        )
        let closure = try Self.closure(wanted) { _ in
            InvocationOutcome(.bool(true), outputs: [.integer(1), .string(text), .bytes(bytes)])
        }
        guard case .integer(let before) = try inUse() else { return }

        for _ in 0..<64 { #expect(try apply(.callback(closure)) == .integer(4 << 20)) }

        // Other tests need memory, too, but not a quarter of what 64 calls hand over.
        guard case .integer(let after) = try inUse() else { return }
        #expect(after - before < 128 << 20)
    }

    @Test func `leaves errno as it was`() throws {
        let function = try Sample("errno_after", "(\(Self.callback("for call"))) -> int32")
        let closure = try Self.closure(Self.mapping) { _ in
            _ = try? Sample("negative_errno", "(int32) -> int32")(.integer(99))
            return InvocationOutcome(.integer(0))
        }

        #expect(try function(.callback(closure)) == .integer(2))
    }

    @Test(arguments: [true, false])
    func `may be called from many threads, and from within itself`(isPrecompiled: Bool) throws {
        let threads = try Sample("apply_on_threads", "(\(Self.callback("for call"))) -> int32")
        let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
        let inner = try Self.closure(
            Self.mapping,
            isPrecompiled: isPrecompiled,
            body: Self.added(1)
        )
        let outer = try Self.closure(Self.mapping, isPrecompiled: isPrecompiled) { arguments in
            InvocationOutcome(try apply(.callback(inner), arguments[0]))
        }

        #expect(try threads(.callback(outer)) == .integer(8 * 500_500))
    }

    // MARK: Plain

    @Test(arguments: [true, false])
    func `of numbers and pointers may take its arguments lent`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
        let failures = Failures()
        let closure = try NativeClosure(
            Signature(parsing: Self.mapping),
            source: .libffi,
            takesPrecompiled: isPrecompiled,
            onFailure: { failures.add($0) },
            body: .plain { arguments in
                guard case .integer(let value) = arguments[0] else { throw Refused() }
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
    func `of anything else may not`(signature: String) throws {
        let error = #expect(throws: InvocationError.self) {
            try NativeClosure.plain(Signature(parsing: signature), onFailure: { _ in }) { _ in nil }
        }

        #expect(
            error?.description
                == "There can be no closure of the type \(signature): not all of it goes through "
                + "registers"
        )
    }

    // MARK: Failure

    @Test(arguments: [true, false])
    func `returns the failure value and reports what was thrown`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
        let failures = Failures()
        let closure = try Self.closure(
            Self.mapping,
            isPrecompiled: isPrecompiled,
            failures: failures
        ) { _ in throw Refused() }

        #expect(try apply(.callback(closure), .integer(3)) == .integer(-1))
        #expect(failures.all.count == 1 && failures.all[0] is Refused)
    }

    @Test func `reports a result that does not fit`() throws {
        let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
        let failures = Failures()
        let results: [InvocationValue?] = [.integer(1 << 31), .double(1), .string("3"), nil]
        for result in results {
            let closure = try Self.closure(Self.mapping, failures: failures) { _ in
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

    // MARK: Lifetime

    @Test(arguments: [true, false])
    func `that has ended returns the failure value`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(pointer, int32) -> int32")
        let closure = try Self.closure(
            Self.mapping,
            isPrecompiled: isPrecompiled,
            body: Self.added(1)
        )
        let address = InvocationValue.pointer(UInt(closure.word))

        let before = try apply(address, .integer(1))
        closure.retire()
        closure.retire()
        let after = try apply(address, .integer(1))

        #expect(before == .integer(2))
        #expect(after == .integer(-1))
    }

    @Test(arguments: [true, false])
    func `that is called after its end reports the first such call`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(pointer, int32) -> int32")
        let failures = Failures()
        let closure = try Self.closure(
            Self.mapping,
            isPrecompiled: isPrecompiled,
            failures: failures,
            body: Self.added(1)
        )
        let address = InvocationValue.pointer(UInt(closure.word))
        _ = try apply(address, .integer(1))
        closure.retire()
        #expect(failures.all.isEmpty)

        for _ in 0..<3 { #expect(try apply(address, .integer(1)) == .integer(-1)) }

        #expect(
            failures.all.map { "\($0)" } == [
                "A closure of the type \(Self.mapping) was called after its end"
            ]
        )
    }

    @Test func `may end while it is called, and its code waits for that`() async {
        // In a process of its own, since it takes all code that there is.
        await #expect(processExitsWith: .success) {
            let apply = try Sample("apply", "(pointer, int32) -> int32")
            for isPrecompiled in [true, false] {
                let current = Mutex<NativeClosure?>(nil)
                let closure = try Self.closure(Self.mapping, isPrecompiled: isPrecompiled) { _ in
                    guard let own = current.withLock({ $0.take() }) else { throw Refused() }
                    own.retire()
                    let others = try (0..<200).map { number in
                        try Self.closure(
                            Self.mapping,
                            isPrecompiled: isPrecompiled,
                            body: Self.added(number)
                        )
                    }
                    let isTaken = others.contains { $0.word == own.word }
                    return InvocationOutcome(.integer(isTaken ? 1 : 0))
                }
                let address = InvocationValue.pointer(UInt(closure.word))
                current.withLock { $0 = closure }

                #expect(try apply(address, .integer(1)) == .integer(0))
                #expect(try apply(address, .integer(1)) == .integer(-1))
            }
        }
    }

    @Test func `lives as long as the scope of its callback`() throws {
        final class Witness: Sendable {}
        let call = try Sample("apply", "(pointer, int32) -> int32")
        for (scope, outcomes) in [
            ("for call", [-1, -1]), ("once", [2, -1]), ("until destroyed", [2, 2]),
            ("forever", [2, 2]),
        ] as [(String, [Int64])] {
            let apply = try Sample("pointer_same", "(\(Self.callback(scope))) -> pointer")
            var witness: Witness? = Witness()
            weak let weakWitness = witness
            var closure: NativeClosure? = try Self.closure(Self.mapping) { [witness] arguments in
                _ = witness
                return try Self.added(1)(arguments)
            }
            witness = nil

            let address = try #require(try apply(.callback(closure!)))
            closure = nil

            #expect(try call(address, .integer(1)) == .integer(outcomes[0]), "\(scope)")
            #expect(try call(address, .integer(1)) == .integer(outcomes[1]), "\(scope)")
            #expect((weakWitness == nil) == (outcomes[1] == -1), "\(scope)")
        }
    }

    @Test func `needs nobody to keep its signature`() throws {
        func make() throws -> NativeClosure {
            try Self.closure(
                "(int8, float64, {int16 a, float32 b}) -> uint64 else 9",
                isPrecompiled: false
            ) { _ in InvocationOutcome(.integer(3)) }
        }
        let closures = try (0..<20).map { _ in try make() }
        let call = try closures.map {
            unsafe try NativeFunction(
                $0.address,
                as: Signature(parsing: "(int8, float64, {int16 a, float32 b}) -> uint64")
            )
        }

        for function in call {
            let pair = InvocationValue.structure(["a": .integer(1), "b": .float(2)])
            #expect(unsafe try function.call([.integer(1), .double(1), pair]) == .integer(3))
        }
    }

    @Test func `uses code again, so that any number can follow one another`() throws {
        let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
        var addresses: Set<UInt64> = []
        for index in 0..<1_000 {
            let closure = try Self.closure(
                Self.mapping,
                isPrecompiled: false,
                body: Self.added(Int64(index))
            )
            addresses.insert(closure.word)
            #expect(try apply(.callback(closure), .integer(1)) == .integer(Int64(index) + 1))
        }

        #expect(addresses.count < 100)
    }

    // MARK: Policy

    @Test func `is not made against the policy`() throws {
        func message(_ signature: String, _ policy: ClosurePolicy) throws -> String? {
            let error = #expect(throws: InvocationError.self) {
                try Self.closure(signature, policy: policy) { _ in InvocationOutcome() }
            }
            return error?.description
        }

        #expect(
            try message("()", .none)
                == "There can be no closure of the type (): this program makes none"
        )
        #expect(
            try message("({int8 x})", .precompiled)
                == "There can be no closure of the type ({int8 x}): no precompiled trampoline is left "
                + "that suits it"
        )
        #expect(throws: InvocationError.self) {
            try Self.closure(
                "(\(Array(repeating: "int8", count: 7).joined(separator: ", ")))",
                policy: .precompiled
            ) { _ in InvocationOutcome() }
        }
        #expect(
            try message("() -> string", .libffi)
                == "There can be no closure of the type () -> string: nobody could say how long string "
                + "lasts that it returns"
        )
        #expect(
            try message("(int8, ..., int8)", .libffi)
                == "There can be no closure of the type (int8, ..., int8): it would not know its "
                + "arguments"
        )
    }

    @Test func `waits for precompiled code to come back, if there may be no other`() async {
        // In a process of its own, where nobody else uses any.
        await #expect(processExitsWith: .success) {
            func make(_ signature: String) throws -> NativeClosure {
                try Self.closure(signature, policy: .precompiled, body: Self.added(1))
            }
            for signature in [Self.mapping, "(int32) -> float64"] {
                var closures = try (0..<64).map { _ in try make(signature) }
                let error = #expect(throws: InvocationError.self) { try make(signature) }
                #expect(
                    error?.description
                        == "There can be no closure of the type \(signature): no precompiled "
                        + "trampoline is left that suits it"
                )
                closures[17].retire()
                closures.append(try make(signature))
                #expect(throws: InvocationError.self) { try make(signature) }
                closures = []
                closures = try (0..<64).map { _ in try make(signature) }
                #expect(Set(closures.map(\.word)).count == 64)
            }
        }
    }

    @Test func `needs no writable code while precompiled ones last`() async {
        await #expect(processExitsWith: .success) {
            let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
            func writableCode() throws -> Int {
                try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
                    .split(separator: "\n").count { $0.contains(" rwx") }
            }
            let before = try writableCode()

            let closures = try (0..<64).map { _ in
                try Self.closure(Self.mapping, body: Self.added(1))
            }

            for closure in closures {
                #expect(try apply(.callback(closure), .integer(1)) == .integer(2))
            }
            #expect(try writableCode() == before)
        }
    }

    @Test func `of another type is no callback`() throws {
        let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
        let closure = try Self.closure("(int64) -> int32", body: Self.added(1))

        let error = #expect(throws: InvocationError.self) {
            try apply(.callback(closure), .integer(1))
        }

        #expect(
            error?.description
                == "Argument 1 is a closure of the type (int64) -> int32, not \(Self.mapping)"
        )
        #expect(throws: InvocationError.self) { try apply(.null, .integer(1)) }
    }

    // MARK: Hardened systems

    @Test func `works in a process that may write no code, and leaves those of its parent alone`()
        async
    {
        await #expect(processExitsWith: .success) {
            guard try Sample("forbid_writable_code", "() -> bool")() == .bool(true) else { return }
            let apply = try Sample("apply", "(\(Self.callback("for call")), int32) -> int32")
            let fork = try Sample("apply_in_fork", "(\(Self.callback("for call")), int32) -> int32")
            let first = try Self.closure(Self.mapping, isPrecompiled: false, body: Self.added(1))
            #expect(try apply(.callback(first), .integer(1)) == .integer(2))

            // libffi shares the memory of its closures with the child, which must make none there.
            let inChild = try Self.closure(Self.mapping, isPrecompiled: false) { _ in
                do {
                    _ = try Self.closure("(int8)", isPrecompiled: false) { _ in InvocationOutcome()
                    }
                    return InvocationOutcome(.integer(0))
                } catch InvocationError.noClosure(_, .forked) {
                    let precompiled = try Self.closure(Self.mapping, body: Self.added(50))
                    return InvocationOutcome(try apply(.callback(precompiled), .integer(7)))
                }
            }
            #expect(try fork(.callback(inChild), .integer(0)) == .integer(57))
            #expect(try apply(.callback(first), .integer(1)) == .integer(2))
        }
    }
}
