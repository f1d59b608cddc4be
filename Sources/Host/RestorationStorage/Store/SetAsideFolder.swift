import Glibc
import RestorationCore

/// The folder of files that must be neither restored nor lost.
struct SetAsideFolder {
    let directory: Directory

    /// The number of retained files per reason; older ones are removed.
    ///
    /// Counted per reason, so that damaged files, which are useless, do not displace a file sealed
    /// with another key, which becomes usable with its key.
    static let capacity = 5

    /// Moves a file of the state directory into the folder and returns its new path.
    ///
    /// - Parameter time: the prefix of the new name.
    func move(
        _ name: String,
        because reason: SetAsideReason,
        at time: Timestamp
    ) throws(StorageError) -> String {
        try give(name, because: reason, at: time) { (candidate) throws(SystemError) in
            try directory.handle.renameOnly(name, toUnused: candidate)
        }
    }

    /// Links a file of the state directory into the folder, or copies it without hard links, and
    /// returns the path there; `nil` if the folder already has it for that reason.
    ///
    /// The linked file stays unchanged: saves overwrite only files with a single link.
    func setAsideCopy(
        of name: String,
        because reason: SetAsideReason,
        _ conditions: StorageConditions
    ) throws(StorageError) -> String? {
        guard try !hasCopy(of: name, because: reason) else { return nil }
        return try give(name, because: reason, at: conditions.now()) {
            (candidate) throws(SystemError) in
            do throws(SystemError) {
                try conditions.before(.linkCopy)
                try directory.handle.link(name, to: candidate)
            } catch {
                guard error.isUnsupported else { throw error }
                try directory.handle.copy(name, to: candidate, conditions)
            }
        }
    }

    private func hasCopy(of name: String, because reason: SetAsideReason) throws(StorageError)
        -> Bool
    {
        guard let folder = try Directory(existing: directory.path(of: FileName.setAside)),
            let status = try directory.status(of: name)
        else { return false }
        for copy in try attempting(.list, folder.path, try folder.handle.names())
        where Self.isOurs(copy) && Self.reason(named: copy) == reason {
            guard let found = try folder.status(of: copy) else { continue }
            if found.identity == status.identity { return true }
            guard found.isRegular, found.sizeInBytes == status.sizeInBytes else { continue }
            let isEqual = try attempting(
                .inspect,
                folder.path(of: copy),
                try directory.handle.isFile(name, equalTo: "\(FileName.setAside)/\(copy)")
            )
            if isEqual { return true }
        }
        return false
    }

    private func give(
        _ name: String,
        because reason: SetAsideReason,
        at time: Timestamp,
        _ naming: (_ candidate: String) throws(SystemError) -> Void
    ) throws(StorageError) -> String {
        _ = try Directory(creating: directory.path(of: FileName.setAside))
        let base = "\(FileName.setAside)/\(Self.text(of: time))-\(reason.rawValue)-\(name)"
        var candidate = base
        var copies = 1
        while true {
            do throws(SystemError) {
                try naming(candidate)
                return directory.path(of: candidate)
            } catch {
                guard error == .nameTaken else {
                    let path = directory.path(of: name)
                    throw .system(.setAside, path: path, errorNumber: error.code)
                }
            }
            copies += 1
            candidate = "\(base)-\(copies)"
        }
    }

    /// Makes the new names durable before the removal of the old ones.
    func synchronize() throws(StorageError) {
        let path = directory.path(of: FileName.setAside)
        if let folder = try Directory(existing: path) {
            try attempting(.synchronize, path, try folder.handle.synchronizeNames())
        }
        try attempting(.synchronize, directory.path, try directory.handle.synchronizeNames())
    }

    /// Removes the oldest files of each reason beyond the capacity, but none of `newcomers`, which
    /// may look old after the clock was set back. Only the user removes files that were set aside
    /// on request.
    func prune(sparing newcomers: [String]) throws(StorageError) {
        guard let folder = try Directory(existing: directory.path(of: FileName.setAside)) else {
            return
        }
        let names = try attempting(.list, folder.path, try folder.handle.names())
        let groups = Dictionary(grouping: names.filter(Self.isOurs), by: Self.reason(named:))
        for (reason, names) in groups where reason?.isOnRequest != true {
            // Of files that were set aside together, the newest generation is removed last.
            let old = names.filter { !newcomers.contains(folder.path(of: $0)) }
                .sorted { (Self.time(of: $0), $1) < (Self.time(of: $1), $0) }
            // An excess file does not justify a failure.
            old.prefix(max(0, names.count - Self.capacity)).forEach(folder.removeQuietly)
        }
    }

    /// Permanently removes the folder's files, but no directory that was set aside.
    func removeAll() throws(StorageError) {
        guard let folder = try Directory(existing: directory.path(of: FileName.setAside)) else {
            return
        }
        for name in try attempting(.list, folder.path, try folder.handle.names())
        where Self.isOurs(name) {
            if try folder.status(of: name)?.isDirectory == true { continue }
            try attempting(.remove, folder.path(of: name), try folder.handle.unlink(name))
        }
        try attempting(.synchronize, folder.path, try folder.handle.synchronizeNames())
    }

    /// Whether a name has the store's format. Other files in the folder are the user's.
    static func isOurs(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let stamp = Array("00000000T000000.000000Z-".utf8)
        guard bytes.count > stamp.count else { return false }
        return zip(bytes, stamp).allSatisfy { byte, model in
            model == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == model
        }
    }

    /// The timestamp prefix of a file's name, which sorts chronologically.
    private static func time(of name: String) -> Substring {
        name.prefix("00000000T000000.000000Z".count)
    }

    /// The reason in a file's name; `nil` for one of a later library version.
    static func reason(named name: String) -> SetAsideReason? {
        let rest = name.dropFirst("00000000T000000.000000Z-".count)
        return SetAsideReason.allCases.first { rest.hasPrefix("\($0.rawValue)-") }
    }
}

extension FileHandle {
    private static let chunkSize = 1 << 20

    func copy(
        _ name: String,
        to other: String,
        _ conditions: StorageConditions
    ) throws(SystemError) {
        let source = try FileHandle(open: name, in: self, O_RDONLY)
        let target = try FileHandle(creating: other, in: self)
        do throws(SystemError) {
            var offset = 0
            while true {
                let bytes = try source.read(Self.chunkSize, at: offset)
                if bytes.isEmpty { break }
                try conditions.before(.copyChunk(offset / Self.chunkSize))
                try target.write(bytes, at: offset)
                offset += bytes.count
            }
            try target.synchronizeData()
        } catch {
            // Removes the incomplete copy if possible.
            try? unlink(other)
            throw error
        }
    }

    /// Whether two files of equal size in the directory have the same bytes.
    fileprivate func isFile(_ name: String, equalTo other: String) throws(SystemError) -> Bool {
        let files = try (
            FileHandle(open: name, in: self, O_RDONLY), FileHandle(open: other, in: self, O_RDONLY)
        )
        var offset = 0
        while true {
            let bytes = try files.0.read(Self.chunkSize, at: offset)
            guard try bytes == files.1.read(Self.chunkSize, at: offset) else { return false }
            if bytes.isEmpty { return true }
            offset += bytes.count
        }
    }
}

extension SetAsideFolder {
    static func text(of time: Timestamp) -> String {
        let microseconds = (time.nanoseconds / 1000).digits(6)
        return "\(CivilTime(nearest: time.seconds).compactText).\(microseconds)Z"
    }
}
