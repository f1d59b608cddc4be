/// Why a library cannot be loaded.
///
/// Of most faults the dynamic loader's words are all that there is: `libnote.so.1: cannot open
/// shared object file: No such file or directory` says that another library is missing. In a
/// program that has them translated, they are told as they are.
public enum LibraryFault: Hashable, Sendable {
    /// There is no such library.
    case missing
    /// The library needs another one that is not installed.
    case dependencyMissing(String)
    /// The library uses a function or data that neither it nor what it was linked with has.
    case symbolMissing(String)
    /// The file is no library that may be loaded.
    case unfit(ELFFault)
    /// Anything else, in the dynamic loader's words.
    case other(String)

    /// - Parameters:
    ///   - message: the dynamic loader's.
    ///   - name: what it was given: a path, or a soname.
    package init(_ message: String, from name: String) {
        if let words = message.firstRange(of: ": cannot open shared object file: ") {
            let missing = String(message[..<words.lowerBound])
            self = missing == name ? .missing : .dependencyMissing(missing)
        } else if let words = message.firstRange(of: ": undefined symbol: ") {
            self = .symbolMissing(String(message[words.upperBound...]))
        } else {
            let prefix = "\(name): "
            self = .other(
                message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
            )
        }
    }

    /// What is wrong, as a sentence without its full stop.
    package func problem(of library: String) -> String {
        switch self {
        case .missing: "\(library) cannot be found"
        case .dependencyMissing(let other):
            "\(library) cannot be loaded: it needs \(other), which cannot be found"
        case .symbolMissing(let name):
            "\(library) cannot be loaded: it uses \(name), which no library that it is linked with defines"
        case .unfit(let fault):
            "\(library) cannot be loaded: \(fault.problem.prefix(1).lowercased())"
                + "\(fault.problem.dropFirst())"
        case .other(let message): "\(library) cannot be loaded: \(message)"
        }
    }

    /// - Parameter isOwn: whether the library lies beside the binding, and so came with it.
    package func remedy(forOwn isOwn: Bool) -> String {
        switch self {
        case .missing:
            isOwn
                ? "Build the library, and copy it beside the binding."
                : "Install the library, or correct its name in the binding."
        case .dependencyMissing(let other): "Install \(other)."
        case .symbolMissing(let name):
            isOwn
                ? "Link it with the library that defines \(name), or correct the name in its source."
                : "Install a version of the library that fits the installed versions of the libraries it needs."
        case .unfit(let fault): fault.remedy(forOwn: isOwn)
        case .other: isOwn ? "Build the library again." : "Install the library again."
        }
    }
}
