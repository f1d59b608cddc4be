extension ArchiveReader {
    /// All nodes of some subtrees, parents first.
    ///
    /// Cost: O(n log n) for n such nodes; the first call lists the children of all nodes, in
    /// O(nodes of the archive).
    package func nodes(below roots: Set<UInt32>) -> [UInt32] {
        if lookup.value.family.isEmpty { prepareFamily() }
        var found = roots
        var waiting = Array(roots)
        while let parent = waiting.popLast() {
            var child = lookup.value.family[Int(parent)].firstChild
            while child != ArchiveRecord.none {
                if found.insert(child).inserted { waiting.append(child) }
                child = lookup.value.family[Int(child)].nextSibling
            }
        }
        // Parents have smaller numbers.
        return found.sorted()
    }

    private func prepareFamily() {
        lookup.value.family.append(repeating: PathFamily(), count: paths.count)
        for node in (0..<UInt32(paths.count)).reversed() {
            let parent = paths[Int(node)].parent
            guard parent != ArchiveRecord.none else { continue }
            lookup.value.family[Int(node)].nextSibling =
                lookup.value.family[Int(parent)].firstChild
            lookup.value.family[Int(parent)].firstChild = node
        }
    }
}

/// What the path table does not say of a node: where those below it are.
struct PathFamily {
    var firstChild = ArchiveRecord.none
    var nextSibling = ArchiveRecord.none
}
