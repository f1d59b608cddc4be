import Foundation
import Synchronization
import Testing

@testable import RestorationInvocation

@Suite struct `The life of a closure` {
    // MARK: Lifetime

    @Test(arguments: [true, false])
    func `that is called after its end reports the first such call`(isPrecompiled: Bool) throws {
        let apply = try Sample("apply", "(pointer, int32) -> int32")
        let failures = SampleClosure.Failures()
        let closure = try SampleClosure.make(
            SampleClosure.mapping,
            isPrecompiled: isPrecompiled,
            failures: failures,
            body: SampleClosure.added(1)
        )
        let address = InvocationValue.pointer(UInt(closure.word))
        #expect(try apply(address, .integer(1)) == .integer(2))
        closure.retire()
        closure.retire()
        #expect(failures.all.isEmpty)

        for _ in 0..<3 { #expect(try apply(address, .integer(1)) == .integer(-1)) }

        #expect(
            failures.all.map { "\($0)" } == [
                "A closure of the type \(SampleClosure.mapping) was called after its release"
            ]
        )
    }

    @Test func `may end while it is called, and its code waits for that`() async {
        // In its own process, since it takes all precompiled closures.
        await #expect(processExitsWith: .success) {
            let apply = try Sample("apply", "(pointer, int32) -> int32")
            for isPrecompiled in [true, false] {
                let current = Mutex<NativeClosure?>(nil)
                let closure = try SampleClosure.make(
                    SampleClosure.mapping,
                    isPrecompiled: isPrecompiled
                ) { _ in
                    guard let own = current.withLock({ $0.take() }) else {
                        throw SampleClosure.Refused()
                    }
                    own.retire()
                    let others = try (0..<200).map { number in
                        try SampleClosure.make(
                            SampleClosure.mapping,
                            isPrecompiled: isPrecompiled,
                            body: SampleClosure.added(number)
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
            let apply = try Sample("pointer_same", "(\(SampleClosure.callback(scope))) -> pointer")
            var witness: Witness? = Witness()
            weak let weakWitness = witness
            var closure: NativeClosure? = try SampleClosure.make(SampleClosure.mapping) {
                [witness] arguments in
                _ = witness
                return try SampleClosure.added(1)(arguments)
            }
            witness = nil

            let address = try #require(try apply(.callback(closure!)))
            closure = nil

            #expect(try call(address, .integer(1)) == .integer(outcomes[0]), "\(scope)")
            #expect(try call(address, .integer(1)) == .integer(outcomes[1]), "\(scope)")
            #expect((weakWitness == nil) == (outcomes[1] == -1), "\(scope)")
        }
    }

    @Test func `keeps its own signature`() throws {
        func make() throws -> NativeClosure {
            try SampleClosure.make(
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

    @Test func `reuses code, so that any number can follow one another`() throws {
        let apply = try Sample("apply", "(\(SampleClosure.callback("for call")), int32) -> int32")
        var addresses: Set<UInt64> = []
        for index in 0..<1_000 {
            let closure = try SampleClosure.make(
                SampleClosure.mapping,
                isPrecompiled: false,
                body: SampleClosure.added(Int64(index))
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
                try SampleClosure.make(signature, policy: policy) { _ in InvocationOutcome() }
            }
            return error?.description
        }

        #expect(
            try message("()", .none)
                == "Cannot create a closure of the type (): this program does not allow closures"
        )
        #expect(
            try message("({int8 x})", .precompiled)
                == "Cannot create a closure of the type ({int8 x}): no suitable precompiled "
                + "trampoline is left"
        )
        #expect(throws: InvocationError.self) {
            try SampleClosure.make(
                "(\(Array(repeating: "int8", count: 7).joined(separator: ", ")))",
                policy: .precompiled
            ) { _ in InvocationOutcome() }
        }
        #expect(
            try message("() -> string", .libffi)
                == "Cannot create a closure of the type () -> string: the lifetime of the "
                + "string that it returns is unknown"
        )
        #expect(
            try message("(int8, ..., int8)", .libffi)
                == "Cannot create a closure of the type (int8, ..., int8): the types of its "
                + "variable arguments are unknown"
        )
    }

    @Test func `waits for precompiled code to be released, if no other is allowed`() async {
        // In its own process, so that no other test uses closures.
        await #expect(processExitsWith: .success) {
            func make(_ signature: String) throws -> NativeClosure {
                try SampleClosure.make(
                    signature,
                    policy: .precompiled,
                    body: SampleClosure.added(1)
                )
            }
            for signature in [SampleClosure.mapping, "(int32) -> float64"] {
                var closures = try (0..<64).map { _ in try make(signature) }
                let error = #expect(throws: InvocationError.self) { try make(signature) }
                #expect(
                    error?.description
                        == "Cannot create a closure of the type \(signature): no suitable "
                        + "precompiled trampoline is left"
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

    @Test func `needs no writable code while precompiled code is left`() async {
        await #expect(processExitsWith: .success) {
            let apply = try Sample(
                "apply",
                "(\(SampleClosure.callback("for call")), int32) -> int32"
            )
            func writableCode() throws -> Int {
                try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
                    .split(separator: "\n").count { $0.contains(" rwx") }
            }
            let before = try writableCode()

            let closures = try (0..<64).map { _ in
                try SampleClosure.make(SampleClosure.mapping, body: SampleClosure.added(1))
            }

            for closure in closures {
                #expect(try apply(.callback(closure), .integer(1)) == .integer(2))
            }
            #expect(try writableCode() == before)
        }
    }

    // MARK: Hardened systems

    @Test func `works in a process that may write no code, and leaves those of its parent alone`()
        async
    {
        await #expect(processExitsWith: .success) {
            guard try Sample("forbid_writable_code", "() -> bool")() == .bool(true) else { return }
            let apply = try Sample(
                "apply",
                "(\(SampleClosure.callback("for call")), int32) -> int32"
            )
            let fork = try Sample(
                "apply_in_fork",
                "(\(SampleClosure.callback("for call")), int32) -> int32"
            )
            let first = try SampleClosure.make(
                SampleClosure.mapping,
                isPrecompiled: false,
                body: SampleClosure.added(1)
            )
            #expect(try apply(.callback(first), .integer(1)) == .integer(2))

            // libffi shares its closures' memory with the child, so the child must not create
            // closures there.
            let inChild = try SampleClosure.make(SampleClosure.mapping, isPrecompiled: false) { _ in
                do {
                    _ = try SampleClosure.make("(int8)", isPrecompiled: false) { _ in
                        InvocationOutcome()
                    }
                    return InvocationOutcome(.integer(0))
                } catch InvocationError.noClosure(_, .forked) {
                    let precompiled = try SampleClosure.make(
                        SampleClosure.mapping,
                        body: SampleClosure.added(50)
                    )
                    return InvocationOutcome(try apply(.callback(precompiled), .integer(7)))
                }
            }
            #expect(try fork(.callback(inChild), .integer(0)) == .integer(57))
            #expect(try apply(.callback(first), .integer(1)) == .integer(2))
        }
    }
}
