import RestorationCore
import RestorationStorage

/// Writes archives as a program of some objects would, the same in every run.
final class SavedProgram {
    /// One object, and what it encodes.
    struct Object {
        var path: RestorationPath
        var className: String?
        var plugin: String?
        var typeName: String?
        var schemaVersion: UInt32 = 1
        var flags: ArchiveRecord.Flags = []
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
    /// What the program's own record holds.
    var encodeApplication: (RestorationCoder) -> Void = { _ in }
    private let markers: [Marker]

    init(_ objects: [Object]) {
        self.objects = objects
        markers = objects.map { _ in Marker() }
    }

    /// What to encode for a reference to the object at a path.
    func object(at path: String) -> any Restorable {
        markers[objects.firstIndex { $0.path.description == path }!]
    }

    /// The plain image of an archive, saved at 2026-10-03 14:05:09 UTC.
    func image() -> [UInt8] {
        let writer = ArchiveWriter()
        let numbering = Numbering(markers)
        writer.sections.numbering = numbering
        writer.append(record(writer) { self.encodeApplication($0) })
        for object in objects {
            var record = record(writer) { object.encode($0, self) }
            record.path = writer.number(of: object.path)
            record.className = writer.stringNumber(object.className)
            record.plugin = writer.stringNumber(object.plugin)
            record.typeName = writer.stringNumber(object.typeName)
            record.schemaVersion = object.schemaVersion
            record.flags = object.flags
            writer.append(record)
        }
        let info = PreservationInfo(
            timestamp: Timestamp(seconds: 1_791_036_309)!,
            applicationVersion: "1.2",
            systemVersion: "Linux 6.12"
        )
        return writer.finish(info).chunks().flatMap(\.self)
    }

    private func record(
        _ writer: ArchiveWriter,
        _ encode: (RestorationCoder) -> Void
    ) -> ArchiveRecord {
        var record = ArchiveRecord()
        if case .success(let section) = writer.sections.writeSection(encode) {
            record.sectionOffset = UInt64(section.offset)
            record.sectionSize = UInt32(section.size)
            record.referencesStart = UInt32(section.referencesStart)
        }
        return record
    }
}

/// Stands for an object when another one refers to it.
private final class Marker: Restorable {}

private final class Numbering: ReferenceNumbering {
    private let markers: [Marker]

    init(_ markers: [Marker]) { self.markers = markers }

    func number(of object: any Restorable) -> UInt32? {
        // The first record is the application's own.
        markers.firstIndex { $0 === object }.map { UInt32($0 + 1) }
    }
}

extension Home {
    static let application = "org.example.petfinder"

    /// A store whose clock stands still.
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

    /// Saves a program's state, once for each of the images, and lets go of it.
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
    /// A program with two tabs, a list, details, and an editor that a plugin provides.
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
