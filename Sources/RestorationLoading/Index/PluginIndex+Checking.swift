internal import RestorationCore
internal import Synchronization

extension PluginIndex {
    /// Compares the index with directories and files, which costs a system call for each. Libraries
    /// are not opened, except those that were not in order: their errors must be told again.
    ///
    /// - Parameter faults: gets what is not in order, as before.
    /// - Returns: the path of the first that is not as it was; `nil` if all are.
    func firstChange(_ checks: PluginIndexing, _ faults: inout [LoadingError]) -> String? {
        var inspector = PluginInspector()
        var unusual = unusual[...]
        for number in 0..<directoryCount {
            let directory = directory(number)
            guard let path = directory.path, let state = directory.state else {
                return directory.path ?? ""
            }
            if let changed = firstChange(
                in: directory,
                path,
                state,
                checks,
                &inspector,
                &faults
            ) {
                return changed
            }
            while let file = unusual.first, directory.files.contains(file) {
                unusual.removeFirst()
                guard tell(of: file, &inspector, &faults) else {
                    return self.path(ofFile: file) ?? path
                }
            }
        }
        return nil
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
            return firstChange(of: directory.files, in: opened).map {
                self.path(ofFile: $0) ?? path
            }
        } catch {
            return error.meansAbsence && state == .absent ? nil : path
        }
    }

    /// The first of some files that is not what it was, each compared by a system call.
    private func firstChange(of files: Range<Int>, in directory: OpenDirectory) -> Int? {
        let first = FirstChange()
        SharedWork.run(files.count) { parts, _ in
            // Others may have found one that comes before these.
            guard parts.lowerBound < first.place.load(ordering: .relaxed) else { return }
            let changed = parts.first { part in
                !isUnchanged(file: files.lowerBound + part, in: directory)
            }
            if let changed { first.place.min(changed, ordering: .relaxed) }
        }
        let place = first.place.load(ordering: .relaxed)
        return place < files.count ? files.lowerBound + place : nil
    }

    private final class FirstChange: Sendable {
        let place = Atomic<Int>(Int.max)
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
        guard let sidecar = sidecar(ofFile: file) else { return true }
        let sidecarStamp = directory.stamp(
            of: image,
            at: Int(image.uint32(at: sidecar)),
            count: Int(image.uint32(at: sidecar + 4))
        )
        return sidecarStamp.map { image.hasStamp($0, at: sidecar + 8) } ?? false
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
        case .misnamed: faults.append(.invalidName(file: path))
        case .plugin, .otherName, nil: break
        }
        return true
    }
}
