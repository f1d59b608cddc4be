public import CRestorationPlugin
import RestorationCore

extension RestorationPlugin {
    /// Answers a host that has just loaded the library.
    ///
    /// Called by the entry point that the build tool generates, with what `restoration-plugin.json`
    /// says; no other code needs it.
    ///
    /// - Returns: The descriptor, which lives until the process ends; null after the host was told
    ///   why this plugin will not do.
    public func enter(
        _ host: UnsafePointer<restoration_host>?,
        identifier: String,
        version: String,
        classes schemaVersions: KeyValuePairs<String, UInt32>
    ) -> UnsafePointer<restoration_plugin>? {
        guard let host = unsafe host, let services = unsafe HostServices(host) else { return nil }
        // One plugin to an image: a second call is answered like the first.
        if let loaded = LoadedPlugin.current { return unsafe loaded.descriptor }
        do {
            guard ABIRange(ClassTable.abi).newest(sharedWith: services.abi) != nil else {
                throw EntryError.abiMismatch(host: services.abi, plugin: ClassTable.abi)
            }
            let matched = try classes.matched(with: schemaVersions)
            let tables = unsafe matched.map { unsafe ClassTable.make($0.name, $0.schemaVersion) }
            let loaded = unsafe LoadedPlugin(
                host: services,
                classes: zip(tables, matched).map { unsafe ($0, $1.type) },
                descriptor: ClassTable.descriptor(
                    identifier: identifier,
                    version: version,
                    classes: tables
                )
            )
            LoadedPlugin.become(loaded)
            return unsafe loaded.descriptor
        } catch {
            services.fail(error.sentence)
            return nil
        }
    }
}
