package import RestorationCore
internal import RestorationDiscovery
internal import RestorationInvocation

extension PluginObject {
    /// Stores the values right after `create` that saves omit.
    func rememberDefaults() throws {
        let object = unsafe try living()
        for property in pluginClass.properties.declared
        where property.omitsDefault && property.declaredDefault == nil {
            // A getter that fails has no default, so its value is always stored.
            let (value, message) = pluginClass.runRecorded(.property, at: path) {
                unsafe try? property.value(of: object)
            }
            if message == nil { defaults[property.key] = value }
        }
    }

    /// Stores the values of the getters.
    ///
    /// - Throws: ``PluginError`` if a getter fails, or `encode` has used the key of a property.
    func encodeProperties(with coder: RestorationCoder) throws {
        guard !pluginClass.properties.declared.isEmpty else { return }
        let object = unsafe try living()
        for property in pluginClass.properties.declared {
            // Also for an omitted default: the setter would get the value of `encode`.
            guard !coder.holdsField(property.key) else {
                let problem = "Its encode has stored a value under a property's key; rename one"
                throw failure(.encode, property, status: Status.invalid, problem)
            }
            let value = try call(property, for: .encode) { () throws(InvocationError) in
                unsafe try property.value(of: object)
            }
            let initial = property.declaredDefault ?? defaults[property.key]
            if property.omitsDefault, initial == value { continue }
            coder.encode(RestorationValue(value), forKey: property.key)
            if property.isSensitive { coder.markSensitive(property.key) }
        }
    }

    /// The properties in declaration order, with types as in `Docs/Signatures.md`.
    package var declaredProperties: [(key: String, type: String)] {
        pluginClass.properties.declared.map { ($0.key, "\($0.type)") }
    }

    /// Calls a getter, as a save does.
    ///
    /// - Returns: `nil` if the property does not exist.
    /// - Throws: ``PluginError`` if the getter fails.
    package func property(_ key: String) throws -> RestorationValue? {
        guard let property = pluginClass.properties.declared.first(where: { $0.key == key }) else {
            return nil
        }
        let object = unsafe try living()
        return RestorationValue(
            try call(property, for: .encode) { () throws(InvocationError) in
                unsafe try property.value(of: object)
            }
        )
    }

    /// Calls a setter, as a restore does.
    ///
    /// - Returns: Whether the property exists.
    /// - Throws: ``PluginError`` if the value is of another type, or the setter fails.
    package func setProperty(_ key: String, to stored: RestorationValue) throws -> Bool {
        guard let property = pluginClass.properties.declared.first(where: { $0.key == key }) else {
            return false
        }
        try set(property, to: try value(of: property, from: stored), stored)
        return true
    }

    /// Calls the setters with stored values, in restoration order. For a missing value, the setter
    /// gets the declared default, or is not called.
    func decodeProperties(with coder: RestorationCoder) throws {
        for property in pluginClass.properties.restored {
            let stored = try coder.storedValue(forKey: property.key)
            let value = try stored.map { try self.value(of: property, from: $0) }
            guard let value = value ?? property.declaredDefault else { continue }
            try set(property, to: value, stored ?? .null)
        }
    }

    private func value(
        of property: PluginProperty,
        from stored: RestorationValue
    ) throws -> InvocationValue {
        guard let value = InvocationValue(stored, as: property.type) else {
            throw mismatch(property, stored)
        }
        return value
    }

    private func set(
        _ property: PluginProperty,
        to value: InvocationValue,
        _ stored: RestorationValue
    ) throws {
        let object = unsafe try living()
        try call(property, for: .decode, stored) { () throws(InvocationError) in
            unsafe try property.set(value, of: object)
        }
    }

    /// Calls one of a property's functions. An error message means failure.
    private func call<Result>(
        _ property: PluginProperty,
        for function: PluginFunction,
        _ stored: RestorationValue = .null,
        _ body: () throws(InvocationError) -> Result
    ) throws -> Result {
        let verb = function == .decode ? "set" : "get"
        let (result, message) = pluginClass.runRecorded(
            .property,
            at: path,
            as: "\(verb) \(property.key)"
        ) {
            Swift.Result { () throws(InvocationError) in try body() }
        }
        if let message {
            throw failure(function, property, status: Status.failed, message)
        }
        do throws(InvocationError) {
            return try result.get()
        } catch {
            switch error {
            case .mismatch, .null: throw mismatch(property, stored)
            case .missingField, .unknownField, .unknownEnumerator:
                let problem = "The stored value is not of the type \(property.type)"
                throw failure(function, property, status: Status.mismatch, problem)
            case .outOfRange:
                let problem = "The stored number does not fit \(property.type)"
                throw failure(function, property, status: Status.mismatch, problem)
            case .textWithNUL:
                let problem = "The stored text contains a NUL, which ends a string in C"
                throw failure(function, property, status: Status.mismatch, problem)
            case .invalidText:
                let problem = "The getter returned text that is not UTF-8"
                throw failure(function, property, status: Status.invalid, problem)
            case .nullResult(let type):
                let problem = "The getter returned null; declare \(type)?, if there may be no text"
                throw failure(function, property, status: Status.invalid, problem)
            default:
                throw failure(function, property, status: Status.failed, error.description)
            }
        }
    }

    private func mismatch(_ property: PluginProperty, _ stored: RestorationValue) -> PluginError {
        let problem = "The stored value is of kind \(stored.kind), not \(property.type)"
        return failure(.decode, property, status: Status.mismatch, problem)
    }

    private func failure(
        _ function: PluginFunction,
        _ property: PluginProperty,
        status: Int32,
        _ problem: String
    ) -> PluginError {
        pluginClass.failure(
            function,
            path: path,
            status: status,
            message: "\(problem), key \"\(property.key)\""
        )
    }
}

extension RestorationCoder {
    /// The value under a key, null included; `nil` if the key is absent.
    package func storedValue(forKey key: String) throws(CoderError) -> RestorationValue? {
        if let value = try decode(RestorationValue.self, forKey: key) { return value }
        return contains(key) ? .null : nil
    }
}
