internal import CRestorationPlugin
internal import RestorationCore

extension PluginImage {
    /// Rewrites state by code of the plugin, from one coder to another. `source` and `target` are
    /// schema versions.
    func rewrite(
        _ reading: RestorationCoder,
        from source: Int,
        _ writing: RestorationCoder,
        to target: Int,
        in context: PluginContext,
        failure: (restoration_status, _ message: String?, CoderError?) -> any Error,
        _ code: (
            _ state: UnsafeMutablePointer<restoration_coder>,
            _ rewritten: UnsafeMutablePointer<restoration_coder>
        ) -> restoration_status
    ) throws {
        try context.withCoder(for: self) { state in
            try context.withCoder(for: self) { rewritten in
                unsafe try state.lend(reading, for: .migration, version: source) { from in
                    unsafe try rewritten.lend(writing, for: .migration, version: target) { into in
                        let function = "rewrite of schema \(source) as \(target)"
                        let (returned, message) = traced(
                            function,
                            of: nil,
                            by: context.mailbox,
                            size: { writing.sizeInBytes },
                            { runCode(function, for: context.mailbox) { unsafe code(from, into) } }
                        )
                        let status = Status.settled(returned, message)
                        guard status == Status.ok else {
                            throw failure(status, message, rewritten.lastFault ?? state.lastFault)
                        }
                        for coder in [state, rewritten] {
                            try coder.checkCoders { failure(Status.ok, $0, $1) }
                        }
                    }
                }
            }
        }
    }
}

extension PluginCoder {
    /// Throws if a coder failed although the plugin reports success.
    func checkCoders(
        _ failure: (_ message: String?, CoderError?) -> any Error
    ) throws {
        if let damage { throw damage }
        if let fatalFault { throw failure(nil, fatalFault) }
        guard written.isEmpty else {
            let count = written.count
            let open = count == 1 ? "an array or dictionary" : "\(count) arrays or dictionaries"
            let place = Self.under(coder?.keyBeingWritten ?? "")
            let them = count == 1 ? "it" : "them"
            throw failure("it left \(open) open\(place); end \(them) before returning", nil)
        }
    }
}
