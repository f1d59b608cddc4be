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

    /// - Parameter room: for this manifest, and then for the next.
    /// - Returns: `nil` unless the manifest is plain.
    init?(_ json: [UInt8], _ room: inout PlainRoom) {
        guard json.count <= PluginManifest.maximumSizeInBytes else { return nil }
        var reader = PlainManifestReader(json)
        room.classes.empty(forManifestOf: json.count)
        guard let members = reader.manifest(&room.classes), members.manifest == 1,
            members.classCount > 0,
            let identifier = reader.string(members.id).flatMap({ PluginIdentifier($0) }),
            let version = reader.version(members.version), let abi = reader.abi(members.abi),
            let applications = reader.applications(members.applications, &room.scopes)
        else { return nil }
        room.record.empty(forManifestOf: json.count)
        reader.write(members, abi: abi, applications, room.classes, to: &room.record)
        record = room.record.bytes
        self.identifier = identifier
        self.version = version
        self.abi = ABIRange(abi)
        self.applications = applications
    }
}

/// The parts of a plain manifest, by where they stand. The range `0..<0`, where no text can stand,
/// is that of a text that is not there.
struct PlainMembers {
    var manifest: Int64?
    var id = 0..<0
    var version = 0..<0
    var abi = 0..<0
    var applications = PlainList()
    var classCount = 0
    var name = 0..<0
    var summary = 0..<0
    var authors = PlainList()
    var license = 0..<0
}

/// The parts of a class in a plain manifest.
struct PlainClass {
    var id = 0..<0
    var version: Int64?
    var aliases = PlainList()
    var routes = PlainList()
    var priority: Int64?
}

/// A list of texts in a plain manifest.
struct PlainList {
    /// Where the first text begins; 0 if there is no list.
    var start = 0
    /// Behind the last text, where the list ends; only if there are any.
    var end = 0
    var count = 0

    var isThere: Bool { start > 0 }
}

/// The applications of the latest plain manifest: most plugins that lie in one directory are for
/// the same ones.
struct PlainScopes {
    private var text: [UInt8] = []
    private var scope: ApplicationScope?

    /// What a list of applications was read as before.
    subscript(list: ArraySlice<UInt8>) -> ApplicationScope? {
        guard list.count == text.count else { return nil }
        for index in 0..<text.count where text[index] != list[list.startIndex + index] {
            return nil
        }
        return scope
    }

    mutating func keep(_ scope: ApplicationScope, for list: ArraySlice<UInt8>) {
        text = Array(list)
        self.scope = scope
    }
}

/// What is made for one plain manifest after the other, and need not be made anew each time.
struct PlainRoom: ~Copyable {
    var scopes = PlainScopes()
    var classes = RecordBuffer()
    var record = RecordBuffer()
}
