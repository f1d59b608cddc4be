import RestorationCore
import RestorationStorage

/// Writes archives as a program of some objects would, identical in every run.
final class SavedProgram {
    /// An object and its encoding.
    struct Object {
        var path: RestorationPath
        var className: String?
        var plugin: String?
        var typeName: String?
        var schemaVersion: UInt32 = 1
        var flags: ArchiveRecord.Flags = []
        /// The keys that the class neither read nor wrote.
        var unread: [String] = []
        var encode: (RestorationCoder, SavedProgram) -> Void

        init(
            _ path: String,
            class className: String? = nil,
            of plugin: String? = nil,
            type typeName: String? = nil,
            encode: @escaping (RestorationCoder, SavedProgram) -> Void = { _, _ in }
        ) throws {
            self.path = try RestorationPath(parsing: path)
            self.className = className
            self.plugin = plugin
            self.typeName = typeName
            self.encode = encode
        }
    }

    var objects: [Object]
    /// Encodes the program's own record.
    var encodeApplication: (RestorationCoder) -> Void = { _ in }
    private let markers: [Marker]

    init(_ objects: [Object]) {
        self.objects = objects
        markers = objects.map { _ in Marker() }
    }

    /// The object to encode as a reference to the object at a path.
    func object(at path: String) -> any Restorable {
        markers[objects.firstIndex { $0.path.description == path }!]
    }

    /// The plain image of an archive saved at 2026-10-03 14:05:09 UTC.
    func image() -> [UInt8] {
        let writer = ArchiveWriter()
        let numbering = Numbering(markers)
        writer.sections.numbering = numbering
        _ = writer.append(ArchiveKind())
        var ids = RecordIDSource(launch: 1)
        // References number the objects in their order, so bare records come after them.
        var numbers: [RestorationPath: UInt32] = [:]
        for (index, object) in objects.enumerated() { numbers[object.path] = UInt32(index + 1) }
        writer.append(record(writer, nil) { self.encodeApplication($0) }, id: .application)
        for object in objects {
            writer.append(record(writer, object) { object.encode($0, self) }, id: ids.next())
        }
        for (index, object) in objects.enumerated() {
            writer.place(unread: object.unread, referenceCount: 0, inRecord: index + 1)
        }
        for object in objects { place(object.path, in: writer, &numbers, &ids) }
        let info = PreservationInfo(
            timestamp: Timestamp(seconds: 1_791_036_309)!,
            applicationVersion: "1.2",
            systemVersion: "Linux 6.12"
        )
        return writer.finish(info).chunks().flatMap(\.self)
    }

    private func record(
        _ writer: ArchiveWriter,
        _ object: Object?,
        _ encode: (RestorationCoder) -> Void
    ) -> ArchiveRecord {
        var record = ArchiveRecord()
        if let object {
            var kind = ArchiveKind()
            kind.className = writer.stringNumber(object.className)
            kind.plugin = writer.stringNumber(object.plugin)
            kind.typeName = writer.stringNumber(object.typeName)
            kind.schemaVersion = object.schemaVersion
            record.kind = writer.append(kind)
            record.flags = object.flags
        }
        if case .success(let section) = writer.sections.writeSection(encode) {
            record.sectionOffset = UInt64(section.offset)
            record.sectionSize = UInt32(section.size)
            record.referencesStart = UInt32(section.referencesStart)
            record.referenceCount = UInt32(section.referenceCount)
        }
        return record
    }

    /// Sets the parent of a record, and adds a bare record for each ancestor without one.
    private func place(
        _ path: RestorationPath,
        in writer: ArchiveWriter,
        _ numbers: inout [RestorationPath: UInt32],
        _ ids: inout RecordIDSource
    ) {
        var number = numbers[path]
        if number == nil {
            var record = ArchiveRecord()
            record.flags = .isBare
            number = writer.append(record, id: ids.next())
            numbers[path] = number
        }
        if let parent = path.parent { place(parent, in: writer, &numbers, &ids) }
        let parent = path.parent.flatMap { numbers[$0] } ?? ArchiveRecord.none
        let last = path.components[path.components.count - 1]
        let identifier = writer.stringNumber(last.identifier.rawValue)
        let discriminator = writer.stringNumber(last.discriminator?.rawValue)
        writer.update(Int(number!)) {
            $0.parent = parent
            $0.identifier = identifier
            $0.discriminator = discriminator
        }
    }
}

/// A stand-in for an object in references.
private final class Marker: Restorable {}

private final class Numbering: ReferenceNumbering {
    private let markers: [Marker]

    init(_ markers: [Marker]) { self.markers = markers }

    func number(of object: any Restorable) -> UInt32? {
        // The first record is that of the application.
        markers.firstIndex { $0 === object }.map { UInt32($0 + 1) }
    }
}

extension Home {
    static let application = "org.example.petfinder"

    /// A store with a stopped clock.
    func store(_ application: String = Home.application, pieceSize: Int = 4096) -> ArchiveStore {
        var conditions = StorageConditions()
        conditions.pieceSize = pieceSize
        conditions.now = { Timestamp(seconds: 1_791_036_310)! }
        return ArchiveStore(
            application: ApplicationIdentifier(application)!,
            directory: stateDirectory(of: application),
            keys: keys,
            conditions: conditions
        )
    }

    /// Saves each image as one generation, then closes the store.
    func save(
        _ images: [UInt8]...,
        for application: String = Home.application,
        pieceSize: Int = 4096
    ) throws {
        let store = store(application, pieceSize: pieceSize)
        _ = try store.open()
        for image in images { try store.commit(image, as: store.nextGeneration()) }
        store.close()
    }
}

extension SavedProgram {
    /// A program with two tabs, a list, details, and an editor from a plugin.
    static func petFinder() throws -> SavedProgram {
        let edit = "Tabs/Matches/Details#cat 17/Edit"
        var retained = try Object(edit, class: "PetEditor", of: "org.example.editor") { coder, _ in
            coder.encode(17, forKey: "petID")
            coder.encode("half-typ", forKey: "draft")
        }
        retained.schemaVersion = 3
        retained.flags = .isRetained
        let program = SavedProgram([
            try Object("Tabs", type: "PetFinder.TabBar") { coder, program in
                coder.encode(1, forKey: "selectedIndex")
                coder.encode(
                    ["Tabs/Find", "Tabs/Matches"].map(program.object),
                    forKey: "children"
                )
            },
            try Object("Tabs/Find", type: "PetFinder.FindScreen") { coder, _ in
                coder.encode("cat-3", forKey: "cat")
            },
            try Object("Tabs/Matches", type: "PetFinder.MatchesScreen") { coder, _ in
                coder.encode(["cat-17", "cat-21"], forKey: "matches")
                coder.encode(12, forKey: "scrollOffset")
            },
            try Object("Tabs/Matches/Details#cat 17", class: "Details") { coder, program in
                coder.encode(program.object(at: edit), forKey: "presented")
            },
            retained,
        ])
        program.encodeApplication = { $0.encode("en", forKey: "language") }
        return program
    }
}
