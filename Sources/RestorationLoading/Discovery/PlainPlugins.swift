/// What plain plugins of a directory are, read on two threads where there are many.
struct PlainPlugins {
    /// A plugin, and what the file system says about its file.
    struct Found {
        let plugin: ScannedPlugin
        let facts: FileFacts
    }

    /// By the place of the name.
    private var found: [Found?]

    init(_ names: [String], in directory: OpenDirectory) {
        found = []
        found.reserveCapacity(names.count)
        let portion = SharedWork.portion
        let boxes = (0..<(names.count + portion - 1) / portion).map { _ in Box() }
        let workers = SharedWork.run(names.count) { parts, worker in
            var room = PlainRoom()
            let found = names[parts].map { ScannedPlugin.plain($0, in: directory, &room) }
            let box = boxes[parts.lowerBound / portion]
            if worker == .owner { box.ofOwner = found } else { box.ofHelper = found }
        }
        for (box, worker) in zip(boxes, workers) {
            found += worker == .owner ? box.ofOwner : box.ofHelper
        }
    }

    subscript(number: Int) -> Found? { found[number] }

    /// What was found of one portion.
    ///
    /// Invariant of `@unchecked Sendable`: each thread writes to a member of its own. The helper's
    /// is read where ``SharedWork`` says that it is done, and then nobody writes to it any more.
    private final class Box: @unchecked Sendable {
        var ofOwner: [Found?] = []
        var ofHelper: [Found?] = []
    }
}
