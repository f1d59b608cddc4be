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
        let name: String
        let kind: PluginIndex.Kind
        /// The plugin that it is, by whatever name.
        let plugin: ScannedPlugin?
        let directory: Int
        var verdict = PluginSelection.Verdict.used

        init(_ file: ScannedFile, directory: Int) {
            name = file.name
            self.directory = directory
            switch file.content {
            case .plugin(let found): (kind, plugin) = (.plugin, found)
            case .otherName(let found): (kind, plugin) = (.otherName, found)
            case .faulty: (kind, plugin) = (.faulty, nil)
            case .sidecarAlone: (kind, plugin) = (.sidecarAlone, nil)
            case .misnamed: (kind, plugin) = (.misnamed, nil)
            }
        }

        var isUsed: Bool { kind == .plugin && verdict == .used }
        /// Whether the next search must tell something about it.
        var isUnusual: Bool {
            switch kind {
            case .faulty, .sidecarAlone, .misnamed: true
            case .plugin: verdict == .otherABI
            case .otherName: false
            }
        }
    }

    init(_ scanned: [ScannedDirectory], _ selection: PluginSelection, scanStart: Int64) {
        directories = scanned
        self.scanStart = scanStart
        var entries: [Entry] = []
        entries.reserveCapacity(scanned.reduce(0) { $0 + $1.files.count })
        for (number, directory) in scanned.enumerated() {
            for file in directory.files { entries.append(Entry(file, directory: number)) }
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
        writer.reserve(files.reduce(0) { $0 + 120 + ($1.plugin?.record.count ?? 0) })
        var table = FlatTable(wordCount: files.count * PluginIndex.fileSize / 8)
        var unusual: [Int] = []
        var used: [(number: Int, identifier: String)] = []
        for (number, entry) in files.enumerated() {
            write(entry, to: &writer, &table)
            if entry.isUnusual { unusual.append(number) }
            if entry.isUsed, let plugin = entry.plugin {
                used.append((number, plugin.identifier.rawValue))
            }
        }
        writer.align()
        writer.mark(88, count: files.count)
        writer.append(table)
        writer.append(list: unusual, at: 96)
        used.sort { $0.identifier.precedesByBytes($1.identifier) }
        writer.append(list: used.map(\.number), at: 104)
    }

    /// Appends the texts of a file, and its place in the table.
    private func write(_ entry: Entry, to writer: inout FlatWriter, _ table: inout FlatTable) {
        let plugin = entry.plugin
        let name = writer.appendName(entry.name)
        let sidecar = plugin?.sidecarStamp.map { writeSidecar(of: entry.name, $0, to: &writer) }
        var manifest = 0
        if entry.kind == .plugin, let record = plugin?.record {
            manifest = writer.bytes.count
            writer.append(contentsOf: record)
        }
        let code = entry.verdict.code
        table.append(name.offset, name.count)
        table.append(Int(entry.kind.rawValue), Int(code.verdict))
        table.append(code.rival, manifest)
        table.append(entry.directory, Int(plugin?.traits.rawValue ?? 0))
        table.append(settled(plugin?.stamp))
        table.append(sidecar ?? 0, 0)
    }

    /// Appends what is to be known about the sidecar of a library, and returns where.
    private func writeSidecar(
        of library: String,
        _ stamp: FileStamp,
        to writer: inout FlatWriter
    ) -> Int {
        let name = writer.appendName(Sidecar.path(forLibrary: library))
        writer.align()
        let place = writer.bytes.count
        var record = FlatTable(wordCount: 6)
        record.append(name.offset, name.count)
        record.append(settled(stamp))
        writer.append(record)
        return place
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
