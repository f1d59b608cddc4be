import RestorationInvocation
import RestorationKit

/// Calls that give a new object state worth preserving, where nobody has named any.
enum OrdinaryCalls {
    /// Each method of the class, called once with ordinary arguments, in the order in which the
    /// class has them; without those that fail, change nothing or take state away.
    ///
    /// - Parameter subject: Whose objects are not prepared.
    static func giveState(to subject: ClassSubject) -> [PluginExamples.Call] {
        guard let launch = try? subject.launched(),
            let methods = (launch.graph.held as? any MethodProviding)?.restorationMethods,
            var before = try? subject.size(launch)
        else { return [] }
        var calls: [PluginExamples.Call] = []
        for method in methods {
            guard let arguments = MethodArguments.ordinary(of: method.signature) else { continue }
            let longer = calls + [PluginExamples.Call(method.name, arguments)]
            guard let launch = try? subject.launched(),
                (try? perform(longer, on: launch.graph.held)) != nil,
                let after = try? subject.size(launch), after > before
            else { continue }
            (calls, before) = (longer, after)
        }
        return calls
    }

    static func perform(_ calls: [PluginExamples.Call], on object: (any Restorable)?) throws {
        guard let object = object as? any MethodProviding else { return }
        for call in calls {
            _ = try object.call(
                call.method,
                arguments: call.arguments.map { MethodValue.value($0) }
            )
        }
    }
}

extension ClassSubject {
    /// How many bytes the object would store.
    fileprivate func size(_ launch: TestLaunch<ObjectHolder>) throws -> Int {
        try launch.session.captureImage()?.imageSize ?? 0
    }
}

/// Arguments for methods.
enum MethodArguments {
    /// Values as they may come every day; `nil` where a parameter is none that can be made up.
    static func ordinary(of signature: String) -> [RestorationValue]? {
        guard let types = types(of: signature) else { return [] }
        let values = types.map { ordinary(of: $0) }
        return values.contains(nil) ? nil : values.compactMap(\.self)
    }

    private static func ordinary(of type: InvocationType) -> RestorationValue? {
        switch type.bare {
        case .bool: true
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size: 3
        case .float32, .float64: 0.5
        case .string: "text"
        case .bytes: .bytes([1, 2, 3])
        default: nil
        }
    }

    /// Lists of arguments, each with one value at a limit of its type, or with all at one.
    static func atLimits(of signature: String) -> [[RestorationValue]] {
        guard let types = types(of: signature) else { return [[]] }
        let plain = types.map { limits(of: $0)[0] }
        var lists = [plain]
        for (index, type) in types.enumerated() {
            for value in limits(of: type).dropFirst() {
                var list = plain
                list[index] = value
                lists.append(list)
            }
        }
        return lists
    }

    /// The types of what a caller passes.
    private static func types(of signature: String) -> [InvocationType]? {
        guard let parsed = try? Signature(parsing: signature) else { return nil }
        return parsed.parameters.dropFirst().filter { $0.direction != .output }.map(\.type)
    }

    private static func limits(of type: InvocationType) -> [RestorationValue] {
        let null: [RestorationValue] = type.allowsNull ? [.null] : []
        switch type.bare {
        case .bool: return [true, false]
        case .int8: return [0, .integer(Int64(Int8.min)), .integer(Int64(Int8.max))]
        case .int16: return [0, .integer(Int64(Int16.min)), .integer(Int64(Int16.max))]
        case .int32: return [0, .integer(Int64(Int32.min)), .integer(Int64(Int32.max))]
        case .int64: return [0, .integer(.min), .integer(.max)]
        case .uint8: return [0, .integer(Int64(UInt8.max))]
        case .uint16: return [0, .integer(Int64(UInt16.max))]
        case .uint32: return [0, .integer(Int64(UInt32.max))]
        case .uint64, .size: return [0, .integer(.max), .unsigned(.max)]
        case .float32, .float64:
            return [
                0, .double(.nan), .double(.infinity), .double(-.infinity),
                .double(.greatestFiniteMagnitude), .double(-0.0),
            ]
        case .string:
            return [
                "text", "", .string(String(repeating: "x", count: 100_000)), "\u{10FFFF}é\n\t",
            ] + null
        case .bytes: return [.bytes([1]), .bytes([]), .bytes([0, 255])] + null
        default: return [.null]
        }
    }
}
