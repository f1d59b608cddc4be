import RestorationCore
import RestorationKit
import RestorationStorage

struct ArchiveContents {
    let application: ApplicationIdentifier
    let file: String
    let generation: UInt64
    let sizeInBytes: Int
    let info: PreservationInfo
    /// The number of objects in the whole archive.
    let objectCount: Int
    /// The application's own record, if it was requested and is not empty.
    let applicationObject: PreservedObject?
    let rows: [(row: ObjectTree.Row, objects: [PreservedObject])]
    let isFull: Bool
    let reveals: Bool
    private let recordPaths: [String]

    /// - Parameter top: The root of the subtree; `nil` for everything.
    init(
        _ archive: OpenedArchive,
        from top: RestorationPath?,
        isFull: Bool,
        reveals: Bool = false
    ) throws {
        let reader = try ArchiveReader(archive)
        application = archive.application
        file = archive.path
        generation = archive.generation
        sizeInBytes = archive.sizeInBytes
        info = reader.info
        objectCount = reader.objectCount
        self.isFull = isFull
        self.reveals = reveals
        let tree = try Self.tree(reader, from: top, file: archive.path)
        rows = tree.rows.map { row in
            (row, row.records.map { PreservedObject($0, of: reader) })
        }
        applicationObject =
            top == nil && !reader.records.isEmpty && reader.records[0].sectionSize > 0
            ? PreservedObject(0, of: reader) : nil
        recordPaths = reader.records.indices.map { number in
            reader.path(of: number).map { "\($0)" } ?? PreservedObject.applicationText
        }
    }

    private static func tree(
        _ reader: ArchiveReader,
        from top: RestorationPath?,
        file: String
    ) throws -> ObjectTree {
        guard let top else { return ObjectTree(reader) }
        if let number = reader.number(at: top) { return ObjectTree(reader, from: number) }
        throw CommandError.noObject(top, file: file, near: near(top, in: ObjectTree(reader)))
    }

    /// The children of the path's last existing ancestor. If some differ from the next component
    /// only in the discriminator, only those.
    private static func near(_ path: RestorationPath, in tree: ObjectTree) -> [RestorationPath] {
        let paths = tree.rows.map(\.path)
        let known = Set(paths)
        var step = path
        while let parent = step.parent, !known.contains(parent) { step = parent }
        let siblings = paths.filter { $0.parent == step.parent }
        let namesakes = siblings.filter { $0.identifiers.last == step.identifiers.last }
        return namesakes.isEmpty ? siblings : namesakes
    }

    var objects: [PreservedObject] {
        [applicationObject].compactMap(\.self) + rows.flatMap(\.objects)
    }

    func hides(_ field: RecordField) -> Bool { field.isSensitive && !reveals }

    func path(ofRecord number: UInt32) -> String {
        recordPaths.indices.contains(Int(number)) ? recordPaths[Int(number)] : "nothing"
    }
}
