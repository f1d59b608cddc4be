internal import CFFI
internal import Glibc

/// A C function whose type is known only at runtime.
///
/// ```swift
/// let length = try NativeFunction(strlen, as: Signature(parsing: "(string) -> size"))
/// let count = try length.call([.string("cat")])       // .integer(3)
/// ```
///
/// The function runs on the calling thread. One whose arguments are numbers, pointers and text that
/// all go in registers is called through these; any other by libffi.
@safe public struct NativeFunction {
    /// Any C function, whatever its type; cast to this one.
    public typealias Address = @convention(c) () -> Void

    let address: Address
    /// Lives for ever, so nobody counts it.
    unowned(unsafe) let interface: CallInterface
    private let reader: ResultReader

    /// The type of the function.
    public var signature: Signature { unsafe interface.signature }

    /// Takes a function by its address, which stays valid as long as this value is used, and the
    /// caller's word for its type: a wrong one is undefined behaviour at the first call.
    ///
    /// - Parameters:
    ///   - address: the function.
    ///   - signature: its type.
    ///   - functions: finds the functions by name that free what this one hands over. `free` is
    ///     known already.
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

    /// Calls the function; `nil` if it has no result. What its out-parameters hold is dropped.
    ///
    /// An integer fits any integer type that has room for it; nothing else is converted. A string
    /// is copied, and freed if it is owned.
    ///
    /// - Parameter arguments: one for each parameter but those that are only `out`. Addresses of
    ///   objects must be what the function expects there.
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

    /// Calls a function with one parameter, without the cost of a list.
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

    /// Calls a function with two parameters, without the cost of a list.
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

    /// Calls the function, and returns what its out-parameters hold as well.
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

    /// Calls the function and drops its result unread; an owned one is freed.
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

    /// Calls a function with two parameters, as setters have them, and drops its result unread.
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

    /// Calls the function with what `fill` adds, and returns the bits of its result.
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

    /// How many bytes arguments may point to before they need memory of their own.
    private static let inlineSize = 256

    /// Calls the function and hands `body` what it has left.
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
            // Invariant: the memory has room for the frame and what arguments point to, and
            // outlives the call.
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

    /// Calls the function and returns what it left in `errno`.
    @inline(__always)
    private func call(_ frame: CallFrame) -> Int32 {
        let addresses = unsafe frame.addresses
        if unsafe !interface.isPlain { Glibc.errno = 0 }
        // libffi before 3.7 overwrites addresses of large structures; nothing reads them
        // afterwards. It widens integers shorter than a register to `ffi_arg`.
        unsafe ffi_call(interface.callable, address, frame.base, addresses)
        return unsafe interface.isPlain ? 0 : Glibc.errno
    }
}

extension Signature {
    /// The functions that free what a function of this type hands over.
    fileprivate var releases: Set<String> {
        Set((parameters.map(\.type) + [result]).compactMap(\.release))
    }
}
