internal import CFFI
internal import Glibc

/// A C function whose type is known only at runtime.
///
/// ```swift
/// let length = try NativeFunction(strlen, as: Signature(parsing: "(string) -> size"))
/// let count = try length.call([.string("cat")])       // .integer(3)
/// ```
///
/// The function runs on the calling thread. If all arguments are numbers, pointers and text in
/// registers, the call bypasses libffi.
@safe public struct NativeFunction {
    /// Any C function, cast to this type.
    public typealias Address = @convention(c) () -> Void

    let address: Address
    /// Unowned, because interfaces are immortal.
    unowned(unsafe) let interface: CallInterface
    private let reader: ResultReader

    /// The type of the function.
    public var signature: Signature { unsafe interface.signature }

    /// Wraps the function at an address, which must stay valid while this value is in use. A
    /// signature that does not match the function causes undefined behaviour in calls.
    ///
    /// - Parameters:
    ///   - address: the function.
    ///   - signature: its type.
    ///   - functions: finds the functions that free owned values, by name. `free` is built in.
    /// - Throws: ``InvocationError/notPrepared(_:)``, ``InvocationError/missingFunction(_:)``.
    @unsafe public init(
        _ address: Address,
        as signature: Signature,
        functions: (String) -> Address? = { _ in nil }
    ) throws(InvocationError) {
        self.address = address
        var reader = ResultReader()
        for name in signature.releases {
            if let release = functions(name) {
                reader.releases = (reader.releases ?? [:]).merging([name: release]) { _, new in new
                }
            } else if name != "free" {
                throw .missingFunction(name)
            }
        }
        self.reader = reader
        unsafe interface = try CallInterface.prepared(for: signature)
    }

    /// Calls the function and returns its result, or `nil` for none. Discards the values of
    /// out-parameters.
    ///
    /// An integer fits any integer type with sufficient range. There are no other conversions. A
    /// string is copied, and freed if owned.
    ///
    /// - Parameter arguments: one for each parameter that is not only `out`. The addresses of
    ///   objects must be valid for the function.
    /// - Throws: ``InvocationError``.
    @unsafe public func call(
        _ arguments: [InvocationValue]
    ) throws(InvocationError) -> InvocationValue? {
        guard let direct = unsafe interface.direct else { return try result(arguments.span) }
        try expect(arguments.count)
        let bits = try call(direct) { call throws(InvocationError) in
            for index in 0..<arguments.count { try call.add(arguments[index]) }
        }
        return try value(bits, direct)
    }

    /// Calls a function with one parameter, without allocating a list.
    @unsafe public func call(
        _ argument: InvocationValue
    ) throws(InvocationError) -> InvocationValue? {
        guard let direct = unsafe interface.direct else {
            let arguments: InlineArray<1, InvocationValue> = [argument]
            return try result(arguments.span)
        }
        try expect(1)
        let bits = try call(direct) { call throws(InvocationError) in
            try call.add(argument)
        }
        return try value(bits, direct)
    }

    /// Calls a function with two parameters, without allocating a list.
    @unsafe public func call(
        _ first: InvocationValue,
        _ second: InvocationValue
    ) throws(InvocationError) -> InvocationValue? {
        guard let direct = unsafe interface.direct else {
            let arguments: InlineArray<2, InvocationValue> = [first, second]
            return try result(arguments.span)
        }
        try expect(2)
        let bits = try call(direct) { call throws(InvocationError) in
            try call.add(first)
            try call.add(second)
        }
        return try value(bits, direct)
    }

    /// Calls the function and returns its result and the values of its out-parameters.
    ///
    /// - Parameter arguments: as for ``call(_:)-([InvocationValue])``.
    /// - Throws: ``InvocationError``.
    @unsafe public func invoke(
        _ arguments: [InvocationValue]
    ) throws(InvocationError) -> InvocationOutcome {
        try run(arguments.span) { frame throws(InvocationError) in
            try frame.outcome(reader)
        }
    }

