internal import RestorationCore

/// A shared library as its headers describe it, without loading it.
///
/// ```
/// ELF header, 64 bytes        0  7F 45 4C 46, class, byte order
///                            16  type, machine     (16 bits each)
///                            32  offset of the program headers (64)
///                            54  size and number of program headers (16 each)
/// program header, 56 bytes    0  type, flags       (32 bits each)
///                             8  offset in the file (64)
///                            16  address           (64)
///                            32  size in the file (64)
///                            48  alignment (64)
/// ```
///
/// Only the program headers are followed, as the dynamic loader does: section headers may be
/// stripped. Every number comes from the file and is distrusted.
struct ELFLibrary: ~Copyable {
    /// The path, for errors.
    let path: String
    let segments: [Segment]
    private let file: ReadOnlyFile

    /// What one program header says.
    struct Segment {
        let type: UInt32
        let flags: UInt32
        let offset: UInt64
        let address: UInt64
        let size: UInt64
        let alignment: UInt64

        static let loadedType: UInt32 = 1
        static let dynamicType: UInt32 = 2
        static let noteType: UInt32 = 4
        static let stackType: UInt32 = 0x6474_E551
        static let executable: UInt32 = 1
        static let writable: UInt32 = 2

        var isExecutable: Bool { flags & Self.executable != 0 }
        var isWritable: Bool { flags & Self.writable != 0 }
    }

    /// Opens a file, following links, and reads its headers.
    init(opening path: String) throws(LoadingError) {
        let file: ReadOnlyFile
        do {
            file = try ReadOnlyFile(path: path)
        } catch .system(.notFound) {
            throw .missing(path)
        } catch {
            throw error.loadingError(path)
        }
        try self.init(file, path: path)
    }

    /// Reads the headers of an open file.
    ///
    /// - Parameter path: for errors.
    /// - Throws: ``LoadingError`` if it is no library that this process could load, or if loading
    ///   it would make memory both writable and executable.
    init(_ file: consuming ReadOnlyFile, path: String) throws(LoadingError) {
        segments = try Self.checkedSegments(of: file, path: path)
        self.file = file
        self.path = path
    }

    /// What stays the same however the file is called.
    var identity: ReadOnlyFile.Identity { file.identity }
    var stamp: FileStamp { file.stamp }

    /// Why the file cannot be read as a library.
    enum ReadingError: Error {
        case system(SystemError)
        case fault(ELFFault)

        func loadingError(_ path: String) -> LoadingError {
            switch self {
            case .system(let error): .unreadable(file: path, error)
            case .fault(let fault): .notALibrary(file: path, fault)
            }
        }
    }

    /// Reads exactly `count` bytes.
    func bytes(
        _ count: Int,
        at offset: UInt64,
        elseThrow beyondEnd: ELFFault
    ) throws(LoadingError) -> [UInt8] {
        do {
            return try file.bytes(count, at: offset, elseThrow: beyondEnd)
        } catch {
            throw error.loadingError(path)
        }
    }

    func fault(_ fault: ELFFault) -> LoadingError {
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
    ) throws(LoadingError) -> [Segment] {
        do {
            let segments = try segments(of: file)
            try check(segments, in: file)
            return segments
        } catch {
            throw error.loadingError(path)
        }
    }

    private static func segments(
        of file: borrowing ReadOnlyFile
    ) throws(ReadingError) -> [Segment] {
        let header = try checkedHeader(of: file)
        let entrySize = header.uint16(at: 54)
        let count = header.uint16(at: 56)
        // 0xFFFF would mean that the number stands elsewhere; no library has that many.
        guard count == 0 || entrySize == 56, count < 0xFFFF else {
            throw .fault(.malformedHeaders)
        }
        let table = try file.bytes(
            Int(count) * 56,
            at: header.uint64(at: 32),
            elseThrow: .truncated
        )
        return stride(from: 0, to: table.count, by: 56).map { start in
            Segment(
                type: table.uint32(at: start),
                flags: table.uint32(at: start + 4),
                offset: table.uint64(at: start + 8),
                address: table.uint64(at: start + 16),
                size: table.uint64(at: start + 32),
                alignment: table.uint64(at: start + 48)
            )
        }
    }

    private static func checkedHeader(
        of file: borrowing ReadOnlyFile
    ) throws(ReadingError) -> [UInt8] {
        guard file.sizeInBytes > 0 else { throw .fault(.empty) }
        let start = try file.bytes(4, at: 0, elseThrow: .notELF)
        guard start == [0x7F, 0x45, 0x4C, 0x46] else { throw .fault(.notELF) }
        let header = try file.bytes(64, at: 0, elseThrow: .truncated)
        guard header[4] == 2 else { throw .fault(.thirtyTwoBit) }
        guard header[5] == 1 else { throw .fault(.bigEndian) }
        let machine = header.uint16(at: 18)
        guard machine == Self.machine else { throw .fault(.otherMachine(machine)) }
        let type = header.uint16(at: 16)
        let sharedType: UInt16 = 3
        guard type == sharedType else { throw .fault(.notShared(type)) }
        return header
    }

    private static func check(
        _ segments: [Segment],
        in file: borrowing ReadOnlyFile
    ) throws(ReadingError) {
        let loaded = segments.filter { $0.type == Segment.loadedType }
        // Touching a page past the end of the file would end the process, not fail the load.
        let size = UInt64(file.sizeInBytes)
        for segment in loaded {
            guard segment.offset <= size, segment.size <= size - segment.offset else {
                throw .fault(.incomplete)
            }
        }
        guard !loaded.contains(where: { $0.isWritable && $0.isExecutable }) else {
            throw .fault(.writableCode)
        }
        // The dynamic loader would make the stacks of the whole process executable, and takes a
        // library that says nothing for one that needs it.
        let stack = segments.first { $0.type == Segment.stackType }
        guard loaded.isEmpty || stack?.isExecutable == false else {
            throw .fault(.executableStack(isDeclared: stack != nil))
        }
    }
}

extension LoadingError {
    /// There is nothing at `path`, or a link to nothing.
    fileprivate static func missing(_ path: String) -> LoadingError {
        do {
            return .danglingLink(file: path, target: try FileFacts.target(ofLink: path))
        } catch {
            return .unreadable(file: path, .notFound)
        }
    }
}

extension ReadOnlyFile.OpeningError {
    func loadingError(_ path: String) -> LoadingError {
        switch self {
        case .system(let error): .unreadable(file: path, error)
        case .notRegular: .notALibrary(file: path, .notRegular)
        case .directory: .notALibrary(file: path, .directory)
        }
    }
}

extension ReadOnlyFile {
    /// Reads exactly `count` bytes.
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

extension [UInt8] {
    // Little-endian numbers; the caller has checked that they are there.
    func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) | UInt32(uint16(at: offset + 2)) << 16
    }

    func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) | UInt64(uint32(at: offset + 4)) << 32
    }
}
