internal import Glibc

/// A call from C to a closure.
///
/// Invariant: the signature is correct. Each argument's address leads to a value of its type, and
/// `result` has room for the result.
@safe struct ClosureCall {
    let interface: CallInterface
    let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    let result: UnsafeMutableRawPointer

    private var signature: Signature { interface.signature }

    /// Calls the Swift function and stores its results. On failure, C receives the failure value
    /// and out-parameters stay unchanged.
    func run(_ target: Trampoline.Target) {
        // The library may read its own `errno` after the callback.
        let before = errno
        defer { errno = before }
        do {
            try storeOutcome(target.list(values()))
        } catch {
            fail()
            target.onFailure(error)
        }
    }

    func fail() {
        guard signature.result != .void else { return }
        let type = signature.result
        guard let value = signature.failureValue, !value.isNull else { return storeZero() }
        // The parser has checked that the value fits and is a number or a name.
        var writer = ArgumentWriter(arena: Arena())
        do throws(InvocationError) {
            try store(value, type, &writer)
        } catch {
            storeZero()
        }
    }

    // MARK: In

    private func values() throws(InvocationError) -> [InvocationValue] {
        let reader = ResultReader()
        var values: [InvocationValue] = []
        values.reserveCapacity(interface.argumentCount)
        for (index, parameter) in signature.parameters.enumerated()
        where parameter.direction != .output {
            let memory = unsafe argument(index)
            if case .bytes(.following(let length)) = parameter.type.bare {
                let count = unsafe try reader.read(length, at: argument(index, 1))
                values.append(unsafe try reader.bytes(parameter.type, at: memory, length: count))
            } else if parameter.direction == .both {
                guard let cell = unsafe UnsafeRawPointer(memory).address else {
                    throw .null(argument: index + 1, .pointee(parameter.type))
                }
                values.append(unsafe try reader.read(parameter.type, at: cell))
            } else {
                values.append(unsafe try reader.read(parameter.type, at: memory))
            }
        }
        return values
    }

    private func argument(_ index: Int, _ part: Int = 0) -> UnsafeMutableRawPointer {
        unsafe arguments![interface.parameters[index].index + part]!
    }

    // MARK: Out

    /// Stores the result and the out-parameters, or nothing if one of them does not fit.
    private func storeOutcome(_ outcome: InvocationOutcome) throws(InvocationError) {
        let outputs = signature.parameters.indices.filter {
            signature.parameters[$0].direction != .input
        }
        guard outcome.outputs.count == outputs.count else {
            throw .argumentCount(outcome.outputs.count, needed: outputs.count)
        }
        // Owned values are in `malloc` memory, which is freed here only on failure.
        var writer = ArgumentWriter(arena: Arena())
        // Values that the caller does not want are also checked, then freed here.
        var unwanted = ArgumentWriter(arena: Arena())
        var copies: [Copy] = []
        defer {
            for copy in copies { unsafe free(copy.source) }
            unwanted.arena.free()
        }
        do throws(InvocationError) {
            for (index, value) in zip(outputs, outcome.outputs) {
                if unsafe UnsafeRawPointer(argument(index)).address == nil {
                    try write(value, to: index, &copies, &unwanted)
                } else {
                    try write(value, to: index, &copies, &writer)
                }
            }
            if signature.result != .void {
                try store(outcome.result ?? .null, signature.result, &writer)
            }
        } catch {
            writer.arena.free()
            throw error
        }
        for copy in copies {
            unsafe copy.target?.copyMemory(from: copy.source, byteCount: copy.size)
        }
    }

    /// A value to copy to an out-parameter once all values are known to fit.
    @safe private struct Copy {
        /// Null if the caller does not want the value.
        let target: UnsafeMutableRawPointer?
        let source: UnsafeMutableRawPointer
        let size: Int
    }

    private func write(
        _ value: InvocationValue,
        to index: Int,
        _ copies: inout [Copy],
        _ writer: inout ArgumentWriter
    ) throws(InvocationError) {
        let parameter = signature.parameters[index]
        let number = index + 1
        guard case .bytes(.following(let length)) = parameter.type.bare else {
            let copy = unsafe copy(parameter.type.layout.size, to: argument(index), &copies)
            return unsafe try writer.write(value, as: parameter.type, to: copy, argument: number)
        }
        if parameter.direction == .both {
            return try overwrite(value, index, length, &copies)
        }
        let pointer = unsafe copy(8, to: argument(index), &copies)
        let count = unsafe copy(length.layout.size, to: argument(index, 1), &copies)
        let bytes = try writer.copy(value, parameter.type, argument: number)
        unsafe pointer.store(bytes.address, size: 8)
        let size = InvocationValue.integer(Int64(bytes.count))
        unsafe try writer.write(size, as: length, to: count, argument: number)
    }

    /// Allocates a value that will be copied to an argument's target.
    private func copy(
        _ size: Int,
        to argument: UnsafeMutableRawPointer,
        _ copies: inout [Copy]
    ) -> UnsafeMutableRawPointer {
        let source = unsafe calloc(1, max(size, 1))!
        let target = unsafe UnsafeRawPointer(argument).address
        unsafe copies.append(Copy(target: target, source: source, size: size))
        return unsafe source
    }

    /// Overwrites the caller's bytes, whose count must be equal.
    private func overwrite(
        _ value: InvocationValue,
        _ index: Int,
        _ length: InvocationType,
        _ copies: inout [Copy]
    ) throws(InvocationError) {
        let room = unsafe try ResultReader().read(length, at: argument(index, 1))
        guard case .bytes(let bytes) = value else {
            let type = signature.parameters[index].type
            throw .mismatch(argument: index + 1, given: value.kind, needed: type)
        }
        let count = bytes?.count ?? 0
        guard room == .integer(Int64(count)) else { throw .invalidLength }
        let source = unsafe copy(count, to: argument(index), &copies)
        unsafe UnsafeMutableRawBufferPointer(start: source, count: count).copyBytes(
            from: bytes ?? []
        )
    }

    /// Stores the result as libffi expects it, with integers as wide as a register.
    private func store(
        _ value: InvocationValue,
        _ type: InvocationType,
        _ writer: inout ArgumentWriter
    ) throws(InvocationError) {
        guard case .structure = type else {
            if let word = interface.result {
                let bits = try writer.word(value, word, argument: 0)
                return unsafe result.store(bits, size: word == .float32 ? 4 : 8)
            }
            if case .enumeration(let enumeration) = type {
                let bits = try writer.word(value, enumeration, argument: 0)
                return unsafe result.store(bits, size: 8)
            }
            return unsafe try writer.write(value, as: type, to: result, argument: 0)
        }
        unsafe try writer.write(value, as: type, to: result, argument: 0)
    }

    private func storeZero() {
        let type = signature.result
        let size =
            if case .structure = type { type.layout.size } else { type == .float32 ? 4 : 8 }
        unsafe result.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }
}
