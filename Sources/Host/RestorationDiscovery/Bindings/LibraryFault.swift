/// Why a library cannot be loaded.
///
/// The dynamic loader tells it in words alone, some of which leave the cause open: what cannot be
/// mapped may lie on a file system that forbids it. So the file is looked at as well.
public indirect enum LibraryFault: Hashable, Sendable {
    /// There is no such library.
    case missing
    /// The fault is that of a library that it needs.
    case dependency(String, LibraryFault)
    /// The library uses a function or data that neither it nor what it was linked with has.
    case symbolMissing(String)
    /// The library needs a newer build of another library, which has the version named.
    case versionMissing(String, of: String)
    /// The file is no library that may be loaded.
    case unfit(ELFFault)
    /// The process or its system does not let the library be loaded.
    case refused(Refusal)
    /// Anything else, in the dynamic loader's words.
    case other(String)

    /// What keeps a process from loading a library that is whole.
    @nonexhaustive
    public enum Refusal: Hashable, Sendable {
        /// The file system is mounted noexec.
        case mountedWithoutExecution
        /// There is no room left for thread-local variables that need a fixed place.
        case staticThreadLocals
        case memory
        case descriptors
        /// The system's security policy, such as SELinux's, forbids code of this file.
        case policy
        /// The file cannot be opened or read.
        case unreadable(SystemError)
    }

    /// - Parameters:
    ///   - message: the dynamic loader's.
    ///   - name: what it was given: a path, or a soname.
    package init(_ message: String, from name: String) {
        guard let (file, fault) = Self.parse(message) else {
            let prefix = "\(name): "
            self = .other(
                message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
            )
            return
        }
        // What is looked for by its soname is found under a path.
        let isOwn = file == name || file.split(separator: "/").last.map(String.init) == name
        self = isOwn ? fault : .dependency(file, fault)
    }

    /// Takes a message apart: which library is at fault, and in what.
    ///
    /// Semantic source: glibc's `elf/dl-load.c`, `dl-lookup.c`, `dl-version.c` and `dl-reloc.c`.
    private static func parse(_ message: String) -> (file: String, LibraryFault)? {
        for words in readingFailures {
            guard let (file, reason) = message.parts(around: words) else { continue }
            return (file, fault(ofReading: reason))
        }
        if let (file, name) = message.parts(around: ": undefined symbol: ") {
            return (file, .symbolMissing(name))
        }
        if let (library, rest) = message.parts(around: ": version `"),
            let (version, end) = rest.parts(around: "' not found (required by "), end.last == ")"
        {
            let owner = library.split(separator: "/").last.map(String.init) ?? library
            return (String(end.dropLast()), .versionMissing(version, of: owner))
        }
        if let (file, _) = message.parts(around: ": cannot allocate memory in static TLS block") {
            return (file, .refused(.staticThreadLocals))
        }
        if let (file, _) = message.parts(around: ": cannot enable executable stack") {
            return (file, .unfit(.executableStack(isDeclared: true)))
        }
        for words in mappingFailures {
            guard let (file, rest) = message.parts(around: words) else { continue }
            // Newer versions of glibc keep the reason to themselves.
            let reason =
                rest.parts(around: ": ").flatMap { SystemError(describedAs: $0.behind) }
                ?? FileFacts.errorOfMappingCode(ofFile: file)
            return (file, .refused(refusal(ofMapping: reason)))
        }
        // Whatever else is wrong with a file is looked for there.
        guard let (file, _) = message.parts(around: ": ") else { return nil }
        do throws(DiscoveryError) {
            _ = try ELFLibrary(opening: file)
            return nil
        } catch {
            guard case .notALibrary(_, let fault) = error else { return nil }
            return (file, .unfit(fault))
        }
    }

    private static let readingFailures = [
        ": cannot open shared object file: ", ": cannot read file data: ",
        ": cannot stat shared object: ",
    ]

    private static let mappingFailures = [
        ": failed to map segment", ": cannot map zero-fill pages", ": cannot map pages",
        ": cannot create shared object descriptor", ": cannot allocate memory for",
        ": cannot create TLS data structures", ": cannot make segment writable for relocation",
        ": cannot restore segment prot after reloc", ": cannot apply additional memory protection",
        ": cannot change memory protections",
    ]

    private static func fault(ofReading reason: String) -> LibraryFault {
        switch SystemError(describedAs: reason) {
        case nil: .other(reason)
        case .notFound, .notADirectory: .missing
        case .isADirectory: .unfit(.directory)
        case .tooManyFiles, .tooManyFilesInSystem: .refused(.descriptors)
        case .noMemory: .refused(.memory)
        case .some(let error): .refused(.unreadable(error))
        }
    }

    /// Semantic source: mmap(2): EPERM is the error of a file system that is mounted noexec.
    private static func refusal(ofMapping error: SystemError?) -> Refusal {
        switch error {
        case .notPermitted: .mountedWithoutExecution
        case .permissionDenied: .policy
        case nil, .noMemory: .memory
        case .some(let other): .unreadable(other)
        }
    }
}

extension String {
    /// What stands before some words and behind them; `nil` without them.
    fileprivate func parts(around words: String) -> (before: String, behind: String)? {
        firstRange(of: words).map { range in
            (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
        }
    }
}
