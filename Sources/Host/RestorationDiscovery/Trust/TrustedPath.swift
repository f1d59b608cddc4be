/// The path to a file or directory, resolved from the root with every step checked.
///
/// Separate lookups of the steps are not a race: only trusted users can change a step that passed
/// its check.
struct TrustedPath {
    let resolved: String
    let facts: FileFacts

    init(directory path: String, rule: TrustRule) throws(DiscoveryError) {
        try self.init(path, rule: rule)
        guard facts.kind == .directory else {
            throw .unreadable(file: path, .notADirectory)
        }
        if let fault = rule.fault(ofContainer: facts) {
            throw .untrusted(UntrustedPathComponent(path: resolved, fault: fault, kind: facts.kind))
        }
    }

    init(file path: String, rule: TrustRule) throws(DiscoveryError) {
        try self.init(path, rule: rule)
        let container = Self.container(of: resolved)
        let facts = try Self.facts(of: container)
        if let fault = rule.fault(ofContainer: facts) {
            throw .untrusted(
                UntrustedPathComponent(path: container, fault: fault, kind: facts.kind)
            )
        }
    }

    private init(_ path: String, rule: TrustRule) throws(DiscoveryError) {
        var walk = Walk(rule: rule)
        facts = try walk.run(path)
        resolved = walk.path
    }

    private static func container(of path: String) -> String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    fileprivate static func facts(of path: String) throws(DiscoveryError) -> FileFacts {
        do {
            return try FileFacts.look(at: path)
        } catch {
            throw .unreadable(file: path, error)
        }
    }

    private struct Walk {
        let rule: TrustRule
        /// The resolved steps; empty for the root.
        private var steps: [String] = []
        /// The remaining steps in reverse order.
        private var ahead: [String] = []
        private var linkCount = 0

        init(rule: TrustRule) {
            self.rule = rule
        }

        var path: String {
            guard !steps.isEmpty else { return "/" }
            var path = ""
            for step in steps {
                path += "/"
                path += step
            }
            return path
        }

        mutating func run(_ start: String) throws(DiscoveryError) -> FileFacts {
            ahead = Self.steps(of: start)
            var facts = try look()
            while let step = ahead.popLast() {
                // As in the system's own lookup, a file has no children, not even ".".
                guard facts.kind == .directory || facts.kind == .link else {
                    throw .unreadable(file: path, .notADirectory)
                }
                if step == "." { continue }
                if step == ".." {
                    _ = steps.popLast()
                } else {
                    steps.append(step)
                }
                facts = try lookAhead()
                if facts.kind == .link { try follow(from: start) }
            }
            // The last step may have been a link to a step that was already checked.
            return facts.kind == .link ? try look() : facts
        }

        /// Looks at a step that may be missing. If so, checks that other users cannot create it.
        private func lookAhead() throws(DiscoveryError) -> FileFacts {
            do {
                return try look()
            } catch .unreadable(let file, .notFound) {
                let path = TrustedPath.container(of: path)
                let facts = try TrustedPath.facts(of: path)
                guard let fault = rule.fault(ofContainer: facts) else {
                    throw .unreadable(file: file, .notFound)
                }
                throw .untrusted(UntrustedPathComponent(path: path, fault: fault, kind: facts.kind))
            }
        }

        private func look() throws(DiscoveryError) -> FileFacts {
            let facts = try TrustedPath.facts(of: path)
            if let fault = rule.fault(of: facts) {
                throw .untrusted(UntrustedPathComponent(path: path, fault: fault, kind: facts.kind))
            }
            return facts
        }

        private mutating func follow(from start: String) throws(DiscoveryError) {
            linkCount += 1
            // Linux's limit.
            guard linkCount <= 40 else { throw .unreadable(file: start, .tooManyLinks) }
            let target: String
            do {
                target = try FileFacts.target(ofLink: path)
            } catch {
                throw .unreadable(file: path, error)
            }
            if target.hasPrefix("/") { steps = [] } else { steps.removeLast() }
            ahead += Self.steps(of: target)
        }

        private static func steps(of path: String) -> [String] {
            path.parts(between: UInt8(ascii: "/")).reversed()
        }
    }
}

extension String {
    /// The non-empty parts between separators. Searching bytes is many times as fast as searching
    /// characters, and `split` makes Swift's runtime instantiate types.
    func parts(between separator: UInt8) -> [String] {
        var parts: [String] = []
        var start = startIndex
        while start < endIndex {
            let end = utf8[start...].firstIndex(of: separator) ?? endIndex
            if start < end { parts.append(String(self[start..<end])) }
            start = end < endIndex ? utf8.index(after: end) : end
        }
        return parts
    }
}

/// A cache of trusted directories, so each is checked once.
package struct TrustedDirectories {
    let rule: TrustRule
    private var resolved: [String: String] = [:]
    /// The latest directory whose path has no links. Most plugins are in it.
    private var straight = ""

    package init(rule: TrustRule = .current) {
        self.rule = rule
    }

    /// Returns a directory's resolved path.
    ///
    /// - Throws: ``DiscoveryError`` that names the untrusted step.
    mutating func resolve(directory path: String) throws(DiscoveryError) -> String {
        if path == straight { return path }
        if let known = resolved[path] { return known }
        let found = try TrustedPath(directory: path, rule: rule).resolved
        resolved[path] = found
        if found == path { straight = path }
        return found
    }

    /// Returns the resolved path of a library or sidecar.
    ///
    /// - Throws: ``DiscoveryError`` that names the untrusted step.
    mutating func resolve(file path: String) throws(DiscoveryError) -> String {
        guard let file = try resolve(directoryOf: path) else {
            return try TrustedPath(file: path, rule: rule).resolved
        }
        let facts = try TrustedPath.facts(of: file)
        guard facts.kind == .file else { return try TrustedPath(file: file, rule: rule).resolved }
        if let fault = rule.fault(of: facts) {
            throw .untrusted(UntrustedPathComponent(path: file, fault: fault, kind: facts.kind))
        }
        return file
    }

    /// The path of a file in its resolved directory; `nil` if that is the root.
    private mutating func resolve(directoryOf path: String) throws(DiscoveryError) -> String? {
        if path.isPath(ofNameIn: straight) { return path }
        let path = path.hasPrefix("/") ? path : "\(try Self.currentDirectory())/\(path)"
        // Searching bytes is many times as fast as searching characters.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex
        else { return nil }
        return try resolve(directory: String(path[..<slash])) + String(path[slash...])
    }

    private static func currentDirectory() throws(DiscoveryError) -> String {
        do {
            return try FileFacts.currentDirectory()
        } catch {
            throw .unreadable(file: ".", error)
        }
    }
}

extension String {
    /// Whether the text is the path of a name directly in a directory.
    fileprivate func isPath(ofNameIn directory: String) -> Bool {
        let (own, other) = (utf8.span, directory.utf8.span)
        let slash = UInt8(ascii: "/")
        guard other.count > 0, own.count > other.count + 1, own[other.count] == slash else {
            return false
        }
        for index in 0..<other.count where own[index] != other[index] { return false }
        for index in other.count + 1..<own.count where own[index] == slash { return false }
        return true
    }
}
