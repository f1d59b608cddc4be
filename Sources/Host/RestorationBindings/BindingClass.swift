internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine
internal import RestorationInvocation
internal import RestorationPlugins

/// A restoration class of a binding.
///
/// Belongs to the thread of its session, like the objects that it creates.
final class BindingClass: RestorationClass {
    let name: String
    var plugin: String? { common.identifier }
    let schemaVersion: Int
    let hasCaptures: Bool

    let common: BindingCommon
    /// `nil` once the session has ended.
    weak var binding: LoadedBinding?
    let match: BindingDocument.Match?
    private let found: BoundCalls?
    private let shortfall: BindingShortfall
    /// The class's routes, most specific first; empty if none has captures.
    private let routes: [RoutePattern]

    /// The reason why the class is unusable, if it is.
    var fault: BindingError? { found == nil ? .bindingShortfall(shortfall) : nil }

    init(
        _ listed: PluginManifest.Class,
        _ declared: BindingDocument.Class,
        _ common: BindingCommon,
        _ calls: BoundCalls?,
        _ shortfall: BindingShortfall
    ) {
        name = listed.name
        schemaVersion = Int(listed.schemaVersion)
        hasCaptures = listed.routes.contains(where: \.hasCaptures)
        routes = hasCaptures ? listed.routes.sorted { $0.specificity < $1.specificity } : []
        match = declared.match
        self.common = common
        found = calls
        self.shortfall = shortfall
    }

    func captures(in path: RestorationPath) -> [String: String] {
        routes.lazy.compactMap { $0.captures(in: path) }.first ?? [:]
    }

    /// - Throws: ``BindingError`` if the library lacks functions that the class needs.
    func calls() throws -> BoundCalls {
        guard let found else { throw BindingError.bindingShortfall(shortfall) }
        return found
    }

    /// Whether a library object is of this class, according to calls. True without calls if the
    /// class lists kinds.
    func fits(_ address: UInt) -> Bool {
        guard let runner = found?.match else {
            if case .kinds? = match { return true }
            return false
        }
        do throws(CallRunner.Failure) {
            return try !runner.value(of: address).isNothing
        } catch {
            common.reportOnce(error, .classify, className: name, about: address)
            return false
        }
    }

    // MARK: Creating

    /// Creates an object by calls of the library.
    ///
    /// - Throws: ``BindingError`` if a call fails, or lacks an argument.
    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        let request = request
        guard common.context.mailbox.isOnThread else {
            throw PluginError.wrongThread(plugin: common.identifier)
        }
        let calls = try calls()
        let path = RestorationPath.printed(request.path)
        guard let create = calls.create else {
            throw failure(path, "the host makes these objects, and hands them to adopt(_:from:)")
        }
        var values = create.values()
        for (name, type, number) in calls.creationNames {
            values[number] = try argument(name, type, of: request, calls, path)
        }
        do throws(CallRunner.Failure) {
            try create.run(&values)
        } catch {
            let error = common.failure(
                error,
                .create,
                className: name,
                path: path,
                about: values.object
            )
            // Only half made, but `create` requires `destroy`.
            if values.object != 0 { end(values.object, calls, path) }
            throw error
        }
        let address = values.object == 0 ? values.last.address : values.object
        guard let address else { throw failure(path, "the library returned no object") }
        guard common.bound.owner(at: address) == nil else {
            throw failure(path, "the library returned an object that the session has already")
        }
        let object = BoundObject(
            BoundLife(address, of: self, calls, .created),
            binding: binding,
            path: path
        )
        common.context.mailbox.ignoringChanges(of: object.handle) {
            object.rememberDefaults()
            object.connect()
        }
        return object
    }

    private func end(_ address: UInt, _ calls: BoundCalls, _ path: String) {
        guard let destroy = calls.destroy else { return }
        var values = destroy.values(object: address)
        do throws(CallRunner.Failure) {
            try destroy.run(&values)
        } catch {
            common.report(error, .destroy, className: name, path: path, about: nil)
        }
    }

    /// The value of a named argument of `create`: from the path, the caller's parameters, or the
    /// object's state.
    private func argument(
        _ name: String,
        _ type: InvocationType,
        of request: borrowing CreationRequest,
        _ calls: BoundCalls,
        _ path: String
    ) throws -> InvocationValue {
        if let text = request.captures[name] {
            guard let value = InvocationValue(text: text, as: type) else {
                throw failure(path, "the \"\(name)\" of its path is not \(type)")
            }
            return value
        }
        let coder = request.coder
        var stored = request.parameters[name]
        if stored == nil { stored = try coder?.storedValue(forKey: name) }
        if let stored {
            guard let value = InvocationValue(stored, as: type, from: coder) else {
                throw failure(path, "the \"\(name)\" given is of kind \(stored.kind), not \(type)")
            }
            return value
        }
        let property = calls.properties.first { $0.key == name }
        if case .single(let value)? = property?.declaredDefault { return value }
        guard type.allowsNull else {
            throw failure(path, "the parameter \"\(name)\" is missing")
        }
        return .null
    }

    private func failure(_ path: String, _ reason: String) -> BindingError {
        .bindingCallFailed(
            BindingCallFailure(
                binding: common.identifier,
                className: name,
                path: path,
                key: nil,
                action: .create,
                function: nil,
                reason: reason,
                message: nil
            )
        )
    }
}

extension InvocationValue {
    fileprivate init?(text: String, as type: InvocationType) {
        switch type.bare {
        case .string: self = .string(text)
        case .enumeration: self = .enumerator(text)
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size:
            if let number = Int64(text) {
                self = .integer(number)
            } else if let number = UInt64(text) {
                self = .unsigned(number)
            } else {
                return nil
            }
        default: return nil
        }
    }
}
