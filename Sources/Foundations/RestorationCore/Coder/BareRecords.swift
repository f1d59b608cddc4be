/// Records without a session, a path or a file, to measure the coder alone.
///
/// The benchmark compares them with a session's capture and restore.
@_spi(Benchmarks)
public final class BareRecords {
    private let writer = ArchiveWriter()
    private var image: ArchiveImage?

    public init() {}

    /// Writes a record for each object, in order. References are resolved directly.
    ///
    /// - Returns: The size of all records, in bytes.
    public func write(_ objects: [any Restorable]) -> Int {
        image = nil
        writer.removeAll()
        _ = writer.append(ArchiveKind())
        writer.append(ArchiveRecord(), id: .application)
        var record = ArchiveRecord()
        record.identifier = writer.stringNumber("record")
        var ids = RecordIDSource()
        for (position, object) in objects.enumerated() {
            writer.sections.setNumber(UInt32(position + 1), of: object)
        }
        for object in objects {
            let number = writer.append(record, id: ids.next())
            if case .success(let section) = writer.sections.writeSection({
                try object.encodeRestorableState(with: $0)
            }) {
                writer.place(section, inRecord: Int(number))
            }
        }
        let size = writer.sections.sizeInBytes
        image = writer.finish(
            PreservationInfo(
                timestamp: Timestamp(seconds: 0)!,
                applicationVersion: nil,
                systemVersion: ""
            )
        )
        return size
    }

    /// Decodes each object from its record of the last ``write(_:)``.
    public func read(into objects: [any Restorable]) throws {
        guard let image else { return }
        let archive = try ArchiveReader(source: image)
        let restored = RestoredObjects(count: objects.count + 1)
        for (position, object) in objects.enumerated() { restored[position + 1] = object }
        let coders = RecordCoders(archive, resolving: restored)
        for (position, object) in objects.enumerated() {
            try object.decodeRestorableState(with: try coders.coder(for: position + 1))
        }
    }
}
