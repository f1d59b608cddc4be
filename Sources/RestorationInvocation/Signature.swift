/// The type of a C function, as text: `(object, float64) -> string`.
///
/// ```swift
/// let signature = try Signature(parsing: "(object, float64)")
/// print(signature.parameters.count, signature.result)   // 2 void
/// ```
///
/// Whoever writes it down vouches for it: nothing can check it against the function.
public struct Signature: Hashable, Sendable {
    /// The most parameters that a function may have. C11 (5.2.4.1) asks compilers for 127.
    public static let parameterLimit = 127

    /// The types of the arguments, in their order.
    public let parameters: [InvocationType]
    /// The type of the result; ``InvocationType/void`` for none.
    public let result: InvocationType

    init(parameters: [InvocationType], result: InvocationType) {
        self.parameters = parameters
        self.result = result
    }
}

extension Signature: CustomStringConvertible {
    /// The signature in its usual form, which parses to the same one.
    public var description: String {
        let list = "(\(parameters.map(\.description).joined(separator: ", ")))"
        return result == .void ? list : "\(list) -> \(result)"
    }
}
