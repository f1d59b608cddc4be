internal import RestorationInvocation
internal import RestorationPlugins

/// A sequence of calls with resolved functions and numbered values.
///
/// A run costs little more than its calls. Belongs to the session's thread.
@safe final class CallRunner {
    enum Failure: Error {
        case failed(function: String, InvocationError)
        /// Calls without an end.
        case endless(function: String)
        /// The library has destroyed the object.
        case gone(function: String)

        var function: String {
            switch self {
            case .failed(let function, _), .endless(let function), .gone(let function): function
            }
        }

        var reason: InvocationError? {
            if case .failed(_, let reason) = self { reason } else { nil }
        }

        /// The problem as a sentence without its full stop.
        var problem: String {
            switch self {
            case .failed(_, let reason): reason.description
            case .endless(let function):
                "\(function) never ends, or returns an earlier object again"
            case .gone(let function):
                "the library had destroyed the object before \(function) could be called"
            }
        }
    }

    struct Values {
        /// The object of the calls; 0 for none.
        var object: UInt
        /// `nil` if the object cannot end during the run.
        fileprivate var life: BoundLife?
        var value: InvocationValue
        /// Named values; `nil` until known.
        fileprivate(set) var named: [InvocationValue?]
        fileprivate(set) var first: InvocationValue?
        /// From the last call with a result.
        fileprivate(set) var last = InvocationValue.null
        fileprivate(set) var isBegun = false

        subscript(number: Int) -> InvocationValue? {
            get { named[number] }
            set { named[number] = newValue }
        }
    }

    typealias ClosureSource = (Signature) throws(InvocationError) -> NativeClosure

    private struct Step {
        let function: NativeFunction
        let name: String
        /// The arguments, with constants filled in. Reused, so that a run allocates no list.
        var arguments: [InvocationValue]
        let variables: [(position: Int, source: Source)]
        /// The values that must be known before the call.
        let needs: [Int]
        let needsObject: Bool
        /// Whether it takes the object alone, and has no outputs but its result.
        let isGetter: Bool
        let hasResult: Bool
        let result: Int?
        /// Whether the result is the object of later calls.
        let makesObject: Bool
        let outputs: [Output]
    }

    private enum Source {
        case object, value
        case named(Int)
        case callback(Int)
    }

    private struct Output {
        let number: Int
        let isObject: Bool
    }

    private var steps: [Step] = []
    /// The index of the first clean-up step, which runs in any case.
    private let cleanUpStart: Int
    private var numbers: [String: Int] = [:]
    /// Types and receiving functions of the callbacks.
    private var callbacks: [(signature: Signature, function: String)] = []
    /// Whether the only step takes the object alone.
    private let isGetter: Bool
    /// Whether the only step takes the object and the value.
    private let isSetter: Bool
    private let isPlain: Bool
    private let notes: RecordedCalls?

    /// The name of a created object in calls.
    static let objectName = "object"

    /// Resolves a sequence's functions and names.
    ///
    /// - Parameters:
    ///   - functions: Finds the library's functions by name.
    ///   - notes: Records each call.
    /// - Throws: `InvocationError.missingFunction`, `.notPrepared`.
    init(
        _ sequence: CallSequence,
        functions: (String) -> NativeFunction.Address?,
        notes: RecordedCalls? = nil
    ) throws(InvocationError) {
        self.notes = notes
        cleanUpStart = sequence.calls.count
        for name in sequence.freeNames.keys.sorted() { Self.number(name, in: &numbers) }
        for call in sequence.calls + sequence.cleanUp {
            steps.append(try Self.step(call, &numbers, &callbacks, functions))
        }
        let isSingle = steps.count == 1
        isGetter = isSingle && steps[0].isGetter
        isSetter =
            isSingle && sequence.calls.first?.arguments == [.object, .value]
            && steps[0].outputs.isEmpty
        isPlain = isSingle && numbers.isEmpty && steps[0].outputs.isEmpty
    }

    func number(of name: String) -> Int? { numbers[name] }

    var names: [String: Int] { numbers }

    var endless: Failure { .endless(function: steps.first?.name ?? "") }

    var gone: Failure { .gone(function: steps.first?.name ?? "") }

    func values(object: UInt = 0, value: InvocationValue = .null) -> Values {
        Values(
            object: object,
            life: nil,
            value: value,
            named: Array(repeating: nil, count: numbers.count)
        )
    }

