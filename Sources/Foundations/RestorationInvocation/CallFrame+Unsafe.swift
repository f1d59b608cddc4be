/// The memory of one call, in the layout of its ``CallInterface``.
///
/// Invariant: it has the size that the interface needs, and is aligned to 16 bytes.
@safe struct CallFrame {
    /// Unowned, because interfaces are immortal.
    unowned(unsafe) let interface: CallInterface
    /// The start of the frame, which holds the result.
    let base: UnsafeMutableRawPointer

    init(_ interface: CallInterface, _ base: UnsafeMutableRawPointer) {
        unsafe self.interface = interface
        unsafe self.base = unsafe base
    }

    var addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        unsafe (base + interface.addressOffset)
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    // MARK: Before the call

    /// Writes one argument for each parameter that is not only an output.
    func fill(
        _ arguments: Span<InvocationValue>,
        _ writer: inout ArgumentWriter
    ) throws(InvocationError) {
        unsafe base.initializeMemory(as: UInt64.self, repeating: 0, count: 2)
        let offsets = unsafe interface.offsets
        let addresses = unsafe addresses
        for index in 0..<offsets.count {
            unsafe (addresses + index).initialize(to: base + offsets[index])
        }
        let slots = unsafe interface.parameters
        var given = 0
        for index in 0..<slots.count {
            let slot = unsafe slots[index]
            if let word = slot.word {
                // libffi reads the type's size from the word's first byte, the lowest one on
                // little-endian systems, the only ones supported.
                let bits = try writer.word(arguments[given], word, argument: given + 1)
                unsafe (base + slot.offset).storeBytes(of: bits, as: UInt64.self)
                given += 1
            } else {
                let parameter = unsafe interface.signature.parameters[index]
                let value = parameter.direction == .output ? nil : arguments[given]
                if value != nil { given += 1 }
                try fill(slot, parameter, value, &writer, argument: given)
            }
        }
        if unsafe interface.takesCallbacks { hold(arguments) }
    }

    /// Writes an argument that does not fit a word or needs conversion.
    ///
    /// A number fills a whole word and is sign-extended: libffi reads more than the type's size
    /// after `...`.
    private func fill(
        _ slot: CallInterface.Slot,
        _ parameter: Signature.Parameter,
        _ value: InvocationValue?,
        _ writer: inout ArgumentWriter,
        argument: Int
    ) throws(InvocationError) {
        let storage = unsafe base + slot.offset
        if case .bytes(.following(let length)) = parameter.type.bare {
            guard let value else {
                unsafe addCell(at: storage, size: 8, &writer)
                unsafe addCell(at: storage + 8, size: 8, &writer)
                return
            }
            let copy = try writer.copy(value, parameter.type, argument: argument)
            unsafe storage.storeBytes(of: copy.address, as: UInt64.self)
            let count = InvocationValue.integer(Int64(copy.count))
            let bits = try writer.word(count, WordType(length)!, argument: argument)
            unsafe (storage + 8).storeBytes(of: bits, as: UInt64.self)
        } else if case .enumeration(let enumeration) = parameter.type,
            parameter.direction == .input, let value
        {
            let bits = try writer.word(value, enumeration, argument: argument)
            unsafe storage.storeBytes(of: bits, as: UInt64.self)
        } else if parameter.direction == .input, let value {
            unsafe try writer.write(value, as: parameter.type, to: storage, argument: argument)
        } else {
            let layout = parameter.type.layout
            let cell = unsafe addCell(at: storage, size: max(8, layout.size), &writer)
            guard let value else { return }
            unsafe try writer.write(value, as: parameter.type, to: cell, argument: argument)
        }
    }

    /// Allocates zeroed memory for an out-parameter and passes its address.
    @discardableResult
    private func addCell(
        at storage: UnsafeMutableRawPointer,
        size: Int,
        _ writer: inout ArgumentWriter
    ) -> UnsafeMutableRawPointer {
        let cell = unsafe writer.arena.allocate(size, alignment: 16)
        unsafe cell.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe storage.storeBytes(of: cell, as: UnsafeMutableRawPointer.self)
        return unsafe cell
    }

    /// Retains closures for their callbacks' scopes. Called when no more errors can prevent the
    /// call.
    private func hold(_ arguments: Span<InvocationValue>) {
        var given = 0
        for parameter in unsafe interface.signature.parameters where parameter.direction != .output
        {
            if case .callback(let callback) = parameter.type.bare,
                case .callback(let closure) = arguments[given]
            {
                closure.hold(callback.scope)
            }
            given += 1
        }
    }

    // MARK: After the call

    /// Checks the function's failure convention and throws its error.
    func check(_ errno: Int32, _ reader: ResultReader) throws(InvocationError) {
        let signature = unsafe interface.signature
        guard let failure = signature.failure else { return }
        let failed: InvocationError
        do throws(InvocationError) {
            guard let error = try error(failure, errno, reader) else { return }
            failed = error
        } catch {
            // The function failed, and its error value is unreadable.
            failed = error
        }
        if case .parameter = failure { unsafe reader.discard(signature.result, at: base) }
        for (index, parameter) in signature.parameters.enumerated()
        where parameter.direction == .output && failure != .parameter(parameter.name ?? "") {
            unsafe reader.discard(parameter.type, at: cell(index))
        }
        throw failed
    }

