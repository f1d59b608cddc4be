import RestorationCore
import RestorationEngine
import Testing

@testable import RestorationKit

/// The decisions of a restore before any object's code runs.
@Suite struct `The plan of a restore` {
    private let sandbox = Sandbox()

    /// A session before its restore, with classes of the given schema versions.
    private func session(
        _ root: any Restorable,
        classes: [String: Int] = [:],
        _ change: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        let session = try sandbox.session(delegate: nil, change)
        for (name, version) in classes {
            session.register(Screen.self, as: name, schemaVersion: version)
        }
        session.addRoot(root)
        return session
    }

    /// Saves an edit screen with a note, and a card.
    private func leaveScreens(cardVersion: Int = 1) throws {
        let root = Screen("Tabs")
        let session = try session(root, classes: ["Screen": 1, "Card": cardVersion])
        try session.restore()
        let edit = try session.make("Edit", under: root, className: "Screen")
        let note = try session.make("Note", under: edit, className: "Screen")
        let card = try session.make("Card", under: root, className: "Card")
        let screens = [edit, note, card].compactMap { $0 as? Screen }
        root.children = [screens[0], screens[2]]
        screens[0].children = [screens[1]]
        try session.preserveNow()
        session.close()
    }

    /// A root that only decodes its references.
    private final class Shelf: Restorable {
        let restorationIdentifier: String? = "Tabs"
        var held: [any Restorable] = []
        func encodeRestorableState(with coder: RestorationCoder) throws {}
        func decodeRestorableState(with coder: RestorationCoder) throws {
            held = try coder.decodeReferences(forKey: "children")
        }
    }

    @Test func `is printed in lines, as the report and the outcome of a save are`() throws {
        try leaveScreens()
        let session = try session(Shelf(), classes: ["Card": 1])
        session.alias("RestorationKitTests.Screen", for: Shelf.self)

        let plan = try session.restorationPlan()
        let report = try session.restore()
        let outcome = try #require(try session.preserveNow())

        #expect("\(plan)".hasPrefix("Generation 1: restore\nTabs: the program decides: "))
        #expect("\(plan)".contains("\nTabs/Card: restore"))
        #expect("\(report)".hasPrefix("Generation 1: 2 restored, 2 retained\nTabs: restored"))
        #expect("\(report)".contains("\nTabs/Edit: retained: "))
        #expect("\(outcome)".hasPrefix("Generation 2\n3 objects, "), "\(outcome)")
    }

