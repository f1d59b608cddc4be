internal import CRestorationPlugin
internal import RestorationCore

/// Methods that the plugin's object calls by itself, with values: `restoration/value_methods.h`.
extension PluginObject {
    /// What the object lists now; nothing for one without the interface.
    func valueMethods() throws -> [RestorationMethod] {
        let object = unsafe try living()
        guard let table = unsafe try valueMethodTable() else { return [] }
        let listed = try ArchiveReader.holding { coder in
            try pluginClass.context.withCoder { methods in
                unsafe try methods.lend(coder, for: .parameters, version: nil) { lent in
                    let (status, message) = during { unsafe table.list(object, lent) }
                    try check(status, message, "list", methods)
                }
            }
        }
        return try listed.fields(of: 0).map { field in
            var signature = ""
            if case .string(let text) = field.value { signature = text }
            return RestorationMethod(field.key, signature: signature) { arguments in
                try self.callByValue(field.key, arguments)
            }
        }
    }

    private func callByValue(
        _ name: String,
        _ arguments: [RestorationValue]
    ) throws -> RestorationValue {
        let object = unsafe try living()
        guard let table = unsafe try valueMethodTable() else { throw noMethod(name) }
        let given = try RestorationCoder.reading(["arguments": .array(arguments)])
        var status = Status.ok
        let answer = try RestorationCoder.values { coder in
            try pluginClass.context.withCoder { source in
                try pluginClass.context.withCoder { target in
                    unsafe try source.lend(given, for: .parameters, version: nil) { source in
                        unsafe try target.lend(coder, for: .parameters, version: nil) { result in
                            var name = name
                            let (returned, message) = during {
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
        return answer["result"] ?? .null
    }

    private func during(_ body: () -> restoration_status) -> (restoration_status, String?) {
        pluginClass.image.during(pluginClass.context.mailbox, at: path, body)
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
        try pluginClass.checkAftermath(of: .call, path: path, method: method, coder)
    }

    private func noMethod(_ name: String) -> MethodError {
        .unknown(name, owner: restorationMethodOwner, nearest: nil)
    }

    /// What the plugin says about arguments that it does not take.
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

    /// The functions behind the interface; `nil` if the object does not have it.
    private func valueMethodTable() throws -> ValueMethodTable? {
        guard let pointer = unsafe interface(RESTORATION_VALUE_METHODS_INTERFACE) else {
            return nil
        }
        // Invariant (restoration/value_methods.h): the table of this id is one such structure. It
        // lives as long as the object, which this one keeps until the call is over.
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
        // A plugin that gives another table for whatever is asked has a pointer where the flags are.
        guard let list = unsafe table.list, let call = unsafe table.call, table.flags == 0
        else { throw unusableTable() }
        return unsafe ValueMethodTable(list: list, call: call)
    }

    private func unusableTable() -> LoadingError {
        failure("list", status: Status.invalid, message: Self.unusableTable)
    }

    private static let unusableTable =
        "what it gives for \(RESTORATION_VALUE_METHODS_INTERFACE) is no such table"
}

/// `restoration_value_methods` with functions that are there.
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

extension String {
    /// Lends the text for the call of `body`.
    fileprivate mutating func lent<Result>(to body: (restoration_string) -> Result) -> Result {
        withUTF8 { unsafe body(restoration_string(borrowing: UnsafeRawBufferPointer($0))) }
    }
}
