internal import CFFI

/// A C function whose type is known only at runtime.
///
/// ```swift
/// let length = try NativeFunction(strlen, as: Signature(parsing: "(string) -> size"))
/// let count = try length.call([.string("cat")])       // .integer(3)
/// ```
///
/// Calling costs some 50 ns more than a call that a compiler prepared. The function runs on the
/// calling thread.
@safe public struct NativeFunction {
    /// Any C function, whatever its type; cast to this one.
    public typealias Address = @convention(c) () -> Void

    private let address: Address
    private let interface: CallInterface

    /// The type of the function.
    public var signature: Signature { interface.signature }

    /// Takes a function by its address, which stays valid as long as this value is used, and the
    /// caller's word for its type: a wrong one is undefined behaviour at the first call.
    ///
    /// - Throws: ``InvocationError/notPrepared(_:)``.
    @unsafe public init(_ address: Address, as signature: Signature) throws(InvocationError) {
        self.address = address
        interface = try CallInterface.prepared(for: signature)
    }

    /// Calls the function; `nil` if it has no result.
    ///
    /// An integer fits any integer type that has room for it; nothing else is converted. A string is
    /// copied, and freed if it is owned.
    ///
    /// - Parameter arguments: one for each parameter. Addresses of objects must be what the function
    ///   expects there, or null where it allows that.
    /// - Throws: ``InvocationError``; the function has been called only in case of
    ///   ``InvocationError/invalidText``.
    @unsafe public func call(
        _ arguments: [InvocationValue]
    ) throws(InvocationError) -> InvocationValue? {
        unsafe try interface.result.value(in: result(of: arguments.span))
    }

    /// Calls a function with one parameter, without the cost of a list.
    @unsafe public func call(
        _ argument: InvocationValue
    ) throws(InvocationError) -> InvocationValue? {
        let arguments: InlineArray<1, InvocationValue> = [argument]
        return unsafe try interface.result.value(in: result(of: arguments.span))
    }

    /// Calls the function and drops its result unread; an owned string is freed.
    @unsafe public func perform(_ arguments: [InvocationValue]) throws(InvocationError) {
        unsafe try interface.result.discard(result(of: arguments.span))
    }

    /// Calls the function and returns what it left in the register for results.
    ///
    /// The scratch memory of one call:
    ///
    ///     the result (16 bytes) | a word for each argument | their addresses | texts, each with NUL
    @unsafe private func result(
        of arguments: Span<InvocationValue>
    ) throws(InvocationError) -> UInt64 {
        let parameters = unsafe interface.parameters
        let count = parameters.count
        guard arguments.count == count else {
            throw .argumentCount(arguments.count, needed: count)
        }
        var textSize = 0
        for index in arguments.indices { textSize += arguments[index].sizeAsText }
        let size = 16 + 16 * count + textSize
        return try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) {
            (scratch: UnsafeMutableRawBufferPointer) throws(InvocationError) in
            // Invariant: the memory has room for all four parts, and outlives the call.
            let result = unsafe scratch.baseAddress!.bindMemory(to: UInt64.self, capacity: 2)
            unsafe result.initialize(repeating: 0, count: 2)
            let words = unsafe result + 2
            let addresses = unsafe UnsafeMutableRawPointer(words + count)
                .bindMemory(to: UnsafeMutableRawPointer?.self, capacity: count)
            var text = unsafe UnsafeMutableRawPointer(addresses + count)
            for index in 0..<count {
                let word = unsafe try arguments[index].word(
                    for: parameters[index],
                    argument: index + 1,
                    text: &text
                )
                // libffi reads as many bytes as the type has, from the word's first: its lowest,
                // since this runs on little-endian systems only.
                unsafe (words + index).initialize(to: word)
                unsafe (addresses + index).initialize(to: UnsafeMutableRawPointer(words + index))
            }
            // libffi widens integers shorter than a register to `ffi_arg`, and before 3.7 it needs
            // a place for results even if there is none.
            unsafe ffi_call(interface.prepared, address, result, addresses)
            return unsafe result.pointee
        }
    }
}
