extension LibraryFault {
    /// The fault as a sentence without its full stop.
    package func problem(of library: String) -> String {
        switch self {
        case .missing: "\(library) cannot be found"
        case .dependency(let other, let fault) where fault != .missing:
            "\(library) cannot be loaded because of \(other): \(fault.clause)"
        default: "\(library) cannot be loaded: \(clause)"
        }
    }

    /// The fault as a clause about "it".
    private var clause: String {
        switch self {
        case .missing: "it cannot be found"
        case .dependency(let other, _): "it needs \(other), which cannot be found"
        case .symbolMissing(let name):
            SanitizerRuntime.sanitizer(defining: name).map {
                "it was built for \($0), whose runtime the program does not have"
            } ?? "it uses \(name), which no library that it is linked with defines"
        case .versionMissing(let version, let other):
            "it needs \(version) of \(other), which is older here"
        case .unfit(let fault):
            "\(fault.problem.prefix(1).lowercased())\(fault.problem.dropFirst())"
        case .refused(let refusal): refusal.clause
        case .other(let message): message
        }
    }

    /// - Parameter isOwn: whether the library belongs to the plugin or binding, not to the system.
    package func remedy(forOwn isOwn: Bool) -> String {
        switch self {
        case .missing:
            isOwn
                ? "Build the library, and copy it beside the binding."
                : "Install the library, or correct its name in the binding."
        case .dependency(let other, .missing): "Install \(other)."
        case .dependency(let other, let fault):
            fault.remedy(forOwn: isOwn && !RunPathEntry.isOfSystem(other))
        case .symbolMissing(let name):
            if SanitizerRuntime.sanitizer(defining: name) != nil {
                "Build it without -fsanitize, or start the program with the sanitizer's runtime in"
                    + " LD_PRELOAD."
            } else if isOwn {
                "Link it with the library that defines \(name), or correct the name in its source."
            } else {
                "Install a version of the library that fits the installed versions of the"
                    + " libraries it needs."
            }
        case .versionMissing(_, let other):
            isOwn
                ? "Build it on the oldest system that it is to run on, or install a newer \(other)."
                : "Install a newer \(other), or an older version of the library."
        case .unfit(let fault): fault.remedy(forOwn: isOwn)
        case .refused(let refusal): refusal.remedy
        case .other: isOwn ? "Build the library again." : "Install the library again."
        }
    }
}

extension LibraryFault.Refusal {
    fileprivate var clause: String {
        switch self {
        case .mountedWithoutExecution: "it is on a file system that is mounted noexec"
        case .staticThreadLocals:
            "the program has no static thread-local storage"
                + " left for it"
        case .memory: "it needs more memory than the program's limit allows"
        case .descriptors: "the program has too many files open"
        case .policy: "the system's security policy forbids the program to run its code"
        case .unreadable(let error): "it cannot be read (\(error))"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .mountedWithoutExecution:
            "Install it on another file system, or mount that one without noexec."
        case .staticThreadLocals:
            "Compile it without -ftls-model=initial-exec, or start the program with"
                + " GLIBC_TUNABLES=glibc.rtld.optional_static_tls=65536."
        case .memory: "Raise the limit on the program's memory (ulimit -v), or free some."
        case .descriptors: "Close files, or raise the limit on open files (ulimit -n)."
        case .policy:
            "Allow it in the policy, or give the file the label of a library (restorecon). The"
                + " system's audit log names the rule."
        case .unreadable(let error):
            switch error {
            case .permissionDenied, .notPermitted:
                "Give the program's user permission to read it and to search the directories above"
                    + " it."
            case .tooManyLinks, .nameTooLong: "Correct its path or the links to it."
            default: "Check its drive, and install it again."
            }
        }
    }
}
