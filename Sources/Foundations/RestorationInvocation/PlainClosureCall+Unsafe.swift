internal import Glibc

enum ClosureBody: Sendable {
    case list(NativeClosure.Body)
    case plain(NativeClosure.PlainBody)

    var list: NativeClosure.Body {
        switch self {
        case .list(let body): body
        case .plain(let body): { InvocationOutcome(try body($0.span)) }
        }
    }

    var plain: NativeClosure.PlainBody {
        switch self {
        case .plain(let body): body
        case .list(let body):
            { arguments in
                var list: [InvocationValue] = []
                list.reserveCapacity(arguments.count)
                for index in 0..<arguments.count { list.append(arguments[index]) }
                let outcome = try body(list)
                guard outcome.outputs.isEmpty else {
                    throw InvocationError.argumentCount(outcome.outputs.count, needed: 0)
                }
                return outcome.result
            }
        }
    }
}

/// A call from C that uses only registers.
///
/// Invariant: the registers match the signature, and `result` has room for a word.
@safe struct PlainClosureCall {
    private let direct: CallInterface.Direct
    private let integers: UnsafePointer<UInt64>
    private let floats: UnsafePointer<Double>
    private let result: UnsafeMutableRawPointer

    init(
        _ direct: CallInterface.Direct,
        _ integers: UnsafePointer<UInt64>,
        _ floats: UnsafePointer<Double>,
        _ result: UnsafeMutableRawPointer
    ) {
        self.direct = direct
        unsafe self.integers = unsafe integers
        unsafe self.floats = unsafe floats
        unsafe self.result = unsafe result
    }

    private static let limit = RegisterFile.integerCount + RegisterFile.floatCount

    /// Calls the Swift function and stores its result or, on failure, the failure value.
    @inline(__always)
    func run(_ target: Trampoline.Target) {
        // The library may read its own `errno` after the callback.
        let place = unsafe __errno_location()!
        let before = unsafe place.pointee
        defer { unsafe place.pointee = before }
        unsafe withUnsafeTemporaryAllocation(
            of: InvocationValue.self,
            capacity: Self.limit
        ) { values in
            let count = direct.count
            var filled = 0
            // Invariant: exactly the filled values are initialised, and are deinitialised once.
            // Numbers and addresses need no deinitialisation.
            defer { if direct.takesText { unsafe values[..<filled].deinitialize() } }
            do {
                try unsafe fill(values, &filled)
                let arguments = unsafe UnsafeBufferPointer(rebasing: values[..<count])
                try unsafe store(target.plain(arguments.span))
            } catch {
                unsafe ClosureCall(interface: target.interface, arguments: nil, result: result)
                    .fail()
                target.onFailure(error)
            }
        }
    }

    @inline(__always)
    private func fill(
        _ values: UnsafeMutableBufferPointer<InvocationValue>,
        _ filled: inout Int
    ) throws(InvocationError) {
        let reader = ResultReader()
        var integer = 0
        var float = 0
        for index in 0..<direct.count {
            let word = unsafe direct.words[index]
            let bits: UInt64
            if word.isFloat {
                bits = unsafe floats[float].bitPattern
                float &+= 1
            } else {
                bits = unsafe integers[integer]
                integer &+= 1
            }
            let value =
                if let value = word.present(in: bits) { value } else {
                    try reader.value(word, bits)
                }
            unsafe values.initializeElement(at: index, to: value)
            filled &+= 1
        }
    }

    @inline(__always)
    private func store(_ value: InvocationValue?) throws(InvocationError) {
        guard let type = direct.result else { return }
        if let value, let bits = type.bits(of: value) {
            return unsafe result.storeBytes(of: bits, as: UInt64.self)
        }
        var writer = ArgumentWriter(arena: Arena())
        let bits = try writer.word(value ?? .null, type, argument: 0)
        unsafe result.storeBytes(of: bits, as: UInt64.self)
    }
}
