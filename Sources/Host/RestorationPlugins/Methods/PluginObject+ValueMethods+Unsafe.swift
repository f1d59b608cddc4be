internal import CRestorationPlugin
internal import RestorationCore

/// Methods that the object itself calls, with values (`restoration/value_methods.h`).
extension PluginObject {
    /// The current methods; none without the interface.
    func valueMethods() throws -> [RestorationMethod] {
        let object = unsafe try living()
        guard let table = unsafe try valueMethodTable() else { return [] }
        let listed = try ArchiveReader.holding { coder in
            try pluginClass.context.withCoder(for: pluginClass.image) { methods in
                unsafe try methods.lend(coder, for: .parameters, version: nil) { lent in
                    let (status, message) = runMethod { unsafe table.list(object, lent) }
                    try check(status, message, "list", methods)
                }
            }
        }
        return try listed.fields(of: 0).map { field in
            var signature = ""
            if case .string(let text) = field.value { signature = text }
            return RestorationMethod(field.key, signature: signature) {
                (arguments: [MethodValue]) in try self.callByValue(field.key, arguments)
            }
        }
    }

    private func callByValue(_ name: String, _ arguments: [MethodValue]) throws -> MethodValue {
        let object = unsafe try living()
        guard let table = unsafe try valueMethodTable() else { throw noMethod(name) }
        let given = try RestorationCoder.reading(fields(of: arguments, for: name))
        var status = Status.ok
        let answer = try RestorationCoder.values { coder in
            try pluginClass.context.withCoder(for: pluginClass.image) { source in
                try pluginClass.context.withCoder(for: pluginClass.image) { target in
                    unsafe try source.lend(given, for: .parameters, version: nil) { source in
                        unsafe try target.lend(coder, for: .parameters, version: nil) { result in
                            var name = name
                            let (returned, message) = runMethod {
                                unsafe name.lent { name in
                                    unsafe table.call(object, name, source, result)
                                }
                            }
                            status = returned
                            let isAnswer = [Status.mismatch, Status.absent].contains(status)
                            try check(isAnswer ? Status.ok : status, message, name, target)
                        }
                    }
                }
            }
        }
        if status == Status.absent { throw noMethod(name) }
        if status == Status.mismatch { throw refusal(of: name, arguments.count, answer) }
        return try result(in: answer, of: name)
    }

    /// The arguments, with the handles of objects by argument number.
    private func fields(
        of arguments: [MethodValue],
        for name: String
    ) throws(MethodError) -> [String: RestorationValue] {
        var handles: [String: RestorationValue] = [:]
        for (index, argument) in arguments.enumerated() {
            if case .several = argument {
                throw .argument(index + 1, method: name, problem: "is several values")
            }
            guard let object = argument.object else { continue }
            guard let handle = pluginClass.context.handle(ofArgument: object) else {
                throw .argument(index + 1, method: name, problem: "is an object of another session")
            }
            handles["\(index + 1)"] = RestorationValue(handle: handle)
        }
        let values = RestorationValue.array(arguments.map { $0.value ?? .null })
        return handles.isEmpty
            ? ["arguments": values] : ["arguments": values, "objects": .dictionary(handles)]
    }

    private func result(
        in answer: [String: RestorationValue],
        of name: String
    ) throws -> MethodValue {
        let value = answer["result"] ?? .null
        guard let objects = answer["objects"] else { return .value(value) }
        guard case .dictionary(let handles) = objects else { throw unknownObject(name) }
        var found: [String: MethodValue] = [:]
        for (number, handle) in handles {
            guard let object = handle.handle.flatMap({ pluginClass.context.object(for: $0) })
            else { throw unknownObject(name) }
            found[number] = .object(object)
        }
        if let object = found["0"] { return object }
        guard case .array(let values) = value else { throw unknownObject(name) }
        return .several(
            values.enumerated().map { index, value in found["\(index + 1)"] ?? .value(value) }
        )
    }

    private func unknownObject(_ name: String) -> PluginError {
        failure(
            name,
            status: Status.invalid,
            message: "It returned the handle of an unknown object"
        )
    }

    private func runMethod(_ body: () -> restoration_status) -> (restoration_status, String?) {
        let (returned, message) = pluginClass.runRecorded(.method, at: path, body)
        return (Status.settled(returned, message), message)
    }

    private func check(
        _ status: restoration_status,
        _ message: String?,
        _ method: String,
        _ coder: PluginCoder
    ) throws {
        guard status == Status.ok else {
            throw failure(method, status: status, message: message, fault: coder.lastFault)
        }
        try pluginClass.checkCoders(of: .call, path: path, method: method, coder)
    }

    private func noMethod(_ name: String) -> MethodError {
        .unknown(name, owner: restorationMethodOwner, nearest: nil)
    }

    private func refusal(
        of name: String,
        _ count: Int,
        _ answer: [String: RestorationValue]
    ) -> any Error {
        if case .integer(let needed) = answer["needed"] {
            return MethodError.argumentCount(count, needed: Int(clamping: needed), method: name)
        }
        guard case .integer(let number) = answer["argument"],
            case .string(let problem) = answer["problem"]
        else { return failure(name, status: Status.mismatch, message: nil) }
        return MethodError.argument(Int(clamping: number), method: name, problem: problem)
    }

    /// The functions behind the interface; `nil` if the object does not offer it.
    private func valueMethodTable() throws -> ValueMethodTable? {
        guard let pointer = unsafe interface(RESTORATION_VALUE_METHODS_INTERFACE) else {
            return nil
        }
        // Invariant (restoration/value_methods.h): the table of this id is one such structure. It
        // lives as long as the plugin's object, which this object retains during the call.
        let table: restoration_value_methods
        do throws(DescriptorFault) {
            unsafe table = try PluginDescriptor.copy(
                pointer,
                into: restoration_value_methods(),
                minimum: MemoryLayout<restoration_value_methods>.offset(of: \.call)! + 8,
                structure: "table of methods"
            )
        } catch {
            throw unusableTable()
        }
        // A plugin that returns one table for all ids has a pointer in place of the flags.
        guard let list = unsafe table.list, let call = unsafe table.call, table.flags == 0
        else { throw unusableTable() }
        return unsafe ValueMethodTable(list: list, call: call)
    }

    private func unusableTable() -> PluginError {
        failure("list", status: Status.invalid, message: Self.unusableTable)
    }

    private static let unusableTable =
        "its table for \(RESTORATION_VALUE_METHODS_INTERFACE) is invalid"
}

@unsafe private struct ValueMethodTable {
    let list:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<restoration_coder>?) ->
            restoration_status
    let call:
        @convention(c) (
            UnsafeMutableRawPointer?, restoration_string, UnsafeMutablePointer<restoration_coder>?,
            UnsafeMutablePointer<restoration_coder>?
        ) -> restoration_status
}

extension RestorationValue {
    fileprivate init(handle: UInt64) {
        self = Int64(exactly: handle).map { .integer($0) } ?? .unsigned(handle)
    }

    var handle: UInt64? {
        switch self {
        case .integer(let number): UInt64(exactly: number)
        case .unsigned(let number): number
        default: nil
        }
    }
}

extension String {
    fileprivate mutating func lent<Result>(to body: (restoration_string) -> Result) -> Result {
        withUTF8 { unsafe body(restoration_string(borrowing: UnsafeRawBufferPointer($0))) }
    }
}
