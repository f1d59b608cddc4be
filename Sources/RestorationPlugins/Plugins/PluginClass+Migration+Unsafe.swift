internal import CRestorationPlugin
public import RestorationCore
internal import RestorationEngine

extension PluginClass {
    /// Lets the plugin rewrite state of an older version.
    ///
    /// - Throws: `MigrationUnsupported` if the class does not do that;
    ///   ``PluginError/callFailed(_:)`` if it fails, ``PluginError/wrongThread(plugin:)`` away
    ///   from the session's thread.
    public func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        try checkThread()
        guard let migrate = unsafe functions.migrate else { throw MigrationUnsupported() }
        try context.withCoder(for: image) { state in
            try context.withCoder(for: image) { migrated in
                unsafe try state.lend(reading, for: .migration, version: version) { source in
                    unsafe try migrated.lend(writing, for: .migration, version: version + 1) {
                        target in
                        let (status, message) = image.during(context.mailbox) {
                            unsafe migrate(original, UInt32(clamping: version), source, target)
                        }
                        try check(status, message, state, migrated)
                    }
                }
            }
        }
    }

    private func check(
        _ status: restoration_status,
        _ message: String?,
        _ state: PluginCoder,
        _ migrated: PluginCoder
    ) throws {
        if status == Status.unsupported { throw MigrationUnsupported() }
        guard status == Status.ok else {
            throw failure(
                .migrate,
                path: [],
                status: status,
                message: message,
                fault: migrated.lastFault ?? state.lastFault
            )
        }
        try checkAftermath(of: .migrate, path: [], state)
        try checkAftermath(of: .migrate, path: [], migrated)
    }

    /// A plugin that says all went well may have missed what did not.
    func checkAftermath(
        of function: PluginFunction,
        path: [String],
        method: String? = nil,
        _ wrapper: PluginCoder
    ) throws {
        if let damage = wrapper.damage { throw damage }
        if let fault = wrapper.fatalFault {
            throw failure(
                function,
                path: path,
                method: method,
                status: Status.ok,
                message: nil,
                fault: fault
            )
        }
        guard wrapper.written.isEmpty else {
            let count = wrapper.written.count
            let open = count == 1 ? "an array or dictionary" : "\(count) arrays or dictionaries"
            let place = PluginCoder.under(wrapper.coder?.keyBeingWritten ?? "")
            throw failure(
                function,
                path: path,
                method: method,
                status: Status.ok,
                message: "it left \(open) open\(place)"
            )
        }
    }
}
