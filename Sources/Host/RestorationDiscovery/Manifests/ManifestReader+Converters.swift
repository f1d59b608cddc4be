import RestorationCore

extension ManifestReader {
    func converters(
        _ object: ManifestObject,
        of identifier: PluginIdentifier
    ) throws(ManifestError) -> [PluginManifest.Converter] {
        var converters: [PluginManifest.Converter] = []
        for value in try object.list("converters") {
            let entry = try ManifestObject(value)
            let converter = PluginManifest.Converter(
                name: try entry.value("id").className(),
                source: try classVersion(try entry.value("from"), of: identifier),
                target: try classVersion(try entry.value("to"), of: identifier)
            )
            guard !converters.contains(where: { $0.name == converter.name }) else {
                throw ManifestError(.repeatedConverter(converter.name), at: try entry.value("id"))
            }
            guard converter.source != converter.target else {
                throw ManifestError(.idleConverter, at: try entry.value("to"))
            }
            converters.append(converter)
        }
        return converters
    }

    /// - Parameter identifier: The plugin's own identifier, which is the default.
    private func classVersion(
        _ value: JSONValue,
        of identifier: PluginIdentifier
    ) throws(ManifestError) -> ClassVersion {
        let entry = try ManifestObject(value)
        var plugin = identifier
        if entry.contains("plugin") {
            let named = try entry.value("plugin")
            guard let found = PluginIdentifier(try named.text()) else {
                throw ManifestError(.malformedIdentifier, at: named)
            }
            plugin = found
        }
        return ClassVersion(
            plugin: plugin.rawValue,
            className: try entry.value("class").className(),
            schemaVersion: UInt32(try entry.integer("version", in: 1...Int64(UInt32.max)))
        )
    }
}
