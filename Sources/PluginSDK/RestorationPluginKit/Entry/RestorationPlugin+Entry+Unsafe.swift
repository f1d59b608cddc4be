public import CRestorationPlugin
import RestorationCore

extension RestorationPlugin {
    /// Initialises the plugin for a host that has just loaded the library.
    ///
    /// Called only by the generated entry point, with the contents of `restoration-plugin.json`.
    ///
    /// - Returns: The descriptor, which lives until the process ends; null if the plugin refuses
    ///   the host, after reporting the reason to it.
    public func enter(
        _ host: UnsafePointer<restoration_host>?,
        identifier: String,
        version: String,
        classes schemaVersions: KeyValuePairs<String, UInt32>,
        converters names: [String] = []
    ) -> UnsafePointer<restoration_plugin>? {
        guard let host = unsafe host, let services = unsafe HostServices(host) else { return nil }
        // One plugin per image: a second call returns the same descriptor.
        if let loaded = LoadedPlugin.current { return unsafe loaded.descriptor }
        do {
            guard ABIRange(ClassTable.abi).newest(sharedWith: services.abi) != nil else {
                throw EntryError.abiMismatch(host: services.abi, plugin: ClassTable.abi)
            }
            let matched = try classes.matched(with: schemaVersions)
            let tables = unsafe matched.map { unsafe ClassTable.make($0.name, $0.schemaVersion) }
            let converters = unsafe try matchedConverters(with: names).map {
                unsafe (ClassTable.makeConverter($0.name), $0.convert)
            }
            let loaded = unsafe LoadedPlugin(
                host: services,
                classes: zip(tables, matched).map { unsafe ($0, $1.type) },
                converters: converters,
                descriptor: ClassTable.descriptor(
                    identifier: identifier,
                    version: version,
                    classes: tables,
                    converters: converters.map { unsafe $0.0 }
                )
            )
            LoadedPlugin.setCurrent(loaded)
            return unsafe loaded.descriptor
        } catch {
            services.fail(error.sentence)
            return nil
        }
    }

    private func matchedConverters(
        with names: [String]
    ) throws(EntryError) -> [(name: String, convert: Converter)] {
        for (name, _) in converters where !names.contains(name) {
            throw .converterNotInManifest(name)
        }
        var matched: [(name: String, convert: Converter)] = []
        for name in names {
            guard let converter = converters.last(where: { $0.name == name }) else {
                throw .converterNotInPlugin(name)
            }
            matched.append(converter)
        }
        return matched
    }
}
