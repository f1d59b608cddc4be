internal import RestorationCore

/// A manifest as nearly all are written, put into the form of an index at once.
///
/// A first search spends most of its time on manifests, and all that it needs of them is here. What
/// is not plain (other keys, needed interfaces, escapes, letters outside of ASCII, anything wrong)
/// is left to ``ManifestReader``, so that this one may be strict, and need not say what is wrong.
/// Whatever it takes, it takes for what that one makes of it.
struct PlainManifest {
    let identifier: PluginIdentifier
    let version: PluginVersion
    let abi: ABIRange
    let applications: ApplicationScope
    /// See ``ManifestRecord``.
    let record: [UInt8]

    /// - Returns: `nil` unless the manifest is plain.
    init?(_ json: [UInt8]) {
        guard json.count <= PluginManifest.maximumSizeInBytes,
            let reader = PlainManifestReader(json), let root = reader.members(of: 0),
            root.isManifest, reader.isOne(root.manifest)
        else { return nil }
        guard let identifier = reader.text(root.id).flatMap({ PluginIdentifier($0) }),
            reader.isWholeVersion(root.version),
            let version = reader.text(root.version).flatMap({ PluginVersion($0) }),
            let abi = reader.text(root.abi).flatMap({ ABIVersion($0) }),
            let applications = reader.applications(root.applications),
            let record = reader.record(root, abi: abi, applications)
        else { return nil }
        self.identifier = identifier
        self.version = version
        self.abi = ABIRange(abi)
        self.applications = applications
        self.record = record
    }
}

/// The parts of a plain manifest, by the numbers of their nodes. 0, the node around them all, stands
/// for what is not there.
struct PlainMembers {
    var manifest = 0
    var id = 0
    var version = 0
    var abi = 0
    var applications = 0
    var classes = 0
    var name = 0
    var summary = 0
    var authors = 0
    var license = 0
    var aliases = 0
    var routes = 0
    var priority = 0

    /// Whether they are those of a manifest, not of a class.
    var isManifest: Bool { aliases + routes + priority == 0 }
    /// Whether they are those of a class.
    var isClass: Bool {
        manifest + abi + applications + classes + name + summary + authors + license == 0
    }

    /// Takes note of a member; false if the key is not one of these.
    mutating func note(_ key: ArraySlice<UInt8>, _ value: Int) -> Bool {
        // The length and the first letter leave one of them each time.
        switch (key.count, key.first) {
        case (2, UInt8(ascii: "i")): Self.note(key, "id", &id, value)
        case (3, UInt8(ascii: "a")): Self.note(key, "abi", &abi, value)
        case (4, UInt8(ascii: "n")): Self.note(key, "name", &name, value)
        case (6, UInt8(ascii: "r")): Self.note(key, "routes", &routes, value)
        case (7, UInt8(ascii: "v")): Self.note(key, "version", &version, value)
        case (7, UInt8(ascii: "c")): Self.note(key, "classes", &classes, value)
        case (7, UInt8(ascii: "s")): Self.note(key, "summary", &summary, value)
        case (7, UInt8(ascii: "l")): Self.note(key, "license", &license, value)
        case (7, UInt8(ascii: "a")):
            Self.note(key, "authors", &authors, value) || Self.note(key, "aliases", &aliases, value)
        case (8, UInt8(ascii: "m")): Self.note(key, "manifest", &manifest, value)
        case (8, UInt8(ascii: "p")): Self.note(key, "priority", &priority, value)
        case (12, UInt8(ascii: "a")): Self.note(key, "applications", &applications, value)
        default: false
        }
    }

    private static func note(
        _ key: ArraySlice<UInt8>,
        _ wanted: String,
        _ member: inout Int,
        _ value: Int
    ) -> Bool {
        let wanted = wanted.utf8.span
        guard key.count == wanted.count else { return false }
        for index in 0..<wanted.count where key[key.startIndex + index] != wanted[index] {
            return false
        }
        member = value
        return true
    }
}
