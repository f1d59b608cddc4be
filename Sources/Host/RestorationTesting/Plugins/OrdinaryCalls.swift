import RestorationInvocation
import RestorationKit

enum OrdinaryCalls {
    /// The methods that add to a new object's state, in the order of the class. Each is called
    /// once, after those before it.
    ///
    /// - Parameter subject: A subject whose `prepare` does nothing.
    static func methodsGivingState(to subject: ClassSubject) throws -> [String] {
        let launch = try subject.launched()
        var before = try subject.size(launch)
        var chosen: [String] = []
        for method in methods(of: launch.graph.held) {
            let launch = try subject.launched()
            for name in chosen { _ = call(name, of: launch.graph.held) }
            guard call(method.name, of: launch.graph.held) else { continue }
            let after = try subject.size(launch)
            guard after > before else { continue }
            chosen.append(method.name)
            before = after
        }
        return chosen
    }

    static func methods(of object: (any Restorable)?) -> [RestorationMethod] {
        (object as? any MethodProviding)?.restorationMethods ?? []
    }

    /// Returns whether the call succeeded.
    static func call(_ name: String, of object: (any Restorable)?) -> Bool {
        guard let object = object as? any MethodProviding,
            let method = object.restorationMethods.first(where: { $0.name == name }),
            let arguments = MethodArguments.ordinary(of: method.signature)
        else { return false }
        let values = arguments.map { MethodValue.value($0) }
        return (try? object.call(name, arguments: values)) != nil
    }
}

extension ClassSubject {
    fileprivate func size(_ launch: TestLaunch<ObjectHolder>) throws -> Int {
        try launch.session.captureImage()?.imageSize ?? 0
    }
}

enum MethodArguments {
    /// Everyday values; `nil` if a parameter's type has none.
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

    /// Lists of arguments, with one argument at a time at a limit of its type.
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

    static func types(of signature: String) -> [InvocationType]? {
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
