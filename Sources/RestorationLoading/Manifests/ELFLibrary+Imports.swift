/// What a library takes from others.
///
/// ```
/// symbol, 24 bytes            0  offset of the name in the string table (32)
///                             4  binding in the upper four bits         (8)
/// version of a symbol         0  0 and 1 if it has none                 (16)
/// ```
///
/// Semantic source: the System V ABI, "Symbol Table"; the Linux Standard Base, "Symbol Versioning".
extension ELFLibrary {
    /// Whether the code that runs when the library is loaded may change more of the process than
    /// how it calculates. No, if it needs nothing but C's own libraries, which every process has,
    /// and none of their functions that do so.
    ///
    /// Code can do without functions, and ask the system itself; nobody does by mistake.
    func mayChangeProcess(_ entries: DynamicEntries) throws(LoadingError) -> Bool {
        guard let table = entries[.hashesOfGNU], let symbols = entries[.symbols],
            let versions = entries[.versions], let strings = entries[.strings],
            let size = entries[.stringsSize], size <= Self.largestTable
        else { return true }
        // What a library takes comes before what it gives, and that alone is in the hash table.
        let count = Int(try bytes(8, atAddress: table).uint32(at: 4))
        guard count > 0, count * 24 <= Self.largestTable else { return true }
        let symbolTable = try bytes(count * 24, atAddress: symbols)
        let versionTable = try bytes(count * 2, atAddress: versions)
        let names = try bytes(Int(size), atAddress: strings).slice
        for number in 1..<count {
            let start = names.startIndex + Int(symbolTable.uint32(at: number * 24))
            var end = start
            while end < names.endIndex, names[end] != 0 { end += 1 }
            guard end < names.endIndex else { throw fault(.malformedHeaders) }
            let name = names[start..<end]
            // C's own libraries give a version to all they have.
            let isOfC = versionTable.uint16(at: number * 2) & 0x7FFF > 1
            guard isOfC ? !Self.changesProcess(name) : Self.isOfCompiler(name) else { return true }
        }
        return false
    }

    private static let largestTable = 65_536

    /// Whether a library is one of C's own, in which nothing runs that changes the process.
    static func isOfC(_ library: ArraySlice<UInt8>) -> Bool {
        isAny(of: librariesOfC, library, whole: true)
    }

    /// What the compiler's own start-up code asks for, and does without.
    private static func isOfCompiler(_ name: ArraySlice<UInt8>) -> Bool {
        isAny(of: weakNames, name, whole: true)
    }

    private static func changesProcess(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, first < 128 else { return false }
        return isAny(of: changingNamesByLetter[Int(first)], name, whole: false)
    }

    /// Whether a name is, or begins like, one of these.
    private static func isAny(
        of list: [StaticString],
        _ name: ArraySlice<UInt8>,
        whole: Bool
    ) -> Bool {
        let bytes = name.span
        for item in list {
            let count = item.utf8CodeUnitCount
            guard whole ? bytes.count == count : bytes.count >= count else { continue }
            if item.stands(in: bytes, at: 0) { return true }
        }
        return false
    }
}

private let librariesOfC: [StaticString] = [
    "libc.so.6", "libm.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1",
    "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
]

private let weakNames: [StaticString] = [
    "__gmon_start__", "_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable",
]

/// How the names of functions and variables begin by which a process is changed, or code is called
/// that nothing is known of.
private let changingNames: [StaticString] = [
    "sig", "__sig", "pthread_sig", "sysv_sig", "__sysv_sig", "bsd_sig", "__bsd_sig", "ssignal",
    "setlocale", "uselocale", "setenv", "unsetenv", "putenv", "clearenv", "environ", "_environ",
    "__environ", "chdir", "fchdir", "chroot", "nftw", "fts_", "fts64_", "daemon", "unshare",
    "setns", "syscall",
    "dlopen", "dlmopen", "dlsym", "dlvsym", "__libc_dlopen", "clone", "fork", "vfork", "_Fork",
    "pthread_create", "thrd_create", "timer_create", "mq_notify", "aio_", "lio_listio",
    "getaddrinfo_a", "setcontext", "swapcontext",
    "setrlimit", "prlimit", "ulimit", "setitimer", "alarm", "ualarm", "setuid", "seteuid",
    "setreuid", "setresuid", "setgid", "setegid", "setregid", "setresgid", "close", "fclose",
    "fcloseall", "freopen", "dup2", "dup3",
]

/// The same by their first letters.
private let changingNamesByLetter: [[StaticString]] = {
    var lists = [[StaticString]](repeating: [], count: 128)
    for name in changingNames {
        if let letter = name.description.utf8.first { lists[Int(letter)].append(name) }
    }
    return lists
}()
