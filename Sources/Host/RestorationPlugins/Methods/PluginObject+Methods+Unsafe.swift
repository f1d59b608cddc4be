internal import CRestorationPlugin
public import RestorationCore
internal import RestorationDiscovery
internal import RestorationInvocation

extension PluginObject: MethodProviding {
    /// The methods of the class, then those that the object lists (`restoration/value_methods.h`).
    /// A failure to list them is logged.
    public var restorationMethods: [RestorationMethod] {
        let declared = pluginClass.methods.map { method($0) }
        do {
            return declared + (try valueMethods())
        } catch {
            let problem = (error as? any DiagnosedError)?.diagnosis.problem ?? "\(error)"
            pluginClass.image.log(.warning, problem, at: RestorationPath.printed(path))
            return declared
        }
    }

    public func restorationMethod(named name: String) -> RestorationMethod? {
        if let declared = pluginClass.methods.first(where: { $0.name == name }) {
            return method(declared)
        }
        do {
            return try valueMethods().first { $0.name == name }
        } catch {
            // A call then reports the failure.
            return RestorationMethod(name, signature: "") { (_: [MethodValue]) in throw error }
        }
    }

    public var restorationMethodOwner: String {
        "\(pluginClass.name) of \(pluginClass.image.plugin)"
    }

    private func method(_ declared: PluginMethod) -> RestorationMethod {
        RestorationMethod(
            declared.name,
            signature: "\(declared.signature)",
            returnsObject: declared.returnsObject
        ) { arguments in try self.call(declared, arguments) }
    }

    private func call(_ method: PluginMethod, _ arguments: [MethodValue]) throws -> MethodValue {
        let object = unsafe try living()
        let values = try method.values(of: arguments, for: pluginClass.context)
        let (result, message) = pluginClass.runRecorded(
            .method,
            at: path,
            as: "method \(method.name)"
        ) {
            Result { () throws(InvocationError) in
                unsafe try method.invoke(on: object, values)
            }
        }
        if let message { throw failure(method.name, message: message) }
        switch result {
        case .success(let outcome): return try self.result(outcome, of: method)
        case .failure(let error):
            if let refusal = method.refusal(error) { throw refusal }
            let isReported = if case .failed = error { true } else { false }
            throw failure(
                method.name,
                status: isReported ? Status.failed : Status.invalid,
                message: error.description
            )
        }
    }

    private func result(
        _ outcome: InvocationOutcome,
        of method: PluginMethod
    ) throws(PluginError) -> MethodValue {
        let values = [outcome.result].compactMap(\.self) + outcome.outputs
        guard method.returnsObject else {
            let stored = values.map { RestorationValue($0) }
            return .value(stored.count > 1 ? .array(stored) : stored.first ?? .null)
        }
        var results: [MethodValue] = []
        for (value, type) in zip(values, method.outcomeTypes) {
            results.append(
                type.isObject
                    ? try found(value, type, by: method) : .value(RestorationValue(value))
            )
        }
        return results.count > 1 ? .several(results) : results[0]
    }

    private func found(
        _ value: InvocationValue,
        _ type: InvocationType,
        by method: PluginMethod
    ) throws(PluginError) -> MethodValue {
        let handle = RestorationValue(value).handle
        if handle == 0 {
            guard !type.allowsNull else { return .value(.null) }
            throw failure(
                method.name,
                status: Status.invalid,
                message: "It returned no object; declare object?, if there may be none"
            )
        }
        guard let object = handle.flatMap({ pluginClass.context.object(for: $0) }) else {
            throw failure(
                method.name,
                status: Status.invalid,
                message: "It returned the handle of an unknown object"
            )
        }
        return .object(object)
    }

    func failure(
        _ method: String,
        status: restoration_status = Status.failed,
        message: String?,
        fault: CoderError? = nil
    ) -> PluginError {
        pluginClass.failure(
            .call,
            path: path,
            method: method,
            status: status,
            message: message,
            fault: fault
        )
    }
}

extension PluginMethod {
    fileprivate func values(
        of arguments: [MethodValue],
        for context: PluginContext
    ) throws(MethodError) -> [InvocationValue] {
        let inputs = signature.parameters.dropFirst().filter { $0.direction != .output }
        guard arguments.count == inputs.count else {
            throw .argumentCount(arguments.count, needed: inputs.count, method: name)
        }
        var values: [InvocationValue] = []
        for (index, parameter) in inputs.enumerated() {
            values.append(
                try value(of: arguments[index], number: index + 1, as: parameter.type, for: context)
            )
        }
        return values
    }

    private func value(
        of argument: MethodValue,
        number: Int,
        as type: InvocationType,
        for context: PluginContext
    ) throws(MethodError) -> InvocationValue {
        func refusal(_ problem: String) -> MethodError {
            .argument(number, method: name, problem: problem)
        }
        switch argument {
        case .several: throw refusal("is several values, not \(type)")
        case .object where !type.isObject: throw refusal("is an object, not \(type)")
        case .object(let object):
            guard let handle = context.handle(ofArgument: object) else {
                throw refusal("is an object of another session")
            }
            return .unsigned(handle)
        case .value(.null) where type.isObject:
            guard type.allowsNull else {
                throw refusal("is null, which \(type) does not allow")
            }
            return .unsigned(0)
        case .value(let given):
            guard !type.isObject, let value = InvocationValue(given, as: type) else {
                throw refusal("is of kind \(given.kind), not \(type)")
            }
            return value
        }
    }

    /// The error of a call refused before it ran; `nil` for others. Arguments are numbered without
    /// the object.
    fileprivate func refusal(_ error: InvocationError) -> MethodError? {
        func argument(_ number: Int, _ problem: String) -> MethodError {
            .argument(number - 1, method: name, problem: problem)
        }
        return switch error {
        case .mismatch(let number, let given, let needed):
            argument(number, "is of kind \(given), not \(needed)")
        case .outOfRange(let number, let type): argument(number, "does not fit \(type)")
        case .null(let number, let type):
            argument(number, "is null, which \(type) does not allow")
        case .textWithNUL(let number):
            argument(number, "contains a NUL, which ends a string in C")
        case .missingField(let number, let field): argument(number, "lacks the field \(field)")
        case .unknownField(let number, let field):
            argument(number, "has a field \(field), which its type does not have")
        case .unknownEnumerator(let number, let word):
            argument(number, "is \(word), which is not a value of the enumeration")
        default: nil
        }
    }
}
