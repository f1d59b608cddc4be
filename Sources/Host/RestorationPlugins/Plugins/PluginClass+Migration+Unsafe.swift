internal import CRestorationPlugin
public import RestorationCore
internal import RestorationEngine

extension PluginClass {
    /// Migrates state by the plugin's `migrate`, one version up.
    ///
    /// - Throws: `MigrationUnsupported` if the class does not migrate;
    ///   ``PluginError/callFailed(_:)`` if it fails; ``PluginError/wrongThread(plugin:)`` away from
    ///   the session's thread.
    public func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        try checkThread()
        guard let migrate = unsafe functions.migrate else { throw MigrationUnsupported() }
        unsafe try image.rewrite(
            reading,
            from: version,
            writing,
            to: version + 1,
            in: context,
            failure: { status, message, fault in
                guard status != Status.unsupported else { return MigrationUnsupported() }
                return failure(.migrate, path: [], status: status, message: message, fault: fault)
            },
            { source, target in
                unsafe migrate(original, UInt32(clamping: version), source, target)
            }
        )
    }

    /// Throws if a coder failed although the plugin reports success.
    func checkCoders(
        of function: PluginFunction,
        path: [String],
        method: String? = nil,
        _ wrapper: PluginCoder
    ) throws {
        try wrapper.checkCoders { message, fault in
            failure(
                function,
                path: path,
                method: method,
                status: Status.ok,
                message: message,
                fault: fault
            )
        }
    }
}