    /// For calls that stop if one of them destroys the object.
    func values(of life: BoundLife, value: InvocationValue = .null) -> Values {
        var values = values(object: life.address, value: value)
        values.life = life
        return values
    }

    // MARK: Running

    /// The result of a getter.
    func value(of life: BoundLife) throws(Failure) -> InvocationValue {
        if isGetter { return try value(of: life.address) }
        var values = values(of: life)
        try run(&values)
        return values.last
    }

    /// For an object without a life.
    func value(of object: UInt) throws(Failure) -> InvocationValue {
        if isGetter {
            do throws(InvocationError) {
                return try noting { () throws(InvocationError) in
                    // Invariant: as for `call`.
                    unsafe try steps[0].function.call(.object(object)) ?? .null
                }
            } catch {
                throw .failed(function: steps[0].name, error)
            }
        }
        var values = values(object: object)
        try run(&values)
        return values.last
    }

    func apply(_ value: InvocationValue, to life: BoundLife) throws(Failure) {
        let object = life.address
        if isSetter {
            do throws(InvocationError) {
                return try noting { () throws(InvocationError) in
                    // Invariant: as for `call`.
                    unsafe try steps[0].function.perform(.object(object), value)
                }
            } catch {
                throw .failed(function: steps[0].name, error)
            }
        }
        var values = Values(object: object, life: nil, value: value, named: [])
        if isPlain { return try call(0, &values, []) }
        values = self.values(of: life, value: value)
        try run(&values)
    }

