internal import RestorationCore

/// A plugin as a search has found it: what decides about it, and the rest as an index holds it. An
/// object, because it is large to move about.
final class ScannedPlugin: Sendable {
    let identifier: PluginIdentifier
    let version: PluginVersion
    let abi: ABIRange
    let applications: ApplicationScope
    let isDisabled: Bool
    /// Its manifest; see ``ManifestRecord``.
    let record: [UInt8]
    let stamp: FileStamp
    /// `nil` if there is no sidecar.
    let sidecarStamp: FileStamp?
    let traits: LibraryTraits

    var identity: ReadOnlyFile.Identity { ReadOnlyFile.Identity(stamp) }

    init(_ plugin: DiscoveredPlugin) {
        var writer = FlatWriter()
        ManifestRecord.write(plugin.manifest, to: &writer)
        identifier = plugin.manifest.identifier
        version = plugin.manifest.version
        abi = plugin.manifest.abi
        applications = plugin.manifest.applications
        isDisabled = plugin.isDisabled
        record = writer.bytes
        stamp = plugin.stamp
        sidecarStamp = plugin.sidecarStamp
        traits = plugin.traits
    }

    private init(_ manifest: PlainManifest, stamp: FileStamp, traits: LibraryTraits) {
        identifier = manifest.identifier
        version = manifest.version
        abi = manifest.abi
        applications = manifest.applications
        isDisabled = false
        record = manifest.record
        self.stamp = stamp
        sidecarStamp = nil
        self.traits = traits
    }

    /// Reads a library that has a plain manifest, and no sidecar.
    ///
    /// - Parameter room: for its manifest, and then for that of the next one.
    /// - Returns: `nil` if anything is out of the ordinary, or wrong: then
    ///   ``DiscoveredPlugin/init(inspecting:)`` says what.
    static func plain(
        _ name: String,
        in directory: OpenDirectory,
        _ room: inout PlainRoom
    ) -> PlainPlugins.Found? {
        do {
            let library = try ELFLibrary(name) { () throws(ReadOnlyFile.OpeningError) in
                try ReadOnlyFile(name: name, in: directory)
            }
            let entries = try library.dynamicEntries()
            let traits = try library.checkCode(entries)
            guard let facts = library.facts, let bytes = try library.manifest(),
                let manifest = PlainManifest(bytes, &room),
                try library.exports(PluginImage.entryPointName, entries)
            else { return nil }
            let plugin = ScannedPlugin(
                manifest,
                stamp: library.stamp,
                traits: traits
            )
            return PlainPlugins.Found(plugin: plugin, facts: facts)
        } catch {
            return nil
        }
    }

    /// The plugin with its manifest unfolded.
    ///
    /// - Parameter file: the path of its library.
    func unfolded(file: String) -> DiscoveredPlugin? {
        ManifestRecord.read(FlatBytes(record), at: 0).map { manifest in
            DiscoveredPlugin(
                file: file,
                sidecar: sidecarStamp == nil ? nil : Sidecar.path(forLibrary: file),
                manifest: manifest,
                isDisabled: isDisabled,
                stamp: stamp,
                sidecarStamp: sidecarStamp,
                traits: traits,
                hasLastingStamp: false
            )
        }
    }
}
