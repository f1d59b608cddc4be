package import RestorationCore
public import RestorationKit

/// The state of an object graph as text, with a block for each object and a line for each key.
///
/// ```
/// Tabs: App.TabController
///   children: [→ Tabs/Find, → Tabs/Details]
///   selected: → Tabs/Details
/// Tabs/Details/Edit: class PetEditor of org.example.editor
///   draft: "Feed the cat"
/// Tabs/Find: App.FindController
/// ```
///
/// Objects are in the order of their paths. Snapshots are equal if their texts are. The text marks
/// retained records, so let deferred objects arrive before comparing with an earlier state.
/// ``difference(from:)`` shows the differences.
public struct StateSnapshot: Hashable, Sendable {
    /// One object: its class or type, and its values.
    public struct Object: Hashable, Sendable {
        /// The path as in reports; empty for the application's own record.
        public let path: String
        /// The restoration class with its plugin, or the type of a program's own object.
        public let kind: String
        /// The object's values by key.
        public let values: [String: RestorationValue]
        /// The lines of the object: a head, and one for each key in byte order.
        public let lines: [String]
        /// The lines, with sensitive values hidden.
        package let redactedLines: [String]
        package let sensitiveKeys: Set<String>

        // Compares lines, whose references show paths. The numbers of references differ between
        // saves.
        public static func == (left: Self, right: Self) -> Bool { left.lines == right.lines }
        public func hash(into hasher: inout Hasher) { hasher.combine(lines) }
    }

    /// The objects in the byte order of their paths, parents before children. The application's own
    /// record comes first unless it is empty.
    public let objects: [Object]

    /// The object at a path; `nil` if it is not part of the state.
    public subscript(path: String) -> Object? { objects.first { $0.path == path } }

    /// The paths of all objects.
    public var paths: [String] { objects.map(\.path).filter { !$0.isEmpty } }

    package init(_ image: any ImageSource) throws {
        let archive = try ArchiveReader(source: image)
        var objects: [(key: [[UInt8]], object: Object)] = []
        for number in archive.records.indices where !archive.records[number].isBare {
            let object = try Object(number, of: archive)
            guard !object.path.isEmpty || !object.values.isEmpty else { continue }
            objects.append((Object.order(of: number, in: archive), object))
        }
        objects.sort { $0.key.precedes($1.key) }
        self.objects = objects.map(\.object)
    }

    /// A value as one line of a snapshot, without the targets of references.
    package static func text(of value: RestorationValue) -> String {
        ValueText(path: { _ in "an object" }).text(value)
    }

    init(image: [UInt8]) throws { try self.init(PlainImage(image)) }
}

extension StateSnapshot: CustomStringConvertible {
    /// All lines of all objects.
    public var description: String { objects.flatMap(\.lines).joined(separator: "\n") }
}

extension StateSnapshot.Object {
    init(_ number: Int, of archive: ArchiveReader) throws {
        path = archive.path(of: number).map { "\($0)" } ?? ""
        kind = Self.kind(of: number, in: archive)
        let fields = try archive.fields(of: number)
        values = Dictionary(fields.map { ($0.key, $0.value) }) { $1 }
        let text = ValueText(path: { Self.path(ofRecord: $0, in: archive) })
        let name = path.isEmpty ? "(the application itself)" : ValueText.name(path)
        let head = "\(name): \(kind)"
        let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        lines = [head] + sorted.map { "  \(ValueText.name($0.key)): \(text.text($0.value))" }
        redactedLines =
            [head]
            + zip(sorted, lines.dropFirst()).map { field, line in
                guard field.isSensitive else { return line }
                return "  \(ValueText.name(field.key)): hidden: sensitive, --reveal shows it"
            }
        sensitiveKeys = Set(fields.filter(\.isSensitive).map(\.key))
    }

    private static func kind(of number: Int, in archive: ArchiveReader) -> String {
        let (record, saved) = (archive.records[number], archive.kind(of: number))
        var kind = archive.string(saved.typeName) ?? "delegate"
        if let name = archive.string(saved.className) {
            kind = "class \(name)"
            if let plugin = archive.string(saved.plugin) { kind += " of \(plugin)" }
            if saved.schemaVersion != 1 { kind += ", version \(saved.schemaVersion)" }
        }
        if record.flags.contains(.isRetained) { kind += ", retained" }
        if record.isEmpty { kind += ", without state" }
        return kind
    }

    private static func path(ofRecord number: UInt32, in archive: ArchiveReader) -> String {
        guard Int(number) < archive.records.count else { return "nothing" }
        return archive.path(of: Int(number)).map { "\($0)" } ?? "nothing"
    }

    fileprivate static func order(of number: Int, in archive: ArchiveReader) -> [[UInt8]] {
        (archive.path(of: number)?.components ?? []).flatMap { component in
            [
                Array(component.identifier.rawValue.utf8),
                Array((component.discriminator?.rawValue ?? "").utf8),
            ]
        }
    }
}

extension [[UInt8]] {
    fileprivate func precedes(_ other: Self) -> Bool {
        for (mine, theirs) in zip(self, other) where mine != theirs {
            return mine.lexicographicallyPrecedes(theirs)
        }
        return count < other.count
    }
}

private final class PlainImage: ImageSource {
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var imageSize: Int { bytes.count }
    func chunk(covering range: Range<Int>) throws -> ImageChunk {
        ImageChunk(offset: 0, bytes: bytes)
    }
}
