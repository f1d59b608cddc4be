internal import RestorationCore

/// A shared library as its headers describe it. Nothing is loaded.
///
/// ```
/// ELF header, 64 bytes        0  7F 45 4C 46, class, byte order
///                            16  type, machine     (16 bits each)
///                            32  offset of the program headers (64)
///                            54  size and number of program headers (16 each)
/// program header, 56 bytes    0  type, flags       (32 bits each)
///                             8  offset in the file (64)
///                            16  address           (64)
///                            32  size in the file, size in memory (64 each)
///                            48  alignment (64)
/// ```
///
/// Like the dynamic loader, this reader uses only program headers, because section headers may be
/// stripped. It distrusts every number in the file, and rejects ambiguous files, which could load
/// other code than was examined. Of two headers or entries of one kind, for example, the dynamic
/// loader uses the last.
package struct ELFLibrary: ~Copyable {
    /// The path, for errors.
    let path: String
    let segments: [Segment]
    private let file: ReadOnlyFile
    /// The first bytes of the file, often enough for the headers and notes. One larger read is
    /// cheaper than two.
    private let start: [UInt8]
    private static let startSize = 4096

    struct Segment {
        let type: UInt32
        let flags: UInt32
        let offset: UInt64
        let address: UInt64
        let size: UInt64
        let sizeInMemory: UInt64
        let alignment: UInt64

        static let loadedType: UInt32 = 1
        static let dynamicType: UInt32 = 2
        static let noteType: UInt32 = 4
        static let headersType: UInt32 = 6
        static let threadLocalType: UInt32 = 7
        static let unwindingType: UInt32 = 0x6474_E550
        static let stackType: UInt32 = 0x6474_E551
        static let relroType: UInt32 = 0x6474_E552
        static let propertyType: UInt32 = 0x6474_E553
        static let executable: UInt32 = 1
        static let writable: UInt32 = 2
        static let readable: UInt32 = 4

        var isLoaded: Bool { type == Self.loadedType }
        var isExecutable: Bool { flags & Self.executable != 0 }
        var isWritable: Bool { flags & Self.writable != 0 }
    }

    /// Opens a file, following links, and reads its headers.
    init(opening path: String) throws(DiscoveryError) {
        try self.init(path) { () throws(ReadOnlyFile.OpeningError) in try ReadOnlyFile(path: path) }
    }

    init(
        _ path: String,
        _ open: () throws(ReadOnlyFile.OpeningError) -> ReadOnlyFile
    ) throws(DiscoveryError) {
        let file: ReadOnlyFile
        do {
            file = try open()
        } catch .system(.notFound) {
            throw .missing(path)
        } catch {
            throw error.discoveryError(path)
        }
        try self.init(file, path: path)
    }

    /// Reads the headers of an open file.
    ///
    /// - Throws: ``DiscoveryError`` if this process could not load the library, or if loading it
    ///   would make memory both writable and executable.
    private init(_ file: consuming ReadOnlyFile, path: String) throws(DiscoveryError) {
        (start, segments) = try Self.checkedSegments(of: file, path: path)
        self.file = file
        self.path = path
    }

    var identity: ReadOnlyFile.Identity { file.identity }
    var stamp: FileStamp { file.stamp }
    /// The file's facts from the file system, unless a link led to it.
    var facts: FileFacts? { file.facts }

    enum ReadingError: Error {
        case system(SystemError)
        case fault(ELFFault)

        func discoveryError(_ path: String) -> DiscoveryError {
            switch self {
            case .system(let error): .unreadable(file: path, error)
            case .fault(let fault): .notALibrary(file: path, fault)
            }
        }
    }

    func bytes(
        _ count: Int,
        at offset: UInt64,
        elseThrow beyondEnd: ELFFault
    ) throws(DiscoveryError) -> ByteWindow {
        if offset <= start.count, count <= start.count - Int(offset) {
            return ByteWindow(start, Int(offset)..<Int(offset) + count)
        }
        do {
            return ByteWindow(try file.bytes(count, at: offset, elseThrow: beyondEnd))
        } catch {
            throw error.discoveryError(path)
        }
    }

    func fault(_ fault: ELFFault) -> DiscoveryError {
        .notALibrary(file: path, fault)
    }

    #if arch(x86_64)
    private static let machine: UInt16 = 62
    #elseif arch(arm64)
    private static let machine: UInt16 = 183
    #endif
}

