import RestorationCore

/// A JSON object of a manifest. Its errors name the faulty part.
struct ManifestObject {
    let value: JSONValue

    /// Takes an object. Unknown keys are ignored, so a newer manifest works with an older host. A
    /// key with the prefix `!` demands support from the host; no such key exists yet.
    init(_ value: JSONValue) throws(ManifestError) {
        guard value.isObject else { throw ManifestError.wrongKind("an object", value) }
        self.value = value
        if let key = value.firstRequirement {
            throw ManifestError(.unknownRequirement, at: key)
        }
    }

    func contains(_ key: String) -> Bool { value.member(key) != nil }

    /// Rejects all other keys. Used for restrictions, because a misspelt restriction would have no
    /// effect, and for bindings, where the prefix `x-` marks notes.
    func allow(_ keys: [String]) throws(ManifestError) {
        for key in value.keys {
            let name = key.string ?? ""
            guard !keys.contains(name), !key.isNote else { continue }
            let meant = Spelling.nearest(to: name, among: keys)
            throw ManifestError(.unknownKey(meant: meant), at: key)
        }
    }

    func misspellings(of keys: [String]) -> [ManifestWarning] {
        value.keys.compactMap { key in
            guard let name = key.string, !keys.contains(name),
                let meant = Spelling.nearest(to: name, among: keys), !contains(meant)
            else { return nil }
            return ManifestWarning(location: key.location, position: key.position, meant: meant)
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

    /// An unknown key that resembles a missing one or is its prefix.
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

    /// Text for users. It may appear on a terminal, so it must not contain control characters.
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

    func list(_ key: String) throws(ManifestError) -> [JSONValue] {
        guard let value = value.member(key) else { return [] }
        guard let elements = value.elements else { throw ManifestError.wrongKind("a list", value) }
        return elements
    }

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

    func className() throws(ManifestError) -> String {
        let name = try text()
        guard (1...RestorationIdentifier.maximumLength).contains(name.utf8.count),
            !name.hasControlCharacter
        else { throw ManifestError(.malformedClassName, at: self) }
        return name
    }
}

extension ManifestError {
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
    /// Whether a binding's key is an author's note, without effect.
    var isNote: Bool { tree.subject == .binding && string?.hasPrefix("x-") == true }
}
