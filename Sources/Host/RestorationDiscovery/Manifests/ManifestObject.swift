import RestorationCore

/// One JSON object of a manifest, and how to get there: every error names the part it is about.
struct ManifestObject {
    let value: JSONValue

    /// Takes an object. Keys that nobody asks for are ignored, so that a newer manifest serves an
    /// older host; but one that begins with `!` says that a host must know it, and as yet there is
    /// none to know.
    init(_ value: JSONValue) throws(ManifestError) {
        guard value.isObject else { throw ManifestError.wrongKind("an object", value) }
        self.value = value
        if let key = value.firstRequirement {
            throw ManifestError(.unknownRequirement, at: key)
        }
    }

    func contains(_ key: String) -> Bool { value.member(key) != nil }

    /// Refuses all other keys. For what takes away: whoever misspelt a key wanted less than they
    /// would get. In bindings, which no host reads in part, keys with `x-` before them are notes.
    func allow(_ keys: [String]) throws(ManifestError) {
        for key in value.keys {
            let name = key.string ?? ""
            guard !keys.contains(name), !key.isNote else { continue }
            let meant = Spelling.nearest(to: name, among: keys)
            throw ManifestError(.unknownKey(meant: meant), at: key)
        }
    }

    /// Keys that nobody asks for, but that are spelt like one of these.
    func misspellings(of keys: [String]) -> [ManifestOversight] {
        value.keys.compactMap { key in
            guard let name = key.string, !keys.contains(name),
                let meant = Spelling.nearest(to: name, among: keys), !contains(meant)
            else { return nil }
            return ManifestOversight(location: key.location, position: key.position, meant: meant)
        }
    }

    func value(_ key: String) throws(ManifestError) -> JSONValue {
        guard let member = value.member(key) else {
            if let (other, name) = misspelling(of: key) {
                throw ManifestError(.misspelt(name, meant: key), at: other)
            }
            let around = value.location
            throw ManifestError(
                location: around.isEmpty ? key : "\(around).\(key)",
                fault: .missing,
                position: value.position,
                subject: value.tree.subject
            )
        }
        return member
    }

    /// A key that is spelt like one that is missing, or is its beginning, and means nothing else in
    /// a manifest.
    func misspelling(of key: String) -> (JSONValue, name: String)? {
        guard value.tree.subject == .manifest else { return nil }
        for other in value.keys {
            guard let name = other.string, !ManifestReader.keys.contains(name),
                Spelling.nearest(to: name, among: [key]) != nil
                    || (name.utf8.count > 2 && key.hasPrefix(name))
            else { continue }
            return (other, name)
        }
        return nil
    }

    func text(_ key: String) throws(ManifestError) -> String { try value(key).text() }

    /// Text meant for people: it ends up on terminals, so it must not control them.
    func caption(_ key: String) throws(ManifestError) -> String? {
        guard let value = value.member(key) else { return nil }
        return try value.caption()
    }

    func flag(_ key: String) throws(ManifestError) -> Bool {
        guard let value = value.member(key) else { return false }
        guard let flag = value.boolean else {
            throw ManifestError.wrongKind("true or false", value)
        }
        return flag
    }

    func integer(_ key: String, in range: ClosedRange<Int64>) throws(ManifestError) -> Int64 {
        let value = try value(key)
        guard let whole = value.wholeNumber else {
            throw ManifestError.wrongKind("a whole number", value)
        }
        guard case .fitting(let number) = whole, range.contains(number) else {
            throw ManifestError(.outOfRange(range), at: value)
        }
        return number
    }

    /// The elements under `key`; none if the key is not there.
    func list(_ key: String) throws(ManifestError) -> [JSONValue] {
        guard let value = value.member(key) else { return [] }
        guard let elements = value.elements else { throw ManifestError.wrongKind("a list", value) }
        return elements
    }

    /// The elements under `key`, of which there must be one at least.
    func filledList(_ key: String) throws(ManifestError) -> [JSONValue] {
        let value = try value(key)
        let list = try list(key)
        guard !list.isEmpty else { throw ManifestError(.empty, at: value) }
        return list
    }
}

extension JSONValue {
    func text() throws(ManifestError) -> String {
        guard let string else { throw ManifestError.wrongKind("text", self) }
        return string
    }

    func caption() throws(ManifestError) -> String {
        let text = try text()
        guard !text.hasControlCharacter else { throw ManifestError(.controlCharacter, at: self) }
        return text
    }

    /// The name of a restoration class.
    func className() throws(ManifestError) -> String {
        let name = try text()
        guard (1...RestorationIdentifier.maximumLength).contains(name.utf8.count),
            !name.hasControlCharacter
        else { throw ManifestError(.malformedClassName, at: self) }
        return name
    }
}

extension ManifestError {
    /// A value of another kind than it takes.
    static func wrongKind(_ expected: String, _ found: JSONValue) -> Self {
        ManifestError(.wrongKind(expected: expected, found: found.kind), at: found)
    }
}

extension String {
    /// Semantic source: Unicode, the general category Cc.
    fileprivate var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}

extension JSONValue {
    /// Whether a key of a binding is a note of its author's, which means nothing.
    var isNote: Bool { tree.subject == .binding && string?.hasPrefix("x-") == true }
}