    @Test func `predicts the outcome of each object`() throws {
        try leaveScreens()
        let session = try session(Shelf(), classes: ["Card": 2])
        session.alias("RestorationKitTests.Screen", for: Shelf.self)

        let plan = try session.restorationPlan()
        let report = try session.restore()

        #expect(plan.generation == 1)
        #expect(plan.decision == .restore)
        #expect(
            plan.entries.map(\.description).sorted() == [
                "Tabs/Card: migrate: Its state was written by schema version 1 of Card, which here"
                    + " is 2. No action is needed.",
                "Tabs/Edit/Note: retain: An ancestor could not be restored: No restoration"
                    + #" class is registered as "Screen". Call register(_:as:) before make or"#
                    + " restore.",
                #"Tabs/Edit: retain: No restoration class is registered as "Screen". Call"#
                    + " register(_:as:) before make or restore.",
                "Tabs: the program decides: The program builds it, or its delegate or a route"
                    + " provides it. No action is needed.",
            ]
        )
        let card = try #require(plan.entry(at: "Tabs/Card"))
        #expect(card.recordedVersion == 1 && card.presentVersion == 2)
        #expect(card.sizeInBytes > 0)
        #expect(report.restored.map(\.description).sorted() == ["Tabs", "Tabs/Card"])
        for entry in report.notRestored {
            #expect(entry.outcome == .retained)
            #expect(entry.reason == plan.entry(at: "\(entry.path)")?.reason)
        }
        #expect(report.entries.allSatisfy { $0.planned == nil })
        session.close()
    }

    @Test func `retains state of a newer version`() throws {
        try leaveScreens(cardVersion: 3)
        let session = try session(Shelf(), classes: ["Card": 2, "Screen": 1])
        session.alias("RestorationKitTests.Screen", for: Shelf.self)

        let plan = try session.restorationPlan()
        let report = try session.restore()

        let card = plan.entry(at: "Tabs/Card")
        #expect(card?.decision == .retain)
        #expect(
            card?.reason?.problem
                == "Its state was written by schema version 3 of Card, which here is 2"
        )
        // The edit screen does not decode its children, so the note is released.
        #expect(report.notRestored.map(\.path.description) == ["Tabs/Card", "Tabs/Edit/Note"])
        #expect(report["Tabs/Card"]?.outcome == .retained)
        #expect(report["Tabs/Card"]?.reason == card?.reason)
        session.close()
    }

    @Test func `runs no code of objects, and not the delegate's`() throws {
        final class Watched: RestorableObject {
            init(_ request: CreationRequest) { Issue.record("It was created") }
            func encodeRestorableState(with coder: RestorationCoder) {}
            func decodeRestorableState(with coder: RestorationCoder) {}
        }
        final class Asked: RestorationDelegate {
            func shouldRestoreState(from coder: RestorationCoder) -> Bool {
                Issue.record("It was asked")
                return true
            }
            func object(at path: [String], coder: RestorationCoder) -> (any Restorable)? {
                Issue.record("It was asked for an object")
                return nil
            }
        }
        try leaveScreens()
        let delegate = Asked()
        let session = try sandbox.session(delegate: delegate)
        session.register(Watched.self, as: "Screen")
        session.register(Watched.self, as: "Card")

        let plan = try session.restorationPlan()

        #expect(plan.count(of: .restore) == 3)
        session.close()
        withExtendedLifetime(delegate) {}
    }

    @Test func `is in the report if an object has another outcome`() throws {
        let root = Screen("Tabs")
        let first = try session(root, classes: ["Screen": 1])
        try first.restore()
        let edit = try first.make("Edit", under: root, className: "Screen")
        (edit as? Screen)?.declines = true
        root.children = [edit].compactMap { $0 as? Screen }
        try first.preserveNow()
        first.close()

        let second = try session(Shelf(), classes: ["Screen": 1])
        second.alias("RestorationKitTests.Screen", for: Shelf.self)
        let plan = try second.restorationPlan()
        let report = try second.restore()

        #expect(plan.entries.map(\.decision) == [.programDecides, .restore])
        #expect(report.entries.map(\.outcome) == [.restored, .skipped])
        #expect(report.entries.map(\.planned) == [nil, .restore])
        second.close()
    }

    @Test func `restores the members above a retained member of a stack`() throws {
        let stack = Container("Stack", .stack)
        let first = try session(stack, classes: ["A": 1, "B": 1])
        try first.restore()
        for name in ["A", "B"] {
            stack.add(try first.make(name, under: stack, className: name))
        }
        try first.preserveNow()
        first.close()

        let second = try session(Container("Stack", .stack), classes: ["B": 1])
        let plan = try second.restorationPlan()
        let report = try second.restore()

        #expect(plan.entries.map(\.decision) == [.programDecides, .retain, .restore])
        #expect(report.entries.map(\.outcome) == [.restored, .retained, .restored])
        #expect(report.entries.allSatisfy { $0.planned == nil })
        second.close()
    }

    @Test func `gives up state that is not retained`() throws {
        try leaveScreens()
        let session = try session(Shelf(), classes: ["Card": 1]) {
            $0 = RestorationOptions(preset: .uikit, as: $0)
        }

        let plan = try session.restorationPlan()

        #expect(plan.count(of: .skip) == 2)
        #expect(plan.entry(at: "Tabs/Card")?.decision == .restore)
        #expect(
            plan.entry(at: "Tabs/Edit")?.reason?.remedy
                == "Call register(_:as:) before make or restore. Its state is given up;"
                + " the preset granular retains it."
        )
        session.close()
    }

    @Test func `says that nothing is saved`() throws {
        let session = try session(Screen("Tabs"))

        let plan = try session.restorationPlan()

        #expect(plan.generation == nil && plan.entries.isEmpty)
        #expect(plan.decision == .skip)
        #expect(plan.reason?.problem == "Nothing is saved")
        #expect("\(plan)".hasPrefix("No generation: skip"))
        #expect("\(try session.restore())" == "No generation: nothing was restored")
        session.close()
    }

    @Test func `says that state that is too old is set aside`() throws {
        try leaveScreens()
        let session = try session(Screen("Tabs")) { $0.maximumAge = .seconds(-60) }

        let plan = try session.restorationPlan()
        let report = try session.restore()

        #expect(plan.decision == .setAside)
        #expect(plan.reason?.problem == "The saved state is too old for the program")
        #expect(report.entries.isEmpty)
        session.close()
    }

    @Test func `is available before the restore, and not after it`() throws {
        let session = try session(Screen("Tabs"))
        try session.restore()

        #expect(throws: SessionError.alreadyRestored) { try session.restorationPlan() }
        session.close()
        #expect(throws: SessionError.closed) { try session.restorationPlan() }
    }
}

extension RestorationPlan {
    fileprivate func entry(at path: String) -> Entry? {
        entries.first { $0.path.description == path }
    }
}

extension RestorationOptions {
    /// Another preset with the directories and keys of existing options.
    fileprivate init(preset: RestorationPreset, as other: RestorationOptions) {
        self.init(preset: preset)
        stateDirectory = other.stateDirectory
        keyProvider = other.keyProvider
    }
}
