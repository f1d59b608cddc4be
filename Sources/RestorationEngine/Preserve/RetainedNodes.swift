import RestorationCore

/// The nodes of retained records' paths, in the archive that is being written: where they were
/// below what is above them, wherever that is by now. Each step of all these paths is looked up
/// once.
struct RetainedNodes {
    private let writer: ArchiveWriter
    /// By archive, and by the number of the node there.
    private var known: [ObjectIdentifier: Sparse<UInt32>] = [:]

    init(_ writer: ArchiveWriter) { self.writer = writer }

    /// - Parameter holder: How many steps up something is that is there, and its node by now.
    mutating func node(
        of kept: UnavailableObject,
        below holder: (steps: Int, node: UInt32)?
    ) -> UInt32 {
        let archive = kept.archive
        let known = known[ObjectIdentifier(archive), default: Sparse()]
        self.known[ObjectIdentifier(archive)] = known
        var steps: [UInt32] = []
        var next = kept.record.path
        var node = ArchiveRecord.none
        while next != ArchiveRecord.none {
            let isHolder = holder.map { $0.steps == steps.count } ?? false
            if let found = isHolder ? holder?.node : known[Int(next)] {
                node = found
                break
            }
            steps.append(next)
            next = archive.paths[Int(next)].parent
        }
        for step in steps.reversed() {
            let names = archive.paths[Int(step)]
            node = writer.number(
                of: PathNode(
                    parent: node,
                    identifier: writer.stringNumber(archive.string(names.identifier)),
                    discriminator: writer.stringNumber(archive.string(names.discriminator))
                )
            )
            known[Int(step)] = node
        }
        return node
    }
}
