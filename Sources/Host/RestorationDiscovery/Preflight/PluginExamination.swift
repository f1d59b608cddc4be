/// The host's checks of a plugin's files before loading, with separate answers for tools. None of
/// the plugin's code runs.
package struct PluginExamination {
    /// Why the file or its sidecar is not trusted, if so.
    package let trustFault: DiscoveryError?
    /// Why the library itself has no entry point, if so.
    package let entryPointFault: DiscoveryError?
    /// Why the preflight would refuse the library or its dependencies, if so. For an untrusted
    /// library, the same as ``trustFault``.
    package let linkageFault: DiscoveryError?
    package let neededLibraries: [String]
    /// The missing dependencies and symbol versions, according to the files in the dynamic loader's
    /// directories. A host may nevertheless provide a dependency that it has already loaded.
    package let libraryFaults: [LibraryFault]
    /// All exported names, sorted; empty for a binding.
    package let exportedNames: [String]

    /// The sanitizer that the library was built for; `nil` for none.
    package let sanitizer: String?
    /// Whether the library was built for AddressSanitizer, whose runtime the program must have.
    package var isSanitized: Bool { sanitizer == "AddressSanitizer" }

    package init(_ plugin: DiscoveredPlugin) {
        trustFault = Self.fault { () throws(DiscoveryError) in
            var directories = TrustedDirectories()
            for file in [plugin.file, plugin.sidecar].compactMap(\.self) {
                _ = try directories.resolve(file: file)
            }
        }
        guard !plugin.isBinding else {
            entryPointFault = nil
            linkageFault = nil
            libraryFaults = []
            exportedNames = []
            sanitizer = nil
            // Discovery has just read it, so no fault is expected.
            neededLibraries = (try? BindingDocument(file: plugin.file))?.libraries ?? []
            return
        }
        entryPointFault = Self.fault { () throws(DiscoveryError) in
            let library = try ELFLibrary(opening: plugin.file)
            guard try library.exports(DiscoveredPlugin.entryPointName) else {
                throw .noEntryPoint(file: plugin.file)
            }
        }
        linkageFault = Self.fault { () throws(DiscoveryError) in
            var preflight = Preflight(directories: TrustedDirectories())
            _ = try preflight.clear(library: plugin.file)
        }
        do throws(DiscoveryError) {
            let library = try ELFLibrary(opening: plugin.file)
            let (needed, exported) = (try library.linkage().needed, try library.exportedNames())
            let sanitizer = try library.undefinedNames().lazy
                .compactMap(SanitizerRuntime.sanitizer(defining:)).first
            (neededLibraries, exportedNames, self.sanitizer) = (needed, exported, sanitizer)
        } catch {
            // One of the faults above gives the reason.
            (neededLibraries, exportedNames, sanitizer) = ([], [], nil)
        }
        var finder = LibraryFinder(environment: ProcessFacts.current.environment)
        // Resolves links, as a host does: `$ORIGIN` is the real file's directory.
        var directories = TrustedDirectories()
        let file = (try? directories.resolve(file: plugin.file)) ?? plugin.file
        libraryFaults = finder.faults(inNeedsOf: file)
    }

    private static func fault(_ question: () throws(DiscoveryError) -> Void) -> DiscoveryError? {
        do throws(DiscoveryError) {
            try question()
            return nil
        } catch {
            return error
        }
    }
}
