internal import RestorationCore

extension PluginIndex {
    /// What a look at the files came to.
    enum Check {
        /// All is as it was; these are not in order, as before.
        case current(faults: [LoadingError])
        /// The first that is not.
        case outdated(path: String)
    }

    /// Compares the index with directories and files, which costs a system call for each. Libraries
    /// are not opened, except those that were not in order: their errors must be told again.
    func check(_ checks: PluginIndexing) -> Check {
        var faults: [LoadingError] = []
        var inspector = PluginInspector()
        var unusual = unusual[...]
        for directory in directories {
            guard let path = directory.path, let state = directory.state else {
                return .outdated(path: directory.path ?? "")
            }
            if let changed = firstChange(
                in: directory,
                path,
                state,
                checks,
                &inspector,
                &faults
            ) {
                return .outdated(path: changed)
            }
            while let file = unusual.first, directory.files.contains(file) {
                unusual.removeFirst()
                guard tell(of: file, &inspector, &faults) else {
                    return .outdated(path: self.path(ofFile: file) ?? path)
                }
            }
        }
        return .current(faults: faults)
    }

    private func firstChange(
        in directory: Directory,
        _ path: String,
        _ state: DirectoryState,
        _ checks: PluginIndexing,
        _ inspector: inout PluginInspector,
        _ faults: inout [LoadingError]
    ) -> String? {
        if state == .refused {
            do {
                _ = try inspector.names(in: path)
                return path
            } catch {
                if !faults.contains(error) { faults.append(error) }
                return nil
            }
        }
        do {
            let opened = try OpenDirectory(path)
            let stamp = try opened.stamp()
            guard state == .present, image.hasStamp(stamp, at: directory.stamp) else { return path }
            // What happens to the directories above leaves no trace in this one.
            guard !inspector.refuses(path) else { return path }
            guard checks == .checkingFiles else { return nil }
            let changed = directory.files.first { !isUnchanged(file: $0, in: opened) }
            return changed.map { self.path(ofFile: $0) ?? path }
        } catch {
            return error.meansAbsence && state == .absent ? nil : path
        }
    }

    private func isUnchanged(file: Int, in directory: OpenDirectory) -> Bool {
        let record = record(ofFile: file)
        let kind = image.uint32(at: record + 8)
        guard kind == Kind.plugin.rawValue || kind == Kind.otherName.rawValue else { return true }
        guard
            let stamp = directory.stamp(
                of: image,
                at: Int(image.uint32(at: record)),
                count: Int(image.uint32(at: record + 4))
            ), image.hasStamp(stamp, at: record + 32)
        else { return false }
        let sidecarSize = Int(image.uint32(at: record + 116))
        guard sidecarSize > 0 else { return true }
        let sidecar = directory.stamp(
            of: image,
            at: Int(image.uint32(at: record + 112)),
            count: sidecarSize
        )
        return sidecar.map { image.hasStamp($0, at: record + 72) } ?? false
    }

    /// Finds the fault of a file again; returns false if it has none any more.
    private func tell(
        of file: Int,
        _ inspector: inout PluginInspector,
        _ faults: inout [LoadingError]
    ) -> Bool {
        guard let path = path(ofFile: file) else { return false }
        switch kind(ofFile: file) {
        case .faulty:
            do {
                _ = try inspector.inspect(PluginFile(path))
                return false
            } catch {
                faults.append(error)
            }
        case .sidecarAlone: faults.append(.sidecarWithoutLibrary(file: path))
        case .plugin, .otherName, nil: break
        }
        return true
    }
}