    /// Makes the calls up to the first failure, then the clean-up calls.
    ///
    /// - Parameters:
    ///   - values: The known values, to which results are added, even after a failure.
    ///   - closures: The result of ``closures(_:)``.
    func run(_ values: inout Values, closures: [NativeClosure] = []) throws(Failure) {
        var failure: Failure?
        do throws(Failure) {
            for number in 0..<cleanUpStart {
                if values.life?.isAlive == false {
                    values.object = 0
                    throw .gone(function: steps[number].name)
                }
                try call(number, &values, closures)
                values.isBegun = true
            }
        } catch {
            failure = error
        }
        for number in cleanUpStart..<steps.count {
            if values.life?.isAlive == false { values.object = 0 }
            guard isReady(number, values) else { continue }
            do throws(Failure) {
                try call(number, &values, closures)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Makes all closures before any call.
    func closures(_ source: ClosureSource) throws(Failure) -> [NativeClosure] {
        var made: [NativeClosure] = []
        for (signature, function) in callbacks {
            do throws(InvocationError) {
                made.append(try source(signature))
            } catch {
                for closure in made { closure.retire() }
                throw .failed(function: function, error)
            }
        }
        return made
    }

    /// Makes the calls with known arguments, up to the first failure, then the clean-up calls.
    func runWhatCanBe(_ values: inout Values) throws(Failure) {
        var failure: Failure?
        for number in steps.indices where isReady(number, values) {
            if failure != nil, number < cleanUpStart { continue }
            do throws(Failure) {
                try call(number, &values, [])
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Makes calls without arguments. Returns the outputs of each, or its result if it has none.
    func results() throws(Failure) -> [InvocationValue] {
        var values = self.values()
        var results: [InvocationValue] = []
        for number in 0..<cleanUpStart {
            try call(number, &values, [])
            let outputs = steps[number].outputs
            results += outputs.map { values.named[$0.number] ?? .null }
            if outputs.isEmpty, steps[number].hasResult { results.append(values.last) }
        }
        return results
    }

    private func isReady(_ number: Int, _ values: Values) -> Bool {
        steps[number].needs.allSatisfy { values.named[$0] != nil }
            && !(steps[number].needsObject && values.object == 0)
    }

    /// Makes one call.
    ///
    /// Invariant: the binding's author vouches for the types of functions, and the host for its
    /// objects. Neither can be checked (Docs/Signatures.md).
    private func call(
        _ number: Int,
        _ values: inout Values,
        _ closures: [NativeClosure]
    ) throws(Failure) {
        let function = steps[number].function
        do throws(InvocationError) {
            try fill(number, values, closures)
            // Releases lent values after the call.
            defer { empty(number) }
            let isNoted = notes?.begin() ?? false
            defer { if isNoted { notes?.end() } }
            if steps[number].outputs.isEmpty {
                guard steps[number].hasResult else {
                    return unsafe try function.perform(steps[number].arguments)
                }
                let result = unsafe try function.call(steps[number].arguments)
                note(result, number, &values)
            } else {
                let outcome = unsafe try function.invoke(steps[number].arguments)
                for (output, value) in zip(steps[number].outputs, outcome.outputs) {
                    values.named[output.number] = value
                    if output.isObject { values.object = value.address ?? 0 }
                }
                if steps[number].hasResult { note(outcome.result, number, &values) }
            }
        } catch {
            throw .failed(function: steps[number].name, error)
        }
    }

    private func noting<Result>(
        _ body: () throws(InvocationError) -> Result
    ) throws(InvocationError) -> Result {
        let isNoted = notes?.begin() ?? false
        defer { if isNoted { notes?.end() } }
        return try body()
    }

    private func note(_ result: InvocationValue?, _ number: Int, _ values: inout Values) {
        let result = result ?? .null
        if let name = steps[number].result { values.named[name] = result }
        if steps[number].makesObject { values.object = result.address ?? 0 }
        if number == 0 { values.first = result }
        if number < cleanUpStart { values.last = result }
    }

    private func fill(
        _ number: Int,
        _ values: Values,
        _ closures: [NativeClosure]
    ) throws(InvocationError) {
        for index in steps[number].variables.indices {
            let (position, source) = steps[number].variables[index]
            steps[number].arguments[position] =
                switch source {
                case .object: .object(values.object)
                case .value: values.value
                case .named(let name): values.named[name] ?? .null
                case .callback(let index): try callback(index, closures)
                }
        }
    }

    private func callback(
        _ index: Int,
        _ closures: [NativeClosure]
    ) throws(InvocationError) -> InvocationValue {
        guard index < closures.count else {
            throw .noClosure(callbacks[index].signature, .forbidden)
        }
        return .callback(closures[index])
    }

    private func empty(_ number: Int) {
        for index in steps[number].variables.indices {
            steps[number].arguments[steps[number].variables[index].position] = .null
        }
    }

    // MARK: Preparing

    @discardableResult
    private static func number(_ name: String, in numbers: inout [String: Int]) -> Int {
        if let known = numbers[name] { return known }
        let number = numbers.count
        numbers[name] = number
        return number
    }

    private static func step(
        _ call: CallExpression,
        _ numbers: inout [String: Int],
        _ callbacks: inout [(signature: Signature, function: String)],
        _ functions: (String) -> NativeFunction.Address?
    ) throws(InvocationError) -> Step {
        guard let address = functions(call.function) else { throw .missingFunction(call.function) }
        // Invariant: the address is that of the library's function, which is never unloaded.
        let function = unsafe try NativeFunction(address, as: call.signature, functions: functions)
        var arguments: [InvocationValue] = []
        var variables: [(position: Int, source: Source)] = []
        var needs: [Int] = []
        var needsObject = false
        for (position, argument) in call.arguments.enumerated() {
            arguments.append(.null)
            switch argument {
            case .constant(let value): arguments[position] = value
            case .object:
                variables.append((position, .object))
                needsObject = true
            case .value: variables.append((position, .value))
            case .callback(let signature):
                variables.append((position, .callback(callbacks.count)))
                callbacks.append((signature, call.function))
            case .named(let name):
                let number = number(name, in: &numbers)
                variables.append((position, .named(number)))
                needs.append(number)
            }
        }
        let outputs = call.outputNames.map { name in
            Output(number: number(name, in: &numbers), isObject: name == objectName)
        }
        let takesObjectAlone = call.arguments == [.object]
        return Step(
            function: function,
            name: call.function,
            arguments: arguments,
            variables: variables,
            needs: needs,
            needsObject: needsObject,
            isGetter: takesObjectAlone && outputs.isEmpty,
            hasResult: call.signature.result != .void,
            result: call.resultName.map { number($0, in: &numbers) },
            makesObject: call.resultName == objectName,
            outputs: outputs
        )
    }
}

extension InvocationValue {
    var address: UInt? {
        switch self {
        case .object(let address), .pointer(let address): address == 0 ? nil : address
        default: nil
        }
    }
}
