import RestorationCore

/// One JSON object of a manifest, and how to get there: every error names the part it is about.
struct ManifestObject {
    /// The object's place in the manifest: `classes[0]`; empty for the manifest itself.
    let location: String
    private let values: [String: JSONValue]

    /// Takes an object. Keys that nobody asks for are ignored, so that a newer manifest serves an
    /// older host; but one that begins with `!` says that a host must know it, and as yet there is
    /// none to know.
    init(_ value: JSONValue, at location: String) throws(ManifestError) {
        guard case .object(let values) = value else {
            throw ManifestError.wrongKind("an object", value, at: location)
        }
        self.location = location
        self.values = values
        // The least of them, so that the error is the same every time.
        if let key = values.keys.filter({ $0.hasPrefix("!") }).min() {
            throw ManifestError(location: place(of: key), fault: .unknownRequirement)
        }
    }

    /// The location of a key's value.
    func place(of key: String) -> String {
        location.isEmpty ? key : "\(location).\(key)"
    }

    func contains(_ key: String) -> Bool {
        values[key] != nil
    }

    /// Refuses all other keys. For what takes away: whoever misspelt a key wanted less than they
    /// would get.
    func allow(_ keys: [String]) throws(ManifestError) {
        guard let unknown = values.keys.filter({ !keys.contains($0) }).min() else { return }
        let meant = Spelling.nearest(to: unknown, among: keys)
        throw ManifestError(location: place(of: unknown), fault: .unknownKey(meant: meant))
    }

    func value(_ key: String) throws(ManifestError) -> JSONValue {
        guard let value = values[key] else {
            throw ManifestError(location: place(of: key), fault: .missing)
        }
        return value
    }

    func text(_ key: String) throws(ManifestError) -> String {
        try value(key).text(at: place(of: key))
    }

    /// Text meant for people: it ends up on terminals, so it must not control them.
    func caption(_ key: String) throws(ManifestError) -> String? {
        try contains(key) ? value(key).caption(at: place(of: key)) : nil
    }

    func flag(_ key: String) throws(ManifestError) -> Bool {
        guard contains(key) else { return false }
        guard case .boolean(let flag) = try value(key) else {
            throw ManifestError.wrongKind("true or false", try value(key), at: place(of: key))
        }
        return flag
    }

    func integer(_ key: String, in range: ClosedRange<Int64>) throws(ManifestError) -> Int64 {
        guard case .integer(let number) = try value(key) else {
            throw ManifestError.wrongKind("a whole number", try value(key), at: place(of: key))
        }
        guard range.contains(number) else {
            throw ManifestError(location: place(of: key), fault: .outOfRange(range))
        }
        return number
    }

    /// The elements under `key` with the location of each; none if the key is not there.
    func list(_ key: String) throws(ManifestError) -> [(value: JSONValue, location: String)] {
        guard contains(key) else { return [] }
        let place = place(of: key)
        guard case .array(let values) = try value(key) else {
            throw ManifestError.wrongKind("a list", try value(key), at: place)
        }
        return values.enumerated().map { ($1, "\(place)[\($0)]") }
    }

    /// The elements under `key`, of which there must be one at least.
    func filledList(_ key: String) throws(ManifestError) -> [(value: JSONValue, location: String)] {
        _ = try value(key)
        let list = try list(key)
        guard !list.isEmpty else {
            throw ManifestError(location: place(of: key), fault: .empty)
        }
        return list
    }
}

extension JSONValue {
    func text(at location: String) throws(ManifestError) -> String {
        guard case .string(let text) = self else {
            throw ManifestError.wrongKind("text", self, at: location)
        }
        return text
    }

    func caption(at location: String) throws(ManifestError) -> String {
        let text = try text(at: location)
        guard !text.hasControlCharacter else {
            throw ManifestError(location: location, fault: .controlCharacter)
        }
        return text
    }

    /// The name of a restoration class.
    func className(at location: String) throws(ManifestError) -> String {
        let name = try text(at: location)
        guard (1...RestorationIdentifier.maximumLength).contains(name.utf8.count),
            !name.hasControlCharacter
        else {
            throw ManifestError(location: location, fault: .malformedClassName)
        }
        return name
    }
}

extension ManifestError {
    static func wrongKind(_ expected: String, _ found: JSONValue, at location: String) -> Self {
        ManifestError(
            location: location,
            fault: .wrongKind(expected: expected, found: found.kind)
        )
    }
}

extension String {
    fileprivate var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
