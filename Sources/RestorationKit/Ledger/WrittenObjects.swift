import RestorationCore
import RestorationStorage

/// The objects of an archive that is being written, as the ledger knows them: digests as
/// ``ObjectDigests`` has them of one that is read. O(1) for each object whose parent was asked
/// about before.
struct WrittenObjects {
    private let root: UInt64
    /// By path node; 0 where nobody has asked.
    private var paths: [UInt64] = []
    /// The plugin asked about last, as the archive numbers it.
    private var latest: (plugin: UInt32, identity: UInt64)?
    /// Whether it is noted whose code runs.
    private(set) var isNoted = false

    init(salt: UInt64) { root = ObjectDigests.root(salt) }

    /// Another archive is being written.
    mutating func begin(isNoted: Bool) {
        paths.removeAll(keepingCapacity: true)
        latest = nil
        self.isNoted = isNoted
    }

    /// The digest of the program and of the plugin that made an object.
    mutating func identity(
        ofRecord number: Int,
        in writer: ArchiveWriter,
        _ participants: Participants
    ) -> UInt64 {
        let plugin = writer.record(number).plugin
        if let latest, latest.plugin == plugin { return latest.identity }
        let name = plugin == ArchiveRecord.none ? nil : writer.string(plugin)
        let identity = participants.identity(ofPlugin: name)
        latest = (plugin, identity)
        return identity
    }

    mutating func digest(ofRecord number: Int, in writer: ArchiveWriter) -> UInt64 {
        let record = writer.record(number)
        return ObjectDigests.object(
            path: digest(ofNode: record.path, in: writer),
            className: writer.hash(ofString: record.className)
        )
    }

    private mutating func digest(ofNode node: UInt32, in writer: ArchiveWriter) -> UInt64 {
        if let known = known(node) { return known }
        let step = writer.step(ofNode: node)
        if let above = known(step.parent) { return note(node, step, below: above, in: writer) }
        // Up to the nearest node that is known, then down again: trees may be deep.
        var unknown: [UInt32] = []
        var next = node
        while known(next) == nil {
            unknown.append(next)
            next = writer.parent(ofNode: next)
        }
        return unknown.reversed().reduce(known(next) ?? root) { above, node in
            note(node, writer.step(ofNode: node), below: above, in: writer)
        }
    }

    private mutating func note(
        _ node: UInt32,
        _ step: PathNode,
        below above: UInt64,
        in writer: ArchiveWriter
    ) -> UInt64 {
        let digest = ObjectDigests.below(
            above,
            identifier: writer.hash(ofString: step.identifier),
            discriminator: writer.hash(ofString: step.discriminator)
        )
        let missing = Int(node) + 1 - paths.count
        if missing > 0 { paths.append(contentsOf: repeatElement(0, count: missing)) }
        paths[Int(node)] = digest
        return digest
    }

    private func known(_ node: UInt32) -> UInt64? {
        guard node != ArchiveRecord.none else { return root }
        guard Int(node) < paths.count, paths[Int(node)] != 0 else { return nil }
        return paths[Int(node)]
    }
}
