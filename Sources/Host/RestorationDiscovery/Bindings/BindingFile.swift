internal import RestorationCore

/// The file of a binding: `gtk.restoration-binding.json`.
package enum BindingFile {
    /// The file name's suffix, by which hosts recognise a binding.
    package static let suffix = ".restoration-binding.json"

    /// Reads a binding, with a stamp of the file as it was read.
    ///
    /// - Parameter facts: receives the file's facts; `nil` if a link led to the file.
    static func read(
        _ file: PluginFile,
        facts: inout FileFacts?
    ) throws(DiscoveryError) -> (document: BindingDocument, stamp: FileStamp) {
        let (bytes, stamp) = try contents(of: file, facts: &facts)
        do {
            var document = try BindingDocument(parsing: bytes)
            document.libraries = document.libraries.map { place($0, beside: file.path) }
            return (document, stamp)
        } catch {
            throw .manifest(file: file.path, error)
        }
    }

    static func libraries(of file: String) throws -> [String] {
        var facts: FileFacts?
        let bytes = try contents(of: PluginFile(file), facts: &facts).bytes
        let value = try JSONTree(parsing: bytes, of: .binding).root.member("library")
        return (value?.elements ?? [value].compactMap(\.self)).compactMap(\.string)
            .map { place($0, beside: file) }
    }

    fileprivate static func contents(
        of file: PluginFile,
        facts: inout FileFacts?
    ) throws(DiscoveryError) -> (bytes: [UInt8], stamp: FileStamp) {
        let opened: ReadOnlyFile
        do {
            opened = try file.open()
        } catch {
            throw error.discoveryError(file.path)
        }
        facts = opened.facts
        let stamp = opened.stamp
        let size = opened.sizeInBytes
        guard size <= BindingDocument.maximumSizeInBytes else {
            throw .manifest(file: file.path, .tooLarge(sizeInBytes: size, .binding))
        }
        do {
            return (try opened.read(size, at: 0), stamp)
        } catch {
            throw .unreadable(file: file.path, error)
        }
    }

    /// Resolves a library's `./` against the binding's directory.
    private static func place(_ library: String, beside file: String) -> String {
        guard library.hasPrefix("./"), let slash = file.lastIndex(of: "/") else { return library }
        return "\(file[...slash])\(library.dropFirst(2))"
    }

    package static func isOwn(_ library: String, of file: String) -> Bool {
        let directory = file.lastIndex(of: "/").map { file[...$0] } ?? "./"
        return library.hasPrefix(directory) && !library.dropFirst(directory.count).contains("/")
    }
}

extension DiscoveredPlugin {
    /// Whether the plugin is a binding: a file that describes the objects of a library without
    /// restoration code. ``file`` is then that file.
    public var isBinding: Bool { file.hasSuffix(BindingFile.suffix) }

    /// Reads the binding again from its file.
    ///
    /// - Throws: ``DiscoveryError`` if it cannot be read, is not trusted, or has another manifest
    ///   than when it was found.
    package func bindingDocument() throws(DiscoveryError) -> BindingDocument {
        var directories = TrustedDirectories()
        _ = try directories.resolve(file: file)
        var facts: FileFacts?
        let document = try BindingFile.read(PluginFile(file), facts: &facts).document
        guard document.manifest == manifest else { throw .replaced(file: file) }
        return document
    }
}

extension BindingDocument {
    /// Reads a binding from a file of any name, without checking the file's permissions.
    ///
    /// - Throws: ``DiscoveryError`` if it cannot be read or has a fault.
    package init(file: String) throws(DiscoveryError) {
        var facts: FileFacts?
        self = try BindingFile.read(PluginFile(file), facts: &facts).document
    }

    package static func faults(ofFile file: String) throws(DiscoveryError) -> [DiscoveryError] {
        var facts: FileFacts?
        let bytes = try BindingFile.contents(of: PluginFile(file), facts: &facts).bytes
        return faults(parsing: bytes).map { .manifest(file: file, $0) }
    }
}

extension NamePlaces {
    package init(ofFile file: String) throws(DiscoveryError) {
        var facts: FileFacts?
        let bytes = try BindingFile.contents(of: PluginFile(file), facts: &facts).bytes
        do {
            try self.init(parsing: bytes)
        } catch {
            throw .manifest(file: file, error)
        }
    }
}
