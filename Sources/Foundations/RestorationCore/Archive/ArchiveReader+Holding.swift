extension ArchiveReader {
    /// An archive in memory with one record, of what `body` stores.
    ///
    /// - Throws: ``CoderError`` if something cannot be stored, or what `body` throws.
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
