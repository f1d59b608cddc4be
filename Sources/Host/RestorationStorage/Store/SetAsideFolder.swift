import Glibc
import RestorationCore

/// The folder for files that must not be restored, but must not be lost either.
struct SetAsideFolder {
    /// The state directory, in which the folder lies.
    let directory: Directory

    /// How many files of each reason are kept; the oldest make room for newer ones of the same.
    ///
    /// Of each reason, because they wait for different things: a file that was sealed with another
    /// key is whole and comes back with its key, however many damaged ones follow.
    static let capacity = 5

    /// Moves a file of the state directory into the folder and returns its new path.
    ///
    /// - Parameter time: when; the new name begins with it.
    func move(
        _ name: String,
        because reason: SetAsideReason,
        at time: Timestamp
    ) throws(StorageError) -> String {
        try give(name, because: reason, at: time) { (candidate) throws(SystemError) in
            try directory.handle.renameOnly(name, toUnused: candidate)
        }
    }

    /// Gives a file of the state directory a second name in the folder, or copies it where a file
    /// has one name only, and returns its path there; `nil` if the folder has it for that reason.
    ///
    /// The file stays as it is under both: a save writes over a file of one name only.
    func keepCopy(
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

    /// - Parameter naming: gives the file a name, or throws ``SystemError/nameTaken``.
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

    /// Returns when names that were given are on the disk, the new ones first.
    func synchronize() throws(StorageError) {
        let path = directory.path(of: FileName.setAside)
        if let folder = try Directory(existing: path) {
            try attempting(.synchronize, path, try folder.handle.synchronizeNames())
        }
        try attempting(.synchronize, directory.path, try directory.handle.synchronizeNames())
    }

    /// Removes the oldest files of each reason beyond the capacity, but never one of `newcomers`:
    /// the clock may have been set back, and their names then look old. What a person put there
    /// stays until a person takes it away.
    func prune(sparing newcomers: [String]) throws(StorageError) {
        guard let folder = try Directory(existing: directory.path(of: FileName.setAside)) else {
            return
        }
        let names = try attempting(.list, folder.path, try folder.handle.names())
        let groups = Dictionary(grouping: names.filter(Self.isOurs), by: Self.reason(named:))
        for (reason, names) in groups where reason?.isOnRequest != true {
            // Of files that were set aside together, the newest generation goes last.
            let old = names.filter { !newcomers.contains(folder.path(of: $0)) }
                .sorted { (Self.time(of: $0), $1) < (Self.time(of: $1), $0) }
            // One file too many is no reason to fail.
            old.prefix(max(0, names.count - Self.capacity)).forEach(folder.removeQuietly)
        }
    }

    /// Removes the folder's files for good. A directory that lay in the place of a file stays.
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

    /// Whether a name looks like one of ours; other files there are somebody's own business.
    static func isOurs(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let stamp = Array("00000000T000000.000000Z-".utf8)
        guard bytes.count > stamp.count else { return false }
        return zip(bytes, stamp).allSatisfy { byte, model in
            model == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == model
        }
    }

    /// The time with which a file's name begins, as a text that sorts as times do.
    private static func time(of name: String) -> Substring {
        name.prefix("00000000T000000.000000Z".count)
    }

    /// The reason that a file's name gives; `nil` for one of a later version of this library.
    static func reason(named name: String) -> SetAsideReason? {
        let rest = name.dropFirst("00000000T000000.000000Z-".count)
        return SetAsideReason.allCases.first { rest.hasPrefix("\($0.rawValue)-") }
    }
}

extension FileHandle {
    private static let chunkSize = 1 << 20

    /// Copies a file of the directory.
    fileprivate func copy(
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
            // What is there of it is no copy; that it stays is the smaller evil.
            try? unlink(other)
            throw error
        }
    }

    /// Whether two files of the directory, which are of the same size, have the same bytes.
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
    /// A time in UTC whose text sorts as the time does: `20261003T140509.123456Z`.
    static func text(of time: Timestamp) -> String {
        let microseconds = (time.nanoseconds / 1000).digits(6)
        return "\(CivilTime(nearest: time.seconds).compactText).\(microseconds)Z"
    }
}
