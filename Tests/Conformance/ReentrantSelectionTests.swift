import RestorationTesting
import Testing

@Suite struct `The selection of a container whose getter calls the session` {
    /// The getter reads the session's retained records while a save is about to change them.
    @Test(.rule("CONT-5", under: .granular))
    func `is retained while its child could not be made`() throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let tabs = AskingTabs()
            tabs.session = session
            session.addRoot(tabs)
            return tabs
        }
        let first = try program.launch()
        for name in ["a", "b"] {
            let made = try first.session.make(name, under: first.graph, className: "Node")
            first.graph.restorationSlots.append(RestorationSlot(made))
        }
        first.graph.selected = first.graph.restorationSlots[1].child
        try first.terminate()
        program.faults = [.creationFails(at: "Tabs/b")]
        let second = try program.launch()
        try second.session.preserveNow()
        program.faults = []

        let third = try second.relaunch()

        #expect((third.graph.restorationSelection as? Node)?.name == "b")
    }
}

/// Tabs whose selection getter asks the session for the failure of each tab.
private final class AskingTabs: RestorableContainer {
    let restorationIdentifier: String? = "Tabs"
    var restorationSlots: [RestorationSlot] = []
    weak var session: RestorationSession?
    var selected: (any Restorable)?
    var restorationSelection: (any Restorable)? {
        for slot in restorationSlots { _ = session?.failure(of: slot.child) }
        session?.invalidate(self)
        return selected
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
        selected = selection
    }
}
