internal import CRestorationPlugin
public import RestorationCore
internal import RestorationInvocation

/// What the plugin's class declares to be called by name.
extension PluginObject: MethodProviding {
    /// Those of the class's table, then what the object itself lists (`restoration/value_methods.h`).
    /// What cannot be listed is logged.
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
            // Whoever calls it is told why it cannot be found.
            return RestorationMethod(name, signature: "") { _ in throw error }
        }
    }

    public var restorationMethodOwner: String {
        "\(pluginClass.name) of \(pluginClass.image.plugin)"
    }

    private func method(_ declared: PluginMethod) -> RestorationMethod {
        RestorationMethod(declared.name, signature: "\(declared.signature)") { arguments in
            try self.call(declared, arguments)
        }
    }

    private func call(
        _ method: PluginMethod,
        _ arguments: [RestorationValue]
    ) throws -> RestorationValue {
        let object = unsafe try living()
        let values = try method.values(of: arguments)
        let (result, message) = pluginClass.image.during(pluginClass.context.mailbox, at: path) {
            Result { () throws(InvocationError) in
                unsafe try method.invoke(on: object, values)
            }
        }
        if let message { throw failure(method.name, message: message) }
        do throws(InvocationError) {
            return RestorationValue(try result.get())
        } catch {
            if let refusal = method.refusal(error) { throw refusal }
            let hasSaidSo = if case .failed = error { true } else { false }
            throw failure(
                method.name,
                status: hasSaidSo ? Status.failed : Status.invalid,
                message: error.description
            )
        }
    }

    /// A failed call of a method in words.
    func failure(
        _ method: String,
        status: restoration_status = Status.failed,
        message: String?,
        fault: CoderError? = nil
    ) -> LoadingError {
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
    /// The arguments as C has them.
    fileprivate func values(
        of arguments: [RestorationValue]
    ) throws(MethodError) -> [InvocationValue] {
        let inputs = signature.parameters.dropFirst().filter { $0.direction != .output }
        guard arguments.count == inputs.count else {
            throw .argumentCount(arguments.count, needed: inputs.count, method: name)
        }
        var values: [InvocationValue] = []
        for (index, parameter) in inputs.enumerated() {
            guard let value = InvocationValue(arguments[index], as: parameter.type) else {
                let kind = arguments[index].kind
                throw .argument(
                    index + 1,
                    method: name,
                    problem: "is of kind \(kind), not \(parameter.type)"
                )
            }
            values.append(value)
        }
        return values
    }

    /// The error of a call that was not made; `nil` for any other. Its arguments begin with the
    /// object, the caller's do not.
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
            argument(number, "has a NUL in it, at which C would end it")
        case .missingField(let number, let field): argument(number, "lacks the field \(field)")
        case .unknownField(let number, let field):
            argument(number, "has a field \(field), which its type does not have")
        case .unknownEnumerator(let number, let word):
            argument(number, "is \(word), which is no value of the enumeration")
        default: nil
        }
    }
}

extension RestorationValue {
    /// What a method has left: its result and what its out-parameters hold, as one value.
    fileprivate init(_ outcome: InvocationOutcome) {
        let values = ([outcome.result].compactMap(\.self) + outcome.outputs)
            .map { RestorationValue($0) }
        self = values.count > 1 ? .array(values) : values.first ?? .null
    }
}
