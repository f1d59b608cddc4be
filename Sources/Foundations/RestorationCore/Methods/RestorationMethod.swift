/// A method that callers invoke by name: see ``MethodProviding``.
public struct RestorationMethod {
    /// The method's name, unique within the object.
    public let name: String
    /// The parameters and result for human readers: `(object, float64)`, or Swift's types.
    public let signature: String
    /// Whether it is known to return an object, which no ``RestorationValue`` can represent.
    package let returnsObject: Bool
    package let body: ([MethodValue]) throws -> MethodValue

    package init(
        _ name: String,
        signature: String,
        returnsObject: Bool,
        body: @escaping ([MethodValue]) throws -> MethodValue
    ) {
        self.name = name
        self.signature = signature
        self.returnsObject = returnsObject
        self.body = body
    }

    /// Creates a method that interprets its own arguments, which may include objects.
    ///
    /// ```swift
    /// RestorationMethod("follow", signature: "(object)") { arguments in
    ///     guard arguments.count == 1, let map = arguments[0].object as? Map else {
    ///         throw NoMap()
    ///     }
    ///     self.followed = map
    ///     return nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: the method's name.
    ///   - signature: a description for human readers.
    ///   - body: takes any number of arguments of any kinds.
    public init(
        _ name: String,
        signature: String,
        body: @escaping ([MethodValue]) throws -> MethodValue
    ) {
        self.init(name, signature: signature, returnsObject: false, body: body)
    }

    /// Creates a method without objects that interprets its own arguments.
    private init(
        ofValues name: String,
        signature: String,
        body: @escaping ([RestorationValue]) throws -> RestorationValue
    ) {
        self.init(name, signature: signature) { (arguments: [MethodValue]) in
            .value(try body(try arguments.values(for: name)))
        }
    }

    /// Creates a method with typed arguments and a typed result, of any types that a coder stores.
    public init<each Argument: RestorationCodable, Result: RestorationCodable>(
        _ name: String,
        _ body: @escaping (repeat each Argument) throws -> Result
    ) {
        let list = Self.list(repeat (each Argument).self)
        self.init(ofValues: name, signature: "(\(list)) -> \(Result.self)") { values in
            var arguments = ArgumentList(name, values, repeat (each Argument).self)
            try arguments.checkCount()
            let result = try body(repeat try arguments.next((each Argument).self))
            return try RestorationValue(encoding: result)
        }
    }

    /// Creates a method with typed arguments and no result.
    public init<each Argument: RestorationCodable>(
        _ name: String,
        _ body: @escaping (repeat each Argument) throws -> Void
    ) {
        let list = Self.list(repeat (each Argument).self)
        self.init(ofValues: name, signature: "(\(list))") { values in
            var arguments = ArgumentList(name, values, repeat (each Argument).self)
            try arguments.checkCount()
            try body(repeat try arguments.next((each Argument).self))
            return .null
        }
    }

    private static func list<each Argument>(_ types: repeat (each Argument).Type) -> String {
        var names: [String] = []
        for type in repeat each types { names.append("\(type)") }
        return names.joined(separator: ", ")
    }
}

private struct ArgumentList {
    let method: String
    let values: [RestorationValue]
    var needed = 0
    var index = 0

    init<each Argument>(
        _ method: String,
        _ values: [RestorationValue],
        _ types: repeat (each Argument).Type
    ) {
        self.method = method
        self.values = values
        for _ in repeat each types { needed += 1 }
    }

    func checkCount() throws(MethodError) {
        guard values.count == needed else {
            throw .argumentCount(values.count, needed: needed, method: method)
        }
    }

    mutating func next<Value: RestorationCodable>(
        _ type: Value.Type
    ) throws(MethodError) -> Value {
        let value = values[index]
        index += 1
        do throws(CoderError) {
            // Wrapped in a dictionary, where an optional accepts null.
            let entry = RestorationValue.dictionary(["": value])
            if let value = try entry.converted(to: [String: Value].self, key: "\(index)")[""] {
                return value
            }
            throw CoderError.missingValue(key: "\(index)")
        } catch {
            switch error {
            case .outOfRange:
                throw .argument(index, method: method, problem: "does not fit \(type)")
            default:
                throw .argument(
                    index,
                    method: method,
                    problem: "is of kind \(value.kind), not \(type)"
                )
            }
        }
    }
}

extension RestorationValue {
    init(encoding value: some RestorationCodable) throws {
        if let value = value as? RestorationValue {
            self = value
        } else {
            self =
                try RestorationCoder.values { $0.encode(value, forKey: "result") }["result"]
                ?? .null
        }
    }
}
