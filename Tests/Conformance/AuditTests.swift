import RestorationTesting
import Testing

@Suite struct `A save without an audit` {
    /// A program with a box of two boxes and an object without an identifier.
    private func boxProgram(auditsSaves: Bool) -> TestProgram<Box> {
        TestProgram(configure: { $0.auditsSaves = auditsSaves }) { session in
            let root = Box("Root")
            for name in ["a", "b"] { root.add(Box(name)) }
            let untagged = Box(nil)
            untagged.add(Box("hidden"))
            root.add(untagged)
            session.addRoot(root)
            return root
        }
    }

    @Test func `asks no object for children`() throws {
        for auditsSaves in [true, false] {
            let launch = try boxProgram(auditsSaves: auditsSaves).launch()
            let boxes = [launch.graph] + launch.graph.boxes
            for box in boxes { box.requestCount = 0 }

            try launch.session.preserveNow()

            #expect(boxes.map(\.requestCount) == (auditsSaves ? [1, 1, 1, 1] : [0, 0, 0, 0]))
        }
    }

    @Test func `saves the same, and reports only references to objects without identifier`() throws
    {
        let audited = try boxProgram(auditsSaves: true).launch()
        let plain = try boxProgram(auditsSaves: false).launch()

        #expect(try audited.issues().count == 2)
        let root = try RestorationPath(parsing: "Root")
        #expect(try plain.issues() == [.untaggedReference(type: "Box", referrer: root)])
        #expect(try plain.program.savedState() == audited.program.savedState())
    }

    @Test func `still reports what it could not save`() throws {
        let launch = try boxProgram(auditsSaves: false).launch()
        launch.graph.boxes[0].fails = true
        launch.graph.add(Box("b"))

        let issues = try launch.issues().map(\.diagnosis.place)

        #expect(issues == ["Root", "Root/b", "Root/a"])
    }
}

/// Counts how often the session reads its children.
private final class Box: Restorable {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    private(set) var boxes: [Box] = []
    var fails = false
    var requestCount = 0
    var restorationChildren: [any Restorable] {
        requestCount += 1
        return boxes
    }

    init(_ identifier: String?) { restorationIdentifier = identifier }

    func add(_ box: Box) {
        box.restorationParent = self
        boxes.append(box)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        if fails { throw Failing.Failure() }
        coder.encode(boxes, forKey: "boxes")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {}
}
