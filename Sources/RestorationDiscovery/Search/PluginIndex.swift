internal import RestorationCore

/// What a search found in the directories, for the next launch: which plugins there are, what
/// ``PluginSummary`` says of them, and what their files were.
///
/// ```
/// "RSTINDEX", checksum of all that follows (64 bits)
/// build, boot                        texts
/// number of directories, and each:
///   path, state, whether it has names, stamp, number of files, and each:
///     name, kind; of a plugin also: stamp, sidecar's stamp, summary
/// ```
///
/// Numbers are little-endian; a text is its length (32 bits) and its bytes.
///
/// An index counts for the build that wrote it alone: there is no number of a format that somebody
/// could forget to raise.
struct PluginIndex {
    let directories: [ScannedDirectory]

    private static let magic = Array("RSTINDEX".utf8)
    private static let headerSize = 16

    init(_ directories: [ScannedDirectory]) { self.directories = directories }

    // MARK: Writing

    /// The bytes of the index.
    ///
    /// - Parameter time: When the search began: a stamp that is not settled by then stands without
    ///   its times, and vouches for nothing.
    func bytes(build: String, boot: String, at time: Int64) -> [UInt8] {
        var writer = IndexWriter(settledAt: time)
        writer.append(build)
        writer.append(boot)
        writer.append(directories) { writer, directory in
            writer.append(directory.path)
            writer.append(directory.state)
            writer.append(directory.hasNames)
            writer.append(directory.files) { $0.append($1) }
        }
        return Self.magic + writer.bytes[...].checksum.bytes + writer.bytes
    }

    // MARK: Reading

    /// Reads an index.
    ///
    /// - Parameter build: The build that must have written it; `nil` for any, where nothing depends
    ///   on what is read.
    init(_ bytes: [UInt8], build: String?, boot: String) throws(IndexReport.Flaw) {
        guard bytes.count >= Self.headerSize, bytes.starts(with: Self.magic) else {
            throw .damaged
        }
        guard bytes[8..<Self.headerSize].elementsEqual(bytes[Self.headerSize...].checksum.bytes)
        else { throw .damaged }
        var reader = IndexReader(bytes, from: Self.headerSize)
        let writer = reader.text()
        guard writer == build || build == nil else { throw .otherFormat }
        guard reader.text() == boot else { throw .otherBoot }
        let directories = reader.list { reader -> ScannedDirectory? in
            guard let path = reader.text(), let state = reader.directoryState(),
                let hasNames = reader.bool(),
                let files = reader.list({ $0.file(in: path) })
            else { return nil }
            return ScannedDirectory(path: path, state: state, hasNames: hasNames, files: files)
        }
        guard let directories else { throw .damaged }
        self.directories = directories
    }
}

/// Collects the bytes of an index.
private struct IndexWriter {
    private(set) var bytes: [UInt8] = []
    private let time: Int64

    init(settledAt time: Int64) { self.time = time }

    mutating func append(_ number: some FixedWidthInteger) {
        bytes.append(contentsOf: number.bytes)
    }

    mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func append(_ text: String) {
        append(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append<Element>(
        _ elements: [Element],
        _ element: (inout IndexWriter, Element) -> Void
    ) {
        append(UInt32(elements.count))
        for next in elements { element(&self, next) }
    }

    mutating func append(_ stamp: FileStamp) {
        let isSettled = stamp.isSettled(at: time)
        append(stamp.device)
        append(stamp.inode)
        append(stamp.size)
        append(isSettled ? stamp.modified : .min)
        append(isSettled ? stamp.changed : .min)
    }

    mutating func append(_ state: ScannedDirectory.State) {
        switch state {
        case .absent: bytes.append(0)
        case .refused: bytes.append(1)
        case .present(let stamp):
            bytes.append(2)
            append(stamp)
        }
    }

    mutating func append(_ file: ScannedFile) {
        append(file.name)
        switch file.content {
        case .plugin(let plugin), .otherName(let plugin):
            bytes.append(0)
            append(plugin.stamp)
            append(plugin.sidecarStamp != nil)
            if let stamp = plugin.sidecarStamp { append(stamp) }
            append(plugin.summary)
        case .faulty: bytes.append(1)
        case .sidecarAlone: bytes.append(2)
        case .misnamed: bytes.append(3)
        }
    }

    private mutating func append(_ summary: PluginSummary) {
        append(summary.identifier.rawValue)
        append(summary.formerIdentifiers) { $0.append($1) }
        append(summary.version.description)
        append(summary.abi.minimum.packed)
        append(summary.abi.maximum.packed)
        append(summary.applications.names) { $0.append($1) }
        append(summary.applications.includesEveryApplication)
        append(summary.isDisabled)
        append(summary.routes) { writer, claim in
            writer.append(claim.className)
            writer.append(claim.priority)
            writer.append(claim.pattern.description)
        }
        append(summary.converters) { writer, converter in
            writer.append(converter.name)
            writer.append(converter.source)
            writer.append(converter.target)
        }
    }

    private mutating func append(_ version: ClassVersion) {
        append(version.plugin)
        append(version.className)
        append(version.schemaVersion)
    }
}

/// Reads one value after another; `nil` for one that is not there or cannot be one.
private struct IndexReader {
    private let bytes: [UInt8]
    private var offset: Int
    private var left: Int { bytes.count - offset }

    init(_ bytes: [UInt8], from offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        let size = Number.bitWidth / 8
        guard left >= size else { return nil }
        var number: Number = 0
        for place in 0..<size {
            number |= Number(truncatingIfNeeded: bytes[offset + place]) << Number(8 * place)
        }
        offset += size
        return number
    }

    mutating func bool() -> Bool? { number(UInt8.self).map { $0 == 1 } }

    mutating func text() -> String? {
        guard let count = number(UInt32.self), count <= left else { return nil }
        defer { offset += Int(count) }
        return String(decoding: bytes[offset..<offset + Int(count)], as: UTF8.self)
    }

    mutating func list<Element>(_ element: (inout IndexReader) -> Element?) -> [Element]? {
        // Every element takes a byte at least: a larger number is not to be believed.
        guard let count = number(UInt32.self), count <= left else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        }
        return elements
    }

    mutating func stamp() -> FileStamp? {
        guard let device = number(UInt64.self), let inode = number(UInt64.self),
            let size = number(UInt64.self), let modified = number(Int64.self),
            let changed = number(Int64.self)
        else { return nil }
        return FileStamp(
            device: device,
            inode: inode,
            size: size,
            modified: modified,
            changed: changed
        )
    }

    mutating func directoryState() -> ScannedDirectory.State? {
        switch number(UInt8.self) {
        case 0: .absent
        case 1: .refused(nil)
        case 2: stamp().map { .present($0) }
        default: nil
        }
    }

    mutating func file(in directory: String) -> ScannedFile? {
        guard let name = text(), let kind = number(UInt8.self) else { return nil }
        let content: ScannedFile.Content
        switch kind {
        case 0:
            guard let stamp = stamp(), let hasSidecar = bool() else { return nil }
            let sidecarStamp = hasSidecar ? self.stamp() : nil
            guard !hasSidecar || sidecarStamp != nil, let summary = summary() else { return nil }
            content = .plugin(
                FoundPlugin(
                    file: directory.path(of: name),
                    summary,
                    stamp: stamp,
                    sidecarStamp: sidecarStamp
                )
            )
        case 1: content = .faulty(nil)
        case 2: content = .sidecarAlone
        case 3: content = .misnamed
        default: return nil
        }
        return ScannedFile(name: name, content: content)
    }

    private mutating func summary() -> PluginSummary? {
        guard let identifier = text().flatMap(PluginIdentifier.init(_:)),
            let formerIdentifiers = list({ $0.text() }),
            let version = text().flatMap(PluginVersion.init(_:)),
            let minimum = number(UInt32.self), let maximum = number(UInt32.self),
            let abi = ABIRange(
                minimum: ABIVersion(packed: minimum),
                maximum: ABIVersion(packed: maximum)
            ),
            let applications = list({ $0.text() }), let includesEvery = bool(),
            let isDisabled = bool(),
            let routes = list({ $0.claim() }), let converters = list({ $0.converter() })
        else { return nil }
        return PluginSummary(
            identifier: identifier,
            formerIdentifiers: formerIdentifiers,
            version: version,
            abi: abi,
            applications: ApplicationScope(names: applications, includesEvery),
            isDisabled: isDisabled,
            routes: routes,
            converters: converters
        )
    }

    private mutating func converter() -> PluginManifest.Converter? {
        guard let name = text(), let source = classVersion(), let target = classVersion() else {
            return nil
        }
        return PluginManifest.Converter(name: name, source: source, target: target)
    }

    private mutating func classVersion() -> ClassVersion? {
        guard let plugin = text(), let className = text(), let version = number(UInt32.self) else {
            return nil
        }
        return ClassVersion(plugin: plugin, className: className, schemaVersion: version)
    }

    private mutating func claim() -> PluginSummary.RouteClaim? {
        guard let name = text(), let priority = number(Int32.self),
            let pattern = text().flatMap({ try? RoutePattern(parsing: $0) })
        else { return nil }
        return PluginSummary.RouteClaim(className: name, priority: priority, pattern: pattern)
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the lowest first.
    fileprivate var bytes: [UInt8] {
        (0..<bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}

extension ArraySlice<UInt8> {
    /// FNV-1a over words of 64 bits: tells that a file was cut off or changed by accident. Nobody
    /// else may write to it.
    var checksum: UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        var next = startIndex
        while next < endIndex {
            var word: UInt64 = 0
            for place in 0..<Swift.min(8, endIndex - next) {
                word |= UInt64(self[next + place]) << UInt64(8 * place)
            }
            sum = (sum ^ word) &* 0x100_0000_01B3
            next += 8
        }
        return (sum ^ UInt64(count)) &* 0x100_0000_01B3
    }
}
