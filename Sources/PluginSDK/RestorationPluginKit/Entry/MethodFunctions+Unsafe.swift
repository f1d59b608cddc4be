import CRestorationPlugin
import RestorationCore

/// Calls of an object's methods by name: `restoration/value_methods.h`.
enum MethodFunctions {
    static let table = unsafe InterfaceTable(
        restoration_value_methods(
            struct_size: UInt32(MemoryLayout<restoration_value_methods>.size),
            flags: 0,
            list: { object, methods in unsafe listMethods(object, methods) },
            call: { object, name, arguments, result in
                unsafe callMethod(object, name, arguments, result)
            }
        )
    )
}

private func listMethods(
    _ pointer: UnsafeMutableRawPointer?,
    _ methods: UnsafeMutablePointer<restoration_coder>?
) -> restoration_status {
    LoadedPlugin.answer("list") { plugin in
        guard let methods = unsafe methods else { throw CallError.missingArgument }
        let provider = try unsafe plugin.liveObject(at: pointer) as? any MethodProviding
        try unsafe withCoder(methods, .writing) { coder in
            for method in provider?.restorationMethods ?? [] {
                coder.encode(method.signature, forKey: method.name)
            }
        }
        return .ok
    }
}

private func callMethod(
    _ pointer: UnsafeMutableRawPointer?,
    _ name: restoration_string,
    _ arguments: UnsafeMutablePointer<restoration_coder>?,
    _ result: UnsafeMutablePointer<restoration_coder>?
) -> restoration_status {
    LoadedPlugin.answer("call") { plugin in
        guard let arguments = unsafe arguments, let result = unsafe result,
            let name = unsafe String(copying: name)
        else { throw CallError.missingArgument }
        let provider = try unsafe plugin.liveObject(at: pointer) as? any MethodProviding
        guard let method = provider?.restorationMethod(named: name) else { return .absent }
        let values = try unsafe withCoder(arguments, .reading) { try plugin.arguments(in: $0) }
        return try unsafe withCoder(result, .writing) { coder in
            do {
                try plugin.encode(try method.body(values), with: coder)
                return .ok
            } catch let error as MethodError where error.method == name {
                error.encode(with: coder)
                return .mismatch
            }
        }
    }
}

extension LoadedPlugin {
    /// The arguments. "objects" has the object arguments, by number.
    fileprivate func arguments(in coder: RestorationCoder) throws -> [MethodValue] {
        let values = try coder.decode([RestorationValue].self, forKey: "arguments") ?? []
        let handles = try coder.decode([String: UInt64].self, forKey: "objects") ?? [:]
        return values.enumerated().map { index, value in
            handles["\(index + 1)"].map { .object(object($0)) } ?? .value(value)
        }
    }

    /// Stores one or several results, with objects listed by number; 0 is the result itself.
    fileprivate func encode(_ result: MethodValue, with coder: RestorationCoder) throws {
        var handles: [String: UInt64] = [:]
        switch result {
        case .value(let value): coder.encode(value, forKey: "result")
        case .object(let object): handles["0"] = try knownHandle(of: object)
        case .several(let results):
            let values = results.map { $0.value ?? .null }
            coder.encode(RestorationValue.array(values), forKey: "result")
            for (index, result) in results.enumerated() {
                guard let object = result.object else { continue }
                handles["\(index + 1)"] = try knownHandle(of: object)
            }
        }
        if !handles.isEmpty { coder.encode(handles, forKey: "objects") }
    }
}

extension MethodError {
    /// The method that received wrong arguments. A wrong call inside the method is the method's
    /// failure.
    fileprivate var method: String? {
        switch self {
        case .unknown, .unavailable, .returnsObject: nil
        case .argumentCount(_, _, let method), .argument(_, let method, _): method
        }
    }

    fileprivate func encode(with coder: RestorationCoder) {
        switch self {
        case .unknown, .unavailable, .returnsObject: break
        case .argumentCount(_, let needed, _): coder.encode(needed, forKey: "needed")
        case .argument(let number, _, let problem):
            coder.encode(number, forKey: "argument")
            coder.encode(problem, forKey: "problem")
        }
    }
}