    /// Calls the function and discards its result; an owned one is freed.
    @unsafe public func perform(_ arguments: [InvocationValue]) throws(InvocationError) {
        guard let direct = unsafe interface.direct else {
            return try run(arguments.span) { frame throws(InvocationError) in
                frame.discard(reader)
            }
        }
        try expect(arguments.count)
        _ = try call(direct) { call throws(InvocationError) in
            for index in 0..<arguments.count { try call.add(arguments[index]) }
        }
    }

    /// Calls a function with two parameters, such as a setter, and discards its result.
    @unsafe public func perform(
        _ first: InvocationValue,
        _ second: InvocationValue
    ) throws(InvocationError) {
        guard let direct = unsafe interface.direct else {
            return unsafe try perform([first, second])
        }
        try expect(2)
        _ = try call(direct) { call throws(InvocationError) in
            try call.add(first)
            try call.add(second)
        }
    }

    // MARK: Through registers

    @inline(__always)
    private func expect(_ count: Int) throws(InvocationError) {
        let needed = unsafe interface.argumentCount
        guard count == needed else { throw .argumentCount(count, needed: needed) }
    }

    /// Calls the function with the arguments of `fill`, and returns the result's bits.
    @inline(__always)
    private func call(
        _ direct: CallInterface.Direct,
        _ fill: (inout DirectCall) throws(InvocationError) -> Void
    ) throws(InvocationError) -> UInt64 {
        guard direct.takesText else {
            var call = DirectCall(direct, Arena())
            try fill(&call)
            return call.registers.call(address, returnsFloat: direct.returnsFloat)
        }
        return try unsafe withUnsafeTemporaryAllocation(
            byteCount: Self.inlineSize,
            alignment: 16
        ) { (memory: UnsafeMutableRawBufferPointer) throws(InvocationError) in
            // Invariant: the memory outlives the call.
            let arena = unsafe Arena(memory.baseAddress!, size: Self.inlineSize)
            var call = DirectCall(direct, arena)
            defer { call.writer.arena.free() }
            try fill(&call)
            return call.registers.call(address, returnsFloat: direct.returnsFloat)
        }
    }

    @inline(__always)
    private func value(
        _ bits: UInt64,
        _ direct: CallInterface.Direct
    ) throws(InvocationError) -> InvocationValue? {
        guard let type = direct.result else { return nil }
        if let value = type.present(in: bits) { return value }
        return try reader.value(type, bits)
    }

    // MARK: Through libffi

    private func result(
        _ arguments: Span<InvocationValue>
    ) throws(InvocationError) -> InvocationValue? {
        try run(arguments) { frame throws(InvocationError) in try frame.result(reader) }
    }

    /// The stack space for pointed-to argument data, in bytes.
    private static let inlineSize = 256

    private func run<Result>(
        _ arguments: Span<InvocationValue>,
        _ body: (CallFrame) throws(InvocationError) -> Result
    ) throws(InvocationError) -> Result {
        try expect(arguments.count)
        let size = unsafe interface.frameSize
        return try unsafe withUnsafeTemporaryAllocation(
            byteCount: size + Self.inlineSize,
            alignment: 16
        ) { (memory: UnsafeMutableRawBufferPointer) throws(InvocationError) in
            // Invariant: the memory has room for the frame and for pointed-to data, and outlives
            // the call.
            let base = memory.baseAddress!
            let arena = unsafe Arena(base + size, size: Self.inlineSize)
            var writer = ArgumentWriter(arena: arena)
            defer { writer.arena.free() }
            let frame = unsafe CallFrame(interface, base)
            try frame.fill(arguments, &writer)
            let errno = call(frame)
            if unsafe !interface.isPlain { try frame.check(errno, reader) }
            return try body(frame)
        }
    }

    @inline(__always)
    private func call(_ frame: CallFrame) -> Int32 {
        let addresses = unsafe frame.addresses
        if unsafe !interface.isPlain { Glibc.errno = 0 }
        // libffi before 3.7 overwrites addresses of large structures; no code reads them
        // afterwards. It widens integers shorter than a register to `ffi_arg`.
        unsafe ffi_call(interface.callable, address, frame.base, addresses)
        return unsafe interface.isPlain ? 0 : Glibc.errno
    }
}

extension Signature {
    fileprivate var releases: Set<String> {
        Set((parameters.map(\.type) + [result]).compactMap(\.release))
    }
}
