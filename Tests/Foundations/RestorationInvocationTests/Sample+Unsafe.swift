import CInvocationSamples
import RestorationInvocation

/// A C function of `Tests/Support/CInvocationSamples`, called by a signature.
///
/// Invariant of `@unchecked Sendable`: a C function is never unloaded. The tests call each one only
/// from threads that it supports.
struct Sample: @unchecked Sendable {
    private let function: NativeFunction

    init(_ name: String, _ signature: String) throws {
        guard let address = unsafe sample_named(name) else { throw Unknown(name: name) }
        // Invariant: each test passes the signature of the C source.
        unsafe function = try NativeFunction(address, as: Signature(parsing: signature)) { name in
            unsafe sample_named(name)
        }
    }

    struct Unknown: Error { let name: String }

    @discardableResult
    func callAsFunction(_ arguments: InvocationValue...) throws -> InvocationValue? {
        try call(arguments)
    }

    func call(_ arguments: [InvocationValue]) throws -> InvocationValue? {
        unsafe try function.call(arguments)
    }

    /// Calls with one argument, without building a list.
    func alone(_ argument: InvocationValue) throws -> InvocationValue? {
        unsafe try function.call(argument)
    }

    /// Calls, and returns the out-parameters with the result.
    func outcome(_ arguments: InvocationValue...) throws -> InvocationOutcome {
        unsafe try function.invoke(arguments)
    }

    func perform(_ arguments: InvocationValue...) throws {
        unsafe try function.perform(arguments)
    }
}
