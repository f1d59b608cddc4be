/// Collects what lies in directories, without choosing between plugins.
struct PluginSearch {
    var plugins: [DiscoveredPlugin] = []
    var faults: [LoadingError]
    // One file may be reached by several names; it does not shadow itself.
    private var seen: Set<ReadOnlyFile.Identity> = []
    private var trusted = TrustedDirectories()

    init(faults: [LoadingError]) {
        self.faults = faults
    }

    mutating func look(into directory: String) {
        let names: [String]
        do {
            names = try Directory.names(in: directory)
        } catch {
            faults.append(.unreadable(file: directory, error))
            return
        }
        guard !names.isEmpty, isTrusted(directory) else { return }
        for name in names where name.hasSuffix(Sidecar.librarySuffix) {
            inspect("\(directory)/\(name)")
        }
        let present = Set(names)
        for name in names where name.hasSuffix(Sidecar.suffix) {
            guard !present.contains(Sidecar.libraryName(for: name)) else { continue }
            faults.append(.sidecarWithoutLibrary(file: "\(directory)/\(name)"))
        }
    }

    private mutating func isTrusted(_ directory: String) -> Bool {
        do {
            _ = try trusted.resolve(directory: directory)
            return true
        } catch {
            // The application's subdirectory and the directory itself share most of their way.
            if !faults.contains(error) { faults.append(error) }
            return false
        }
    }

    private mutating func inspect(_ file: String) {
        do {
            let plugin = try DiscoveredPlugin(inspecting: file)
            for file in [plugin.file, plugin.sidecar].compactMap(\.self) {
                _ = try trusted.resolve(file: file)
            }
            if seen.insert(plugin.identity).inserted { plugins.append(plugin) }
        } catch {
            faults.append(error)
        }
    }
}
