internal import CRestorationSystem
internal import Glibc

extension FileFacts {
    /// The facts about `path` itself, which may be a link.
    static func look(at path: String) throws(SystemError) -> FileFacts {
        var facts = stat()
        // Invariant: `path` is a valid C string during the call.
        guard unsafe path.withCString({ unsafe lstat($0, &facts) }) == 0 else { throw .latest }
        let kind: Kind =
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .file
            }
        // The mode shows an access list's write permission as the group's.
        var hasList = false
        if kind != .link, facts.st_mode & S_IWGRP != 0 {
            hasList = unsafe restoration_has_access_list(path) != 0
        }
        return FileFacts(
            kind: kind,
            owner: facts.st_uid,
            group: facts.st_gid,
            mode: facts.st_mode & 0o7777,
            hasAccessList: hasList
        )
    }

    /// Whether `path` leads to something other than a directory.
    static func isFile(_ path: String) -> Bool {
        var facts = stat()
        // Invariant: `path` is a valid C string during the call.
        return unsafe path.withCString({ unsafe stat($0, &facts) }) == 0
            && facts.st_mode & S_IFMT != S_IFDIR
    }

    /// The error when the system maps a file as code, if any.
    static func errorOfMappingCode(ofFile path: String) -> SystemError? {
        let descriptor = restoration_above_standard(unsafe open(path, O_RDONLY | O_CLOEXEC))
        guard descriptor >= 0 else { return .latest }
        defer { close(descriptor) }
        // Invariant (mmap(2)): allocates new pages, whose address is never used.
        let pages = unsafe mmap(nil, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0)
        guard unsafe pages != MAP_FAILED else { return .latest }
        unsafe munmap(pages, 1)
        return nil
    }

    static func target(ofLink path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Invariant (readlink(2)): writes at most `count` bytes, without NUL, and returns their
        // number.
        let count = unsafe readlink(path, &bytes, bytes.count)
        guard count >= 0 else { throw .latest }
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static func currentDirectory() throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Invariant (getcwd(3)): writes at most `count` bytes, ending in NUL.
        guard unsafe getcwd(&bytes, bytes.count) != nil else { throw .latest }
        let path = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: path, as: UTF8.self)
    }
}

extension TrustRule {
    static var current: TrustRule {
        TrustRule(
            user: geteuid(),
            isPrivateGroup: { restoration_group_is_private($0) != 0 }
        )
    }
}

extension SystemError {
    static let notPermitted = SystemError(code: EPERM)
    static let permissionDenied = SystemError(code: EACCES)
    static let notADirectory = SystemError(code: ENOTDIR)
    static let isADirectory = SystemError(code: EISDIR)
    static let tooManyLinks = SystemError(code: ELOOP)
    static let tooManyFiles = SystemError(code: EMFILE)
    static let tooManyFilesInSystem = SystemError(code: ENFILE)
    static let noMemory = SystemError(code: ENOMEM)
    static let nameTooLong = SystemError(code: ENAMETOOLONG)

    /// Whether the process lacks a resource, so the file may be intact.
    var isLackOfProcess: Bool { [.tooManyFiles, .tooManyFilesInSystem, .noMemory].contains(self) }
}
