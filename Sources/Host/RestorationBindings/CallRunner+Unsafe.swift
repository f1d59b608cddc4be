internal import RestorationInvocation
internal import RestorationPlugins

/// A sequence of calls in which everything has been looked up: functions by name, values by number.
///
/// A run costs little more than its calls. Belongs to the session's thread.
@safe final class CallRunner {
    /// A call that failed, or was not made.
    enum Failure: Error {
        case failed(function: String, InvocationError)
        /// Calls that do not end.
        case endless(function: String)
        /// The library has destroyed the object, perhaps in the call before.
        case gone(function: String)

        var function: String {
            switch self {
            case .failed(let function, _), .endless(let function), .gone(let function): function
            }
        }

        var reason: InvocationError? {
            if case .failed(_, let reason) = self { reason } else { nil }
        }

        /// What is wrong, as a sentence without its full stop.
        var problem: String {
            switch self {
            case .failed(_, let reason): reason.description
            case .endless(let function):
                "\(function) comes to no end, or back to where it was"
            case .gone(let function):
                "the library had destroyed the object before \(function) could be called"
            }
        }
    }

    /// What is known in a run.
    struct Values {
        /// The object that the calls are about; 0 for none.
        var object: UInt
        /// The time in which calls can be about it; `nil` for a time that does not end in between.
        fileprivate var life: BoundLife?
        /// The value of a property.
        var value: InvocationValue
        /// What has a name; `nil` for what is not known yet.
        fileprivate(set) var named: [InvocationValue?]
        /// What the first call has returned.
        fileprivate(set) var first: InvocationValue?
        /// What the last call that has a result has returned.
        fileprivate(set) var last = InvocationValue.null
        /// Whether one of the calls has been made without failing.
        fileprivate(set) var isBegun = false

        /// - Parameter number: that of ``CallRunner/number(of:)``.
        subscript(number: Int) -> InvocationValue? {
            get { named[number] }
            set { named[number] = newValue }
        }
    }

    /// Makes the function that a callback gets.
    typealias ClosureSource = (Signature) throws(InvocationError) -> NativeClosure

    private struct Step {
        let function: NativeFunction
        let name: String
        /// The arguments, with those in their places that are always the same. Kept from one run to
        /// the next, so that a run allocates no list.
        var arguments: [InvocationValue]
        /// The others.
        let variables: [(position: Int, source: Source)]
        /// What it has to know before it can be called.
        let needs: [Int]
        let needsObject: Bool
        /// Whether it takes the object and nothing else, and leaves nothing but its result.
        let isGetter: Bool
        let hasResult: Bool
        let result: Int?
        /// Whether the result is the object that the rest is about, and which output is.
        let makesObject: Bool
        let outputs: [Output]
    }

    private enum Source {
        case object, value
        case named(Int)
        /// By its number among those of the sequence.
        case callback(Int)
    }

    private struct Output {
        let number: Int
        let isObject: Bool
    }

    private var steps: [Step] = []
    /// Where those begin that follow in any case.
    private let cleanUpStart: Int
    private var numbers: [String: Int] = [:]
    /// The types of the callbacks, each with the function that gets it.
    private var callbacks: [(signature: Signature, function: String)] = []
    /// Whether the one step can be called with the object alone.
    private let isGetter: Bool
    /// Whether it can be called with the object and the value alone.
    private let isSetter: Bool
    private let isPlain: Bool
    private let notes: NotedCalls?

    /// The name by which calls make known the object that they create.
    static let objectName = "object"

    /// Looks everything up.
    ///
    /// - Parameters:
    ///   - functions: finds the library's functions by name.
    ///   - notes: notes each call.
    /// - Throws: `InvocationError.missingFunction`, `.notPrepared`.
    init(
        _ sequence: CallSequence,
        functions: (String) -> NativeFunction.Address?,
        notes: NotedCalls? = nil
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

    /// The number of what is known by a name; `nil` if nothing is.
    func number(of name: String) -> Int? { numbers[name] }

    /// What has a name, with its number.
    var names: [String: Int] { numbers }

    /// What is thrown for calls that are made again and again.
    var endless: Failure { .endless(function: steps.first?.name ?? "") }

    /// What is thrown for calls about an object that the library has destroyed.
    var gone: Failure { .gone(function: steps.first?.name ?? "") }

    /// What is known before the first call.
    func values(object: UInt = 0, value: InvocationValue = .null) -> Values {
        Values(
            object: object,
            life: nil,
            value: value,
            named: Array(repeating: nil, count: numbers.count)
        )
    }

    /// The same, for calls that end when the library destroys the object in one of them.
    func values(of life: BoundLife, value: InvocationValue = .null) -> Values {
        var values = values(object: life.address, value: value)
        values.life = life
        return values
    }

    // MARK: Running

    /// What a getter says of an object.
    func value(of life: BoundLife) throws(Failure) -> InvocationValue {
        if isGetter { return try value(of: life.address) }
        var values = values(of: life)
        try run(&values)
        return values.last
    }

    /// What a getter says of an object of which nothing else is known.
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

    /// Hands a value to a setter.
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

    /// Makes the calls, up to the first that fails, and those that follow in any case.
    ///
    /// - Parameters:
    ///   - values: what is known, and what becomes known, also if a call fails.
    ///   - closures: what ``closures(_:)`` has made.
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

    /// Makes the functions for the callbacks, all of them before anything is called.
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

    /// Makes those of the calls for which all is known, up to the first that fails; and those that
    /// follow in any case.
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

    /// Makes calls that need nothing, and returns what each leaves in its out-parameters, or the
    /// result of one that has none of these.
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
    /// Invariant: the binding's author vouches for the types of functions, as the host does for the
    /// objects that it hands over; nobody can check either (Docs/Signatures.md).
    private func call(
        _ number: Int,
        _ values: inout Values,
        _ closures: [NativeClosure]
    ) throws(Failure) {
        let function = steps[number].function
        do throws(InvocationError) {
            try fill(number, values, closures)
            // What was lent is not kept until the next run.
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
        // Invariant: the address is that of the library's function, which stays loaded for good.
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
    /// The address of an object, if it is one and not null.
    var address: UInt? {
        switch self {
        case .object(let address), .pointer(let address): address == 0 ? nil : address
        default: nil
        }
    }
}
