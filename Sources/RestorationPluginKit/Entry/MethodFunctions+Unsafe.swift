import CRestorationPlugin
import RestorationCore

/// How a host calls the methods of an object by name: `restoration/value_methods.h`.
enum MethodFunctions {
    /// The table of the interface, the same for every object.
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
        guard let methods = unsafe methods else { throw CallError.nothingLent }
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
        else { throw CallError.nothingLent }
        let provider = try unsafe plugin.liveObject(at: pointer) as? any MethodProviding
        guard let method = provider?.restorationMethod(named: name) else { return .absent }
        let values = try unsafe withCoder(arguments, .reading) { coder in
            try coder.decode([RestorationValue].self, forKey: "arguments") ?? []
        }
        return try unsafe withCoder(result, .writing) { coder in
            do {
                coder.encode(try method.body(values), forKey: "result")
                return .ok
            } catch let error as MethodError where error.method == name {
                error.encode(with: coder)
                return .mismatch
            }
        }
    }
}

extension MethodError {
    /// The method whose arguments are wrong. A call of another one that it has made is its failure.
    fileprivate var method: String? {
        switch self {
        case .unknown, .unavailable: nil
        case .argumentCount(_, _, let method), .argument(_, let method, _): method
        }
    }

    fileprivate func encode(with coder: RestorationCoder) {
        switch self {
        case .unknown, .unavailable: break
        case .argumentCount(_, let needed, _): coder.encode(needed, forKey: "needed")
        case .argument(let number, _, let problem):
            coder.encode(number, forKey: "argument")
            coder.encode(problem, forKey: "problem")
        }
    }
}
