internal import RestorationCore

extension PluginIndex {
    /// Joins what a search found with what becomes of it. There are no routes yet.
    ///
    /// - Parameters:
    ///   - key: all that the decisions depend on besides the files.
    ///   - scanStart: when the search began: what changed shortly before may have changed again
    ///     since, unseen, and gets no stamp.
    init(
        _ scanned: [ScannedDirectory],
        _ selection: PluginSelection,
        key: [UInt8],
        boot: String,
        scanStart: Int64
    ) {
        self.init(
            PluginIndexBuilder(scanned, selection, scanStart: scanStart).bytes(key: key, boot: boot)
        )
    }

    /// The same index with the routes of the plugins that are used, fit to be written.
    func addingRoutes() -> PluginIndex {
        var routes: [Route] = []
        var places: [[Int]] = []
        for number in 0..<fileCount where isPlugin(number) && verdict(onFile: number) == .used {
            guard let manifest = plugin(number)?.manifest else { continue }
            for (classNumber, restorationClass) in manifest.classes.enumerated() {
                for (patternNumber, pattern) in restorationClass.routes.enumerated() {
                    routes.append(Route(pattern, to: restorationClass, of: manifest))
                    places.append([number, classNumber, patternNumber])
                }
            }
        }
        let ranking = RouteRanking(routes)
        var writer = FlatWriter(image.bytes)
        writer.mark(112, count: routes.count)
        for place in ranking.places { writer.append(words: places[place]) }
        writer.align()
        writer.set(UInt32(writer.bytes.count), at: 120)
        writer.append(contentsOf: ranking.image)
        writer.set(UInt64(writer.bytes.count), at: 16)
        writer.set(FlatBytes(writer.bytes).checksum(from: 32), at: 24)
        return PluginIndex(writer.bytes)
    }
}

/// Lays out an index; see ``PluginIndex`` for what stands where.
private struct PluginIndexBuilder {
    private let directories: [ScannedDirectory]
    private let files: [Entry]
    private let scanStart: Int64

    /// A file, and what becomes of it.
    private struct Entry {
        let file: ScannedFile
        let directory: Int
        var verdict = PluginSelection.Verdict.used
        /// The offsets of its texts, and the size of each.
        var name = (offset: 0, count: 0)
        var sidecar = (offset: 0, count: 0)
        var manifest = 0

        /// The plugin that it is, by whatever name.
        var plugin: ScannedPlugin? {
            switch file.content {
            case .plugin(let plugin), .otherName(let plugin): plugin
            case .faulty, .sidecarAlone: nil
            }
        }

        var kind: PluginIndex.Kind {
            switch file.content {
            case .plugin: .plugin
            case .otherName: .otherName
            case .faulty: .faulty
            case .sidecarAlone: .sidecarAlone
            }
        }

        var isUsed: Bool { kind == .plugin && verdict == .used }
        /// Whether the next search must tell something about it.
        var isUnusual: Bool {
            kind == .faulty || kind == .sidecarAlone || kind == .plugin && verdict == .otherABI
        }
    }

    init(_ scanned: [ScannedDirectory], _ selection: PluginSelection, scanStart: Int64) {
        directories = scanned
        self.scanStart = scanStart
        var entries = scanned.enumerated().flatMap { number, directory in
            directory.files.map { Entry(file: $0, directory: number) }
        }
        let places = entries.indices.filter { entries[$0].kind == .plugin }
        let verdicts = selection.verdicts(on: places.compactMap { entries[$0].plugin })
        for (place, verdict) in zip(places, verdicts) {
            entries[place].verdict =
                switch verdict {
                case .older(let rival): .older(than: places[rival])
                case .later(let rival): .later(than: places[rival])
                default: verdict
                }
        }
        files = entries
    }

    func bytes(key: [UInt8], boot: String) -> [UInt8] {
        var writer = FlatWriter()
        writer.append(PluginIndex.magic)
        writer.append(PluginIndex.format)
        writer.append(zeroes: 16)
        let boot = Array(boot.utf8.prefix(40))
        writer.append(contentsOf: boot)
        writer.append(zeroes: PluginIndex.headerSize - writer.bytes.count)

        writer.mark(72, count: key.count)
        writer.append(contentsOf: key)
        writeDirectories(to: &writer)
        writeFiles(to: &writer)
        return writer.bytes
    }

    private func writeDirectories(to writer: inout FlatWriter) {
        let paths = directories.map { writer.appendName($0.path) }
        writer.align()
        writer.mark(80, count: directories.count)
        var table = FlatTable(wordCount: directories.count * 8)
        var first = 0
        for (directory, path) in zip(directories, paths) {
            let state: PluginIndex.DirectoryState
            var stamp: FileStamp?
            switch directory.state {
            case .absent: state = .absent
            case .refused: state = .refused
            case .present(let found):
                state = .present
                stamp = found
            }
            table.append(path.offset, path.count)
            table.append(Int(state.rawValue), first)
            table.append(directory.files.count, 0)
            table.append(settled(stamp))
            first += directory.files.count
        }
        writer.append(table)
    }

    private func writeFiles(to writer: inout FlatWriter) {
        let laid = files.map { entry in
            var entry = entry
            entry.name = writer.appendName(entry.file.name)
            if entry.plugin?.sidecarStamp != nil {
                entry.sidecar = writer.appendName(Sidecar.path(forLibrary: entry.file.name))
            }
            if entry.kind == .plugin, let record = entry.plugin?.record {
                entry.manifest = writer.bytes.count
                writer.append(contentsOf: record)
            }
            return entry
        }
        writer.align()
        writer.mark(88, count: laid.count)
        var table = FlatTable(wordCount: laid.count * 15)
        for entry in laid {
            let code = entry.verdict.code
            let plugin = entry.plugin
            table.append(entry.name.offset, entry.name.count)
            table.append(Int(entry.kind.rawValue), Int(code.verdict))
            table.append(code.rival, entry.manifest)
            table.append(entry.directory, Int(plugin?.traits.rawValue ?? 0))
            table.append(settled(plugin?.stamp))
            table.append(settled(plugin?.sidecarStamp))
            table.append(entry.sidecar.offset, entry.sidecar.count)
        }
        writer.append(table)
        writer.append(list: files.indices.filter { files[$0].isUnusual }, at: 96)
        let used = files.indices.filter { files[$0].isUsed }.compactMap { number in
            files[number].plugin.map { (number, $0.identifier.rawValue) }
        }
        let sorted = used.sorted { $0.1.precedesByBytes($1.1) }
        writer.append(list: sorted.map(\.0), at: 104)
    }

    private func settled(_ stamp: FileStamp?) -> FileStamp? {
        stamp.map { $0.isSettled(at: scanStart) ? $0 : $0.withoutTimes }
    }
}

extension FlatWriter {
    /// Notes in the header that a table begins here.
    fileprivate mutating func mark(_ position: Int, count: Int) {
        set(UInt32(bytes.count), at: position)
        set(UInt32(count), at: position + 4)
    }

    /// Appends numbers, and notes in the header where.
    fileprivate mutating func append(list numbers: [Int], at position: Int) {
        mark(position, count: numbers.count)
        append(words: numbers)
    }

    /// Appends a name with the NUL that the system wants.
    fileprivate mutating func appendName(_ name: String) -> (offset: Int, count: Int) {
        let offset = bytes.count
        append(contentsOf: name.utf8)
        append(0 as UInt8)
        return (offset, name.utf8.count)
    }
}
