/// What a function has left: its result, and what its out-parameters hold.
public struct InvocationOutcome: Hashable, Sendable {
    /// `nil` if there is none.
    public var result: InvocationValue?
    /// Of every parameter that is `out` or `inout`, in their order. An out-parameter that holds the
    /// length of the result, or says that the function failed, is not among them.
    public var outputs: [InvocationValue]

    /// Creates the outcome of a call, for instance of a closure that stands for a C function.
    public init(_ result: InvocationValue? = nil, outputs: [InvocationValue] = []) {
        self.result = result
        self.outputs = outputs
    }
}
