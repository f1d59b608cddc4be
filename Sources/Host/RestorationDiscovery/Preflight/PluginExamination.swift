/// What a host asks of a plugin's files before it loads them, question by question, so that a tool
/// can answer all of them at once. None of the plugin's code runs.
package struct PluginExamination {
    /// Why the file or its sidecar is not trusted, or `nil`.
    package let trustFault: DiscoveryError?
    /// Why the library has no entry point of its own, or `nil`.
    package let entryPointFault: DiscoveryError?
    /// Why what the library brings along would be refused, or `nil`. Where the library itself is
    /// not trusted, that is the reason.
    package let linkageFault: DiscoveryError?
    /// The libraries that it needs, as it calls them.
    package let neededLibraries: [String]
    /// What it lacks to be loaded, as far as files tell: libraries that lie in no directory in
    /// which the dynamic loader would look for them, and versions of libraries. A host that has
    /// loaded one already provides it all the same.
    package let libraryFaults: [LibraryFault]
    /// All that the library defines for others, sorted; none of a binding.
    package let exportedNames: [String]

    /// The sanitizer for which the library was built; `nil` for none.
    package let sanitizer: String?
    /// Whether the library was built for AddressSanitizer, whose runtime the program has to have.
    package var isSanitized: Bool { sanitizer == "AddressSanitizer" }

    /// Examines the files of a plugin as they are now.
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
            // Read a moment ago, so there is no fault to tell.
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
            // One of the faults above says why.
            (neededLibraries, exportedNames, sanitizer) = ([], [], nil)
        }
        var finder = LibraryFinder(environment: ProcessFacts.current.environment)
        // As a host loads it: without links, so that `$ORIGIN` is where the file itself lies.
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
