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
        /// The file may not be opened, in the system's words.
        case notOpened(String)
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
        if let (file, reason) = message.parts(around: ": cannot open shared object file: ") {
            return (file, fault(ofOpening: reason))
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
        for words in mappingFailures {
            guard let (file, _) = message.parts(around: words) else { continue }
            let isForbidden = FileFacts.isMountedWithoutExecution(file)
            return (file, .refused(isForbidden ? .mountedWithoutExecution : .memory))
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

    private static let mappingFailures = [
        ": failed to map segment", ": cannot map zero-fill pages", ": cannot map pages",
        ": cannot create shared object descriptor", ": cannot allocate memory for",
        ": cannot create TLS data structures",
    ]

    private static func fault(ofOpening reason: String) -> LibraryFault {
        switch reason {
        case SystemError.notFound.description: .missing
        case SystemError.tooManyFiles.description, SystemError.tooManyFilesInSystem.description:
            .refused(.descriptors)
        default: .refused(.notOpened(reason))
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
