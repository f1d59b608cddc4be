internal import CTrampolines

/// The register layout of a function whose arguments and result all use registers.
struct Registers {
    /// For each of C's arguments, whether it is a floating-point number.
    var areFloats: [Bool]
    var returnsFloat: Bool
}

extension Signature {
    /// The register layout, or `nil` if some value does not fit registers.
    var registers: Registers? {
        if case .structure = result { return nil }
        var areFloats: [Bool] = []
        for parameter in parameters {
            if case .structure = parameter.type, parameter.direction == .input { return nil }
            let isFloat = parameter.direction == .input && parameter.type.isFloat
            areFloats += Array(repeating: isFloat, count: parameter.nativeCount)
        }
        let floats = areFloats.count(where: { $0 })
        guard TRAMPOLINE_COUNT > 0, floats <= RegisterFile.floatCount,
            areFloats.count - floats <= RegisterFile.integerCount
        else { return nil }
        return Registers(areFloats: areFloats, returnsFloat: result.isFloat)
    }
}

extension InvocationType {
    fileprivate var isFloat: Bool { self == .float32 || self == .float64 }
}
