internal import CRestorationSystem
internal import Glibc

/// An open directory, which saves repeated path lookups.
final class OpenDirectory: Sendable {
    let descriptor: Int32

    init(_ path: String) throws(SystemError) {
        // Invariant: `path` is a valid C string during the call.
        let descriptor = unsafe path.withCString { path in
            unsafe restoration_above_standard(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
        guard descriptor >= 0 else { throw .latest }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func names() throws(SystemError) -> DirectoryNames {
        // A separate descriptor, because reading moves its offset.
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
            // Invariant (readdir(3)): the entry is valid until the next call for this stream, and
            // `d_name` is NUL-terminated. The name is copied before that call.
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

    /// The names in the directory at `path`; none if it does not exist.
    static func names(in path: String) throws(SystemError) -> DirectoryNames {
        do {
            return try OpenDirectory(path).names()
        } catch {
            if error.meansAbsence { return DirectoryNames() }
            throw error
        }
    }
}

struct DirectoryNames {
    /// The valid UTF-8 names, sorted by bytes.
    private(set) var texts: [String] = []
    /// The other names, escaped for printing, sorted by bytes.
    private(set) var others: [String] = []

    var isEmpty: Bool { texts.isEmpty && others.isEmpty }

    init() {}

    /// - Parameter names: may include "." and "..".
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
    /// The bytes as text, with `\xE9` for each invalid byte.
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
