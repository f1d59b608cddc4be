import RestorationInvocation
import Testing

@Suite struct `A function that reports failure` {
    /// Each convention with a function called with 2 (ENOENT), and the resulting error.
    @Test(arguments: [
        (
            "negative_errno", "opened(int32) -> int32 fails negative errno",
            "opened failed: No such file or directory (2)"
        ),
        ("negative_errno", "opened(int32) -> int32 fails negative", "opened failed with -2"),
        ("negative_errno", "(int32) -> int32 fails negative", "The function failed with -2"),
        (
            "null_errno", "opened(int32) -> string fails null errno",
            "opened failed: No such file or directory (2)"
        ),
        ("null_errno", "opened(int32) -> string? fails null", "opened returned null"),
        (
            "plain_errno", "opened(int32) -> int32 fails errno",
            "opened failed: No such file or directory (2)"
        ),
        (
            "code_same", "opened(int32) -> int32 fails code",
            "opened failed: No such file or directory (2)"
        ),
        ("code_same", "opened(int32) -> int32 fails nonzero", "opened failed with 2"),
        (
            "code_same", "opened(int32) -> enum(int32) {fine, lost = 2} fails nonzero",
            "opened failed with lost"
        ),
    ])
    func `is an error with its message`(name: String, signature: String, message: String) throws {
        let function = try Sample(name, signature)

        let error = #expect(throws: InvocationError.self) { try function(.integer(2)) }
        let dropped = #expect(throws: InvocationError.self) { try function.perform(.integer(2)) }

        #expect(error?.description == message)
        #expect(dropped == error)
        #expect(throws: Never.self) { try function(.integer(0)) }
    }

    @Test func `by false`() throws {
        let truth = try Sample("truth", "truth(bool) -> bool fails false")
        let byte = try Sample("byte_same", "byte(uint8) -> uint8 fails false")

        #expect(
            #expect(throws: InvocationError.self) { try truth(.bool(false)) }?.description
                == "truth returned false"
        )
        #expect(try truth(.bool(true)) == .bool(true))
        #expect(throws: InvocationError.failed(function: "byte", value: .integer(0), errno: nil)) {
            try byte(.integer(0))
        }
    }

    @Test func `by an out-parameter is an error with its value`() throws {
        let function = try Sample(
            "failing",
            """
            failing(bool, out owned {uint32 domain, int32 code, string message} *? error)
                -> bool fails error
            """
        )

        let error = #expect(throws: InvocationError.self) { try function(.bool(true)) }

        #expect(
            error
                == .failed(
                    function: "failing",
                    value: .structure([
                        "domain": .integer(3), "code": .integer(-4),
                        "message": .string("it was asked to"),
                    ]),
                    errno: nil
                )
        )
        #expect(error?.description == "failing failed: it was asked to")
        #expect(try function.outcome(.bool(false)) == InvocationOutcome(.bool(true)))
    }
}
