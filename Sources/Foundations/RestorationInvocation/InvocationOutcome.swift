/// The result of a function and the values of its out-parameters.
public struct InvocationOutcome: Hashable, Sendable {
    /// The result, or `nil` for none.
    public var result: InvocationValue?
    /// The values of all `out` and `inout` parameters, in order. They exclude a parameter that
    /// holds the result's length or reports failure.
    public var outputs: [InvocationValue]

    /// Creates the outcome of a call, such as that of a closure.
    public init(_ result: InvocationValue? = nil, outputs: [InvocationValue] = []) {
        self.result = result
        self.outputs = outputs
    }
}