extension ELFLibrary {
    private static func checkedSegments(
        of file: borrowing ReadOnlyFile,
        path: String
    ) throws(DiscoveryError) -> (start: [UInt8], segments: [Segment]) {
        do {
            let size = min(file.sizeInBytes, startSize)
            let start = try file.bytes(size, at: 0, elseThrow: .truncated)
            let segments = try segments(from: start, of: file)
            try check(segments, ofFileWith: UInt64(file.sizeInBytes), start)
            return (start, segments)
        } catch {
            throw error.discoveryError(path)
        }
    }

    private static func segments(
        from start: [UInt8],
        of file: borrowing ReadOnlyFile
    ) throws(ReadingError) -> [Segment] {
        try checkHeader(start)
        let entrySize = start.uint16(at: 54)
        let count = start.uint16(at: 56)
        // 0xFFFF means that the number is elsewhere. No library has so many headers.
        guard count == 0 || entrySize == 56, count < 0xFFFF else {
            throw .fault(.malformedHeaders)
        }
        let offset = start.uint64(at: 32)
        let size = Int(count) * 56
        let isWithin = offset <= start.count && size <= start.count - Int(offset)
        let table = isWithin ? start : try file.bytes(size, at: offset, elseThrow: .truncated)
        let first = isWithin ? Int(offset) : 0
        var segments: [Segment] = []
        segments.reserveCapacity(Int(count))
        for start in stride(from: first, to: first + size, by: 56) {
            segments.append(
                Segment(
                    type: table.uint32(at: start),
                    flags: table.uint32(at: start + 4),
                    offset: table.uint64(at: start + 8),
                    address: table.uint64(at: start + 16),
                    size: table.uint64(at: start + 32),
                    sizeInMemory: table.uint64(at: start + 40),
                    alignment: table.uint64(at: start + 48)
                )
            )
        }
        return segments
    }

    private static func checkHeader(_ header: [UInt8]) throws(ReadingError) {
        guard !header.isEmpty else { throw .fault(.empty) }
        guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
            let library = LinkerScript.library(namedIn: header)
            throw .fault(library.map { .linkerScript(library: $0) } ?? .notELF)
        }
        guard header.count >= 64 else { throw .fault(.truncated) }
        guard header[4] == 2 else { throw .fault(.thirtyTwoBit) }
        guard header[5] == 1 else { throw .fault(.bigEndian) }
        let machine = header.uint16(at: 18)
        guard machine == Self.machine else { throw .fault(.otherMachine(machine)) }
        let type = header.uint16(at: 16)
        let sharedType: UInt16 = 3
        guard type == sharedType else { throw .fault(.notShared(type)) }
    }
}

extension DiscoveryError {
    /// The error for a missing file or a dangling link.
    static func missing(_ path: String) -> DiscoveryError {
        do {
            return .danglingLink(file: path, target: try FileFacts.target(ofLink: path))
        } catch {
            return .unreadable(file: path, .notFound)
        }
    }
}

extension ReadOnlyFile.OpeningError {
    func discoveryError(_ path: String) -> DiscoveryError {
        switch self {
        case .system(let error): .unreadable(file: path, error)
        case .notRegular: .notALibrary(file: path, .notRegular)
        case .directory: .notALibrary(file: path, .directory)
        }
    }
}

extension ReadOnlyFile {
    fileprivate borrowing func bytes(
        _ count: Int,
        at offset: UInt64,
        elseThrow beyondEnd: ELFFault
    ) throws(ELFLibrary.ReadingError) -> [UInt8] {
        let size = UInt64(sizeInBytes)
        guard offset <= size, UInt64(count) <= size - offset else { throw .fault(beyondEnd) }
        let bytes: [UInt8]
        do {
            bytes = try read(count, at: Int(offset))
        } catch {
            throw .system(error)
        }
        // The file may have shrunk since it was opened.
        guard bytes.count == count else { throw .fault(beyondEnd) }
        return bytes
    }
}
