public import RestorationCore

/// A plugin as its files declare it. None of its code has run.
public struct DiscoveredPlugin: Hashable, Sendable {
    /// The path of the library, or of the binding.
    public var file: String { content.facts.file }
    /// The path of the sidecar, if there is one.
    public var sidecar: String? { content.facts.sidecar }
    /// The manifest, without the parts that the sidecar removes.
    public var manifest: PluginManifest { content.facts.manifest }
    /// Whether the sidecar disables the plugin.
    public var isDisabled: Bool { content.facts.isDisabled }
    /// The library's stamp when it was read.
    var stamp: FileStamp { content.facts.stamp }
    /// Whether the library itself defines the entry point; `true` for bindings.
    var hasEntryPoint: Bool { content.facts.hasEntryPoint }

    /// The only symbol that a host looks up in a library.
    package static let entryPointName = "restoration_plugin_entry"

    private let content: Content

    /// An object, because copying the facts is expensive.
    private final class Content: Sendable {
        let facts: Facts

        init(_ facts: Facts) { self.facts = facts }
    }

    private struct Facts: Hashable, Sendable {
        let file: String
        let sidecar: String?
        let manifest: PluginManifest
        let isDisabled: Bool
        let stamp: FileStamp
        let hasEntryPoint: Bool
    }

    /// Compares the contents.
    public static func == (left: Self, right: Self) -> Bool {
        left.content === right.content || left.content.facts == right.content.facts
    }

    /// Hashes the contents.
    public func hash(into hasher: inout Hasher) { hasher.combine(content.facts) }

    /// The identity of the library's file, whatever its path.
    package var identity: ReadOnlyFile.Identity { ReadOnlyFile.Identity(stamp) }

    /// Reads the manifest of a library and its sidecar, or a binding.
    ///
    /// - Parameter file: the path of the library, with any suffix, although searches find only
    ///   `.so`. A binding's path ends in `.restoration-binding.json`.
    /// - Throws: ``DiscoveryError`` if a file cannot be read, or a manifest has a fault. A faulty
    ///   sidecar makes the plugin unusable, because it was meant to restrict the plugin.
    public init(inspecting file: String) throws(DiscoveryError) {
        var facts: FileFacts?
        try self.init(inspecting: PluginFile(file), facts: &facts)
    }

    /// - Parameter facts: receives the library's facts from the file system, unless a link led to
    ///   it.
    init(inspecting file: PluginFile, facts: inout FileFacts?) throws(DiscoveryError) {
        guard !file.path.hasSuffix(BindingFile.suffix) else {
            let (document, stamp) = try BindingFile.read(file, facts: &facts)
            self.init(
                file: file.path,
                sidecar: nil,
                manifest: document.manifest,
                isDisabled: false,
                stamp: stamp,
                hasEntryPoint: true
            )
            return
        }
        try self.init(inspectingLibrary: file, facts: &facts)
    }

    private init(
        inspectingLibrary file: PluginFile,
        facts: inout FileFacts?
    ) throws(DiscoveryError) {
        let library = try file.library()
        facts = library.facts
        let entries = try library.dynamicEntries()
        try library.checkCode(entries)
        let embedded = try library.manifest()
        let sidecarFile = Sidecar.path(forLibrary: file.path)
        let sidecar = file.mayHaveSidecar ? try Self.contents(ofSidecar: sidecarFile) : nil

        let manifest: PluginManifest
        var isDisabled = false
        if let embedded {
            let whole = try Self.reading(file.path) { reader throws(ManifestError) in
                try reader.manifest(from: embedded)
            }
            (manifest, isDisabled) = try Self.narrow(whole, by: sidecar, from: sidecarFile)
        } else if let sidecar {
            manifest = try Self.reading(sidecarFile) { reader throws(ManifestError) in
                try reader.manifest(from: sidecar)
            }
        } else {
            throw .noManifest(file: file.path)
        }
        self.init(
            file: file.path,
            sidecar: sidecar == nil ? nil : sidecarFile,
            manifest: manifest,
            isDisabled: isDisabled,
            stamp: library.stamp,
            hasEntryPoint: try library.exports(Self.entryPointName, entries)
        )
    }

    /// The same library under another path, without a sidecar.
    func called(_ file: String) -> DiscoveredPlugin {
        DiscoveredPlugin(
            file: file,
            sidecar: nil,
            manifest: manifest,
            isDisabled: false,
            stamp: stamp,
            hasEntryPoint: hasEntryPoint
        )
    }

