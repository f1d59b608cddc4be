extension Signature {
    /// The index of an argument that libffi 3.4 passes wrongly: a structure of an integer and a
    /// floating-point half whose first half takes the last integer register. libffi copies both
    /// halves there and so overwrites the first floating-point register.
    ///
    /// At most one argument can take the last register. Passed as two arguments, its halves use the
    /// same registers.
    ///
    /// Semantic source: the System V ABI for AMD64, "Parameter Passing".
    var splitArgument: Int? {
        #if arch(x86_64)
        var taken = RegisterShare(integers: result.isInMemory ? 1 : 0)
        var index = 0
        for parameter in parameters {
            let type = parameter.direction == .input ? parameter.type : .pointer
            let share = RegisterShare(of: type)
            if share == RegisterShare(integers: 1, floats: 1), type.beginsWithInteger,
                taken.integers == RegisterFile.integerCount - 1, taken.floats > 0,
                taken.fits(share)
            {
                return index
            }
            for _ in 0..<parameter.nativeCount where taken.fits(share) { taken.add(share) }
            index += parameter.nativeCount
        }
        #endif
        return nil
    }
}

private struct RegisterShare: Equatable {
    var integers = 0
    var floats = 0

    init(integers: Int = 0, floats: Int = 0) {
        self.integers = integers
        self.floats = floats
    }

    /// The registers of an argument, if enough are free.
    init(of type: InvocationType) {
        guard case .structure = type.bare else {
            let isFloat = WordType(type)?.isFloat ?? false
            self.init(integers: isFloat ? 0 : 1, floats: isFloat ? 1 : 0)
            return
        }
        let halves = type.isInMemory ? [] : type.areFloatHalves
        self.init(integers: halves.count { !$0 }, floats: halves.count { $0 })
    }

    /// Whether the remaining registers suffice; otherwise the whole argument goes to memory.
    func fits(_ other: RegisterShare) -> Bool {
        integers + other.integers <= RegisterFile.integerCount
            && floats + other.floats <= RegisterFile.floatCount
    }

    mutating func add(_ other: RegisterShare) {
        integers += other.integers
        floats += other.floats
    }
}

extension InvocationType {
    /// Whether the type is a structure that exceeds two registers.
    fileprivate var isInMemory: Bool {
        guard case .structure = bare else { return false }
        return layout.size > 16
    }

    fileprivate var beginsWithInteger: Bool { areFloatHalves.first == false }

    /// For each register's worth of a structure, whether it holds only floating-point numbers.
    fileprivate var areFloatHalves: [Bool] {
        var halves = Array(repeating: true, count: (layout.size + 7) / 8)
        recordIntegers(at: 0, in: &halves)
        return halves
    }

    private func recordIntegers(at start: Int, in halves: inout [Bool]) {
        guard case .structure(let fields) = bare else {
            if !(WordType(bare)?.isFloat ?? false) { halves[start / 8] = false }
            return
        }
        var offset = start
        for field in fields {
            let layout = field.type.layout
            offset = offset.aligned(to: layout.alignment)
            field.type.recordIntegers(at: offset, in: &halves)
            offset += layout.size
        }
    }
}
