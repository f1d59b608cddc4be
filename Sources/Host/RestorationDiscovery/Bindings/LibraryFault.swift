/// A reason why a library cannot be loaded.
///
/// The dynamic loader reports it only as text, and sometimes without the cause: a failed mapping
/// may be due to a noexec mount. The file is then inspected, too.
public indirect enum LibraryFault: Hashable, Sendable {
    /// The library was not found.
    case missing
    /// The fault is in a dependency of the library.
    case dependency(String, LibraryFault)
    /// Neither the library nor its dependencies define the symbol.
    case symbolMissing(String)
    /// The library needs a newer build of another library, with the named version.
    case versionMissing(String, of: String)
    /// The file is not a loadable library.
    case unfit(ELFFault)
    /// The process or the system prevents loading.
    case refused(Refusal)
    /// Any other failure, in the dynamic loader's words.
    case other(String)

    /// A reason why a process cannot load an intact library.
    @nonexhaustive
    public enum Refusal: Hashable, Sendable {
        /// The file system is mounted noexec.
        case mountedWithoutExecution
        /// No static thread-local storage is left.
        case staticThreadLocals
        case memory
        case descriptors
        /// The system's security policy, such as SELinux's, forbids execution.
        case policy
        /// The file cannot be opened or read.
        case unreadable(SystemError)
    }

    /// Parses a message of the dynamic loader.
    ///
    /// - Parameter name: the path or soname that the loader received.
    package init(_ message: String, from name: String) {
        guard let (file, fault) = Self.parse(message) else {
            let prefix = "\(name): "
            self = .other(
                message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
            )
            return
        }
        // The loader finds a soname under some path.
        let isOwn = file == name || file.split(separator: "/").last.map(String.init) == name
        self = isOwn ? fault : .dependency(file, fault)
    }

    /// Returns the faulty library in a message, and its fault.
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
            // Newer versions of glibc do not report the reason.
            let reason =
                rest.parts(around: ": ").flatMap { SystemError(describedAs: $0.behind) }
                ?? FileFacts.errorOfMappingCode(ofFile: file)
            return (file, .refused(refusal(ofMapping: reason)))
        }
        // For other messages, the file itself shows the fault.
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

    /// Semantic source: mmap(2): on a file system mounted noexec the error is EPERM.
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
    /// The text before and after a separator; `nil` without it.
    fileprivate func parts(around words: String) -> (before: String, behind: String)? {
        firstRange(of: words).map { range in
            (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
        }
    }
}