    /// The manifest of a library, and the file that contains it.
    static func manifest(
        ofLibrary file: String
    ) throws(DiscoveryError) -> (bytes: [UInt8], file: String) {
        if let embedded = try ELFLibrary(opening: file).manifest() { return (embedded, file) }
        let sidecar = Sidecar.path(forLibrary: file)
        guard let bytes = try contents(ofSidecar: sidecar) else { throw .noManifest(file: file) }
        return (bytes, sidecar)
    }

    /// The manifest of a library without the sidecar's restrictions, or the sidecar's manifest if
    /// the library has none.
    package static func declaredManifest(
        ofLibrary file: String
    ) throws(DiscoveryError) -> PluginManifest {
        let (bytes, source) = try manifest(ofLibrary: file)
        return try reading(source) { reader throws(ManifestError) in
            try reader.manifest(from: bytes)
        }
    }

    private init(
        file: String,
        sidecar: String?,
        manifest: PluginManifest,
        isDisabled: Bool,
        stamp: FileStamp,
        hasEntryPoint: Bool
    ) {
        content = Content(
            Facts(
                file: file,
                sidecar: sidecar,
                manifest: manifest,
                isDisabled: isDisabled,
                stamp: stamp,
                hasEntryPoint: hasEntryPoint
            )
        )
    }

    private static func narrow(
        _ manifest: PluginManifest,
        by sidecar: [UInt8]?,
        from file: String
    ) throws(DiscoveryError) -> (PluginManifest, isDisabled: Bool) {
        guard let sidecar else { return (manifest, false) }
        return try reading(file) { reader throws(ManifestError) in
            let restriction = try reader.restriction(from: sidecar)
            return (try restriction.applied(to: manifest), restriction.isDisabled)
        }
    }

    private static func contents(ofSidecar path: String) throws(DiscoveryError) -> [UInt8]? {
        let file: ReadOnlyFile
        do {
            file = try ReadOnlyFile(path: path)
        } catch .system(.notFound) {
            // A dangling link still counts as a sidecar: its target may have disabled the plugin.
            let missing = DiscoveryError.missing(path)
            guard case .danglingLink = missing else { return nil }
            throw missing
        } catch .directory {
            throw .unreadable(file: path, .isADirectory)
        } catch {
            throw error.discoveryError(path)
        }
        let size = file.sizeInBytes
        guard size <= PluginManifest.maximumSizeInBytes else {
            throw .manifest(file: path, .tooLarge(sizeInBytes: size))
        }
        do {
            return try file.read(size, at: 0)
        } catch {
            throw .unreadable(file: path, error)
        }
    }

    static func reading<Result>(
        _ file: String,
        _ body: (ManifestReader) throws(ManifestError) -> Result
    ) throws(DiscoveryError) -> Result {
        do {
            return try body(ManifestReader())
        } catch {
            throw .manifest(file: file, error)
        }
    }
}

extension String {
    /// The path of a name in this directory. Interpolation would cost three times as much.
    func path(of name: String) -> String {
        var path = self
        path.reserveCapacity(utf8.count + 1 + name.utf8.count)
        path += "/"
        path += name
        return path
    }
}

/// The location of a plugin's library or a binding.
struct PluginFile {
    let path: String
    /// The directory and the name in it; `nil` if only the path is known.
    private let place: (directory: OpenDirectory, name: String)?
    let mayHaveSidecar: Bool

    init(_ path: String) {
        self.path = path
        place = nil
        mayHaveSidecar = true
    }

    init(_ path: String, _ name: String, in directory: OpenDirectory, mayHaveSidecar: Bool) {
        self.path = path.path(of: name)
        place = (directory, name)
        self.mayHaveSidecar = mayHaveSidecar
    }

    func library() throws(DiscoveryError) -> ELFLibrary {
        guard place != nil else { return try ELFLibrary(opening: path) }
        return try ELFLibrary(path) { () throws(ReadOnlyFile.OpeningError) in try open() }
    }

    func open() throws(ReadOnlyFile.OpeningError) -> ReadOnlyFile {
        guard let place else { return try ReadOnlyFile(path: path) }
        return try ReadOnlyFile(name: place.name, in: place.directory)
    }
}
