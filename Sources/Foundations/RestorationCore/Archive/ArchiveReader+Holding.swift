extension ArchiveReader {
    /// An in-memory archive with one record, which `body` encodes.
    ///
    /// - Throws: ``CoderError`` for a value that cannot be stored, or an error from `body`.
    package static func holding(
        info: PreservationInfo = .unknown,
        _ body: (RestorationCoder) throws -> Void
    ) throws -> ArchiveReader {
        let writer = ArchiveWriter()
        let section = try writer.sections.writeSection(body).get()
        _ = writer.append(ArchiveKind())
        writer.append(ArchiveRecord(), id: .application)
        writer.place(section, inRecord: 0)
        return try ArchiveReader(source: writer.finish(info))
    }
}
