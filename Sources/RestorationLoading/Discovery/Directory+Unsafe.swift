internal import Glibc

/// A directory that is open: what is looked at in it is spared the way there.
final class OpenDirectory: Sendable {
    /// Closed with the object.
    let descriptor: Int32

    /// Opens the directory at `path`, following links.
    init(_ path: String) throws(SystemError) {
        // Invariant: `path` is lent as a C string for the call.
        let descriptor = unsafe path.withCString { path in
            unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw .latest }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The stamp of the directory itself.
    func stamp() throws(SystemError) -> FileStamp {
        var facts = stat()
        // Invariant (fstat(2)): fills the value it is given.
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .latest }
        return FileStamp(facts)
    }

    /// The stamp of a file whose name stands in a flat format; `nil` if there is no such file.
    func stamp(of names: FlatBytes, at offset: Int, count: Int) -> FileStamp? {
        var facts = stat()
        // Invariant (fstatat(2)): reads the name up to its NUL, fills the value it is given.
        let result = unsafe names.withCString(at: offset, count: count) { name in
            unsafe fstatat(descriptor, name, &facts, 0)
        }
        return result == 0 ? FileStamp(facts) : nil
    }

    /// The names in the directory.
    func names() throws(SystemError) -> DirectoryNames {
        // A descriptor of its own, because reading moves along in it.
        let own = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { throw .latest }
        guard let stream = unsafe fdopendir(own) else {
            let error = SystemError.latest
            close(own)
            throw error
        }
        // Invariant (fdopendir(3)): the stream owns the descriptor.
        defer { unsafe closedir(stream) }

        var names = NameList()
        while true {
            errno = 0
            // Invariant (readdir(3)): the entry stays valid until the next call for this stream,
            // and `d_name` is NUL-terminated. The name is copied before that call.
            guard let entry = unsafe readdir(stream) else { break }
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    let length = unsafe strlen($0)
                    unsafe names.append(UnsafeRawBufferPointer(start: $0, count: length))
                }
            }
        }
        guard errno == 0 else { throw .latest }
        return names.sorted()
    }

    /// The names in the directory at `path`; none if there is no such directory.
    static func names(in path: String) throws(SystemError) -> DirectoryNames {
        do {
            return try OpenDirectory(path).names()
        } catch {
            if error.meansAbsence { return DirectoryNames() }
            throw error
        }
    }
}

/// The names in a directory.
struct DirectoryNames {
    /// Those that are UTF-8, in the order of their bytes.
    var texts: [String] = []
    /// The others as they are printed, in the order of their bytes.
    var others: [String] = []

    var isEmpty: Bool { texts.isEmpty && others.isEmpty }
}

/// Names as a directory has them, put in order before they become texts: to compare bytes costs a
/// tenth of what it costs to compare texts.
private struct NameList {
    private var bytes: [UInt8] = []
    private var names: [Name] = []

    private struct Name {
        /// Its first eight bytes, the first of them most significant; zeroes where there are fewer.
        let beginning: UInt64
        let offset: Int
        let count: Int
    }

    /// Adds a name, unless it is that of the directory or of the one above.
    mutating func append(_ name: UnsafeRawBufferPointer) {
        var beginning: UInt64 = 0
        for index in 0..<8 {
            beginning = unsafe beginning << 8 | (index < name.count ? UInt64(name[index]) : 0)
        }
        let (dot, dots) = (0x2E << 56 as UInt64, 0x2E2E << 48 as UInt64)
        guard name.count > 2 || beginning != dot && beginning != dots else { return }
        names.append(Name(beginning: beginning, offset: bytes.count, count: name.count))
        unsafe bytes.append(contentsOf: name)
    }

    /// The names in the order of their bytes.
    func sorted() -> DirectoryNames {
        let bytes = bytes.span
        let sorted = names.sorted { left, right in
            guard left.beginning == right.beginning else { return left.beginning < right.beginning }
            var index = 8
            while index < min(left.count, right.count) {
                let (own, other) = (bytes[left.offset + index], bytes[right.offset + index])
                guard own == other else { return own < other }
                index += 1
            }
            return left.count < right.count
        }
        var names = DirectoryNames()
        names.texts.reserveCapacity(sorted.count)
        for name in sorted {
            let bytes = self.bytes[name.offset..<name.offset + name.count]
            if let text = String(validating: bytes, as: UTF8.self) {
                names.texts.append(text)
            } else {
                names.others.append(String(escaping: bytes))
            }
        }
        return names
    }
}

extension String {
    /// The bytes as text, with `\xE9` for each that is not UTF-8.
    init(escaping bytes: ArraySlice<UInt8>) {
        self = ""
        var rest = bytes
        while let byte = rest.first {
            let character = (1...4).lazy
                .compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
            if let character {
                self += character
                rest = rest.dropFirst(character.utf8.count)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                self += "\\x" + digits
                rest = rest.dropFirst()
            }
        }
    }
}