    private func error(
        _ failure: Signature.FailureConvention,
        _ errno: Int32,
        _ reader: ResultReader
    ) throws(InvocationError) -> InvocationError? {
        let signature = unsafe interface.signature
        let type = signature.result
        let word = unsafe UnsafeRawPointer(base).word(size: max(1, min(8, type.layout.size)))
        switch failure {
        case .result(let sign, let setsErrno):
            let number = WordType(type.number)?.value(in: word)
            let isNegative = if case .integer(let value)? = number { value < 0 } else { false }
            let hasFailed =
                switch sign {
                case .null, .false: word == 0
                case .nonzero: word != 0
                case .negative: isNegative
                }
            guard hasFailed else { return nil }
            var value = sign == .null ? .null : number
            if case .enumeration(let list) = type { value = number.map { list.named($0) } }
            let reason = setsErrno ? errno : nil
            return .failed(function: signature.name, value: value, errno: reason)
        case .errno:
            guard errno != 0 else { return nil }
            unsafe reader.discard(type, at: base)
            return .failed(function: signature.name, value: nil, errno: errno)
        case .code:
            guard word != 0 else { return nil }
            let value = unsafe interface.result?.value(in: word)
            let number = Int32(truncatingIfNeeded: word)
            return .failed(function: signature.name, value: value, errno: number)
        case .parameter(let name):
            let index = signature.parameters.firstIndex { $0.name == name }!
            let type = signature.parameters[index].type
            let cell = unsafe cell(index)
            let size = type.layout.size
            let isZero = unsafe UnsafeRawBufferPointer(start: cell, count: size)
                .allSatisfy { $0 == 0 }
            guard !isZero else { return nil }
            let value = unsafe try reader.read(type, at: cell)
            return .failed(function: signature.name, value: value, errno: nil)
        }
    }

    func result(_ reader: ResultReader) throws(InvocationError) -> InvocationValue? {
        if let word = unsafe interface.result {
            // An out-parameter may own the memory of the result.
            defer { if unsafe !interface.isPlain { discardOutputs(reader) } }
            return unsafe try reader.value(word, UnsafeRawPointer(base).word(size: 8))
        }
        if unsafe interface.isPlain { return nil }
        let value = Result { () throws(InvocationError) in try wholeResult(reader) }
        discardOutputs(reader)
        return try value.get()
    }

    func outcome(_ reader: ResultReader) throws(InvocationError) -> InvocationOutcome {
        // Reads all values before throwing, so that owned ones are freed.
        let result = Result { () throws(InvocationError) in try wholeResult(reader) }
        let signature = unsafe interface.signature
        let outputs = signature.parameters.indices.filter { index in
            signature.isOutcome(signature.parameters[index])
        }
        .map { index in
            Result { () throws(InvocationError) in try output(index, reader) }
        }
        var outcome = InvocationOutcome(try result.get())
        for output in outputs { outcome.outputs.append(try output.get()) }
        return outcome
    }

    func discard(_ reader: ResultReader) {
        unsafe reader.discard(interface.signature.result, at: base)
        if unsafe !interface.isPlain { discardOutputs(reader) }
    }

    private func wholeResult(
        _ reader: ResultReader
    ) throws(InvocationError) -> InvocationValue? {
        let type = unsafe interface.signature.result
        if type == .void { return nil }
        guard case .bytes(.parameter(let name)) = type.bare else {
            return unsafe try reader.read(type, at: base)
        }
        let index = unsafe interface.signature.parameters.firstIndex { $0.name == name }!
        let length = unsafe try reader.read(
            interface.signature.parameters[index].type,
            at: cell(index)
        )
        return unsafe try reader.bytes(type, at: base, length: length)
    }

    private func output(
        _ index: Int,
        _ reader: ResultReader
    ) throws(InvocationError) -> InvocationValue {
        let parameter = unsafe interface.signature.parameters[index]
        guard case .bytes(.following(let type)) = parameter.type.bare else {
            return unsafe try reader.read(parameter.type, at: cell(index))
        }
        let storage = unsafe base + interface.parameters[index].offset
        if parameter.direction == .both {
            let length = unsafe try reader.read(type, at: storage + 8)
            return unsafe try reader.bytes(parameter.type, at: storage, length: length)
        }
        let length = unsafe try reader.read(type, at: UnsafeRawPointer(storage + 8).address!)
        return unsafe try reader.bytes(parameter.type, at: cell(index), length: length)
    }

    private func discardOutputs(_ reader: ResultReader) {
        for (index, parameter) in unsafe interface.signature.parameters.enumerated()
        where parameter.direction == .output {
            unsafe reader.discard(parameter.type, at: cell(index))
        }
    }

    /// The value of an out-parameter, found through its argument. libffi may have changed the list
    /// of addresses.
    private func cell(_ index: Int) -> UnsafeMutableRawPointer {
        unsafe UnsafeRawPointer(base + interface.parameters[index].offset).address!
    }
}
