internal import CRestorationSystem
internal import Glibc

/// A directory that is open: what is looked at in it is spared the way there.
final class OpenDirectory: Sendable {
    /// Closed with the object.
    let descriptor: Int32

    /// Opens the directory at `path`, following links.
    init(_ path: String) throws(SystemError) {
        // Invariant: `path` is lent as a C string for the call.
        let descriptor = unsafe path.withCString { path in
            unsafe restoration_above_standard(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
        guard descriptor >= 0 else { throw .latest }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The names in the directory.
    func names() throws(SystemError) -> DirectoryNames {
        // A descriptor of its own, because reading moves along in it.
        let own = unsafe restoration_above_standard(
            openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        )
        guard own >= 0 else { throw .latest }
        guard let stream = unsafe fdopendir(own) else {
            let error = SystemError.latest
            close(own)
            throw error
        }
        // Invariant (fdopendir(3)): the stream owns the descriptor.
        defer { unsafe closedir(stream) }

        var names: [[UInt8]] = []
        while true {
            errno = 0
            // Invariant (readdir(3)): the entry stays valid until the next call for this stream,
            // and `d_name` is NUL-terminated. The name is copied before that call.
            guard let entry = unsafe readdir(stream) else { break }
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    let length = unsafe strlen($0)
                    unsafe names.append(Array(UnsafeRawBufferPointer(start: $0, count: length)))
                }
            }
        }
        guard errno == 0 else { throw .latest }
        return DirectoryNames(names)
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
    private(set) var texts: [String] = []
    /// The others as they are printed, in the order of their bytes.
    private(set) var others: [String] = []

    var isEmpty: Bool { texts.isEmpty && others.isEmpty }

    init() {}

    /// - Parameter names: Also those of the directory itself and of the one above.
    init(_ names: [[UInt8]]) {
        let dot = UInt8(ascii: ".")
        let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
        for name in sorted where name != [dot] && name != [dot, dot] {
            if let text = String(validating: name, as: UTF8.self) {
                texts.append(text)
            } else {
                others.append(String(escaping: name[...]))
            }
        }
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
