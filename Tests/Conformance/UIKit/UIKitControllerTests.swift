import Foundation
import RestorationTesting
import RestorationUIKit
import Testing

/// The scenarios that speak of controllers, on UIKit's own classes.
@MainActor @Suite(.serialized) struct `A program of UIKit's controllers` {
    private let device = UIKitDevice()

    init() {
        UIKitProgram.log = []
        MadeController.declines = { _ in false }
        MadeController.paths = []
    }

    private func stack(_ controllers: UIViewController...) -> UINavigationController {
        let stack = UINavigationController()
        stack.restorationIdentifier = "N"
        stack.viewControllers = controllers
        return stack
    }

    @Test(.rule("T-3", "PRES-2"))
    func `is asked by the secure hook alone where it has both`() throws {
        try device.launch(NoteController("R"))
        try device.leave()

        #expect(UIKitProgram.log.contains("should save"))
        #expect(!UIKitProgram.log.contains("older should save"))
    }

    @Test(.rule("T-5", "PRES-7", "PRES-24"))
    func `asks, tells, and lets a stack encode from the bottom up`() throws {
        try device.launch(stack(NoteController("A"), NoteController("B")))
        UIKitProgram.log = []
        try device.leave()

        #expect(UIKitProgram.log == ["should save", "will encode", "encode A", "encode B"])
    }

    @Test(.rule("T-8", "T-12", "PRES-13", "PRES-15"))
    func `saves nothing of a root without a name, or with an empty one`() throws {
        for name in [nil, ""] {
            let tabs = UITabBarController()
            tabs.restorationIdentifier = name
            tabs.viewControllers = [NoteController("A")]
            try device.launch(tabs)
            try device.leave()
            try device.launch(NoteController("A"))

            #expect(device.paths.isEmpty)
        }
    }

    @Test(.rule("T-9", "T-10", "T-11", "PRES-14", "PRES-16"))
    func `saves what lies below a screen without a name if somebody refers to it`() throws {
        func build() -> (root: NoteController, inner: NoteController) {
            let (root, middle) = (NoteController("A"), UIViewController())
            let inner = NoteController("C", note: "inner")
            root.addChild(middle)
            middle.addChild(inner)
            return (root, inner)
        }
        for holder in ["nobody", "root", "delegate"] {
            let before = build()
            try device.launch(before.root) { program in
                guard holder == "delegate" else { return }
                program.encodes = { $0.encode(before.inner, forKey: "inner") }
            }
            if holder == "root" { before.root.other = before.inner }
            try device.leave()
            let after = build()
            after.inner.note = ""
            try device.launch(after.root)

            #expect(after.inner.note == (holder == "nobody" ? "" : "inner"), "\(holder)")
        }
    }

    @Test(.rule("T-13", "PRES-10"))
    func `saves no child that a container of the program's own does not encode`() throws {
        let root = NoteController("A")
        root.addChild(NoteController("B"))
        try device.launch(root)
        try device.leave()
        try device.launch(NoteController("A"))

        #expect(device.paths == ["A"])
    }

    @Test(.rule("T-14", "CONT-1", "PRES-9"))
    func `presents again what it presented`() throws {
        let root = NoteController("A")
        try device.launch(root)
        root.present(MadeController.made("Sheet", note: "typed"), animated: false)
        try device.leave()

        let after = NoteController("A")
        try device.launch(after)

        #expect((after.presentedViewController as? NoteController)?.note == "typed")
    }

    @Test(.rule("T-53", "CONT-1"))
    func `presents nothing where its restoration class declines`() throws {
        let root = NoteController("A")
        try device.launch(root)
        root.present(MadeController.made("Sheet"), animated: false)
        try device.leave()
        MadeController.declines = { $0 == "Sheet" }

        let after = NoteController("A")
        try device.launch(after)

        #expect(after.presentedViewController == nil)
    }

    @Test(.rule("T-16", "PRES-17", "REST-28"))
    func `leaves a screen without a name as the program builds it`() throws {
        try device.launch(stack(NoteController("A"), NoteController(nil, note: "typed")))
        try device.leave()
        UIKitProgram.log = []
        let plain = NoteController(nil, note: "default")
        try device.launch(stack(NoteController("A"), plain))

        #expect(plain.note == "default")
        #expect(!UIKitProgram.log.contains("decode -"))
    }

    @Test(.rule("T-19", "VIEW-4"))
    func `does not load a view to save it`() throws {
        let hidden = NoteController("Hidden")
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "T"
        tabs.viewControllers = [NoteController("Shown"), hidden]
        try device.launch(tabs)
        try UISystem(try #require(device.application)).enterBackground()

        #expect(!hidden.isViewLoaded)
    }

    @Test(.rule("T-28", "T-29", "PATH-1", "PATH-3"))
    func `hands a restoration class the path through containers, not through the stack`() throws {
        let navigation = stack(MadeController.made("A"), MadeController.made("B"))
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "T"
        tabs.viewControllers = [navigation]
        try device.launch(tabs)
        try device.leave()
        MadeController.paths = []
        let after = UITabBarController()
        after.restorationIdentifier = "T"
        after.viewControllers = [stack()]
        try device.launch(after)

        #expect(MadeController.paths == [["T", "N", "A"], ["T", "N", "B"]])
    }

    @Test(.rule("T-30", "PATH-5", "PATH-6"))
    func `tells screens of one name in a stack apart`() throws {
        try device.launch(
            stack(MadeController.made("d", note: "one"), MadeController.made("d", note: "two"))
        )
        try device.leave()
        MadeController.paths = []
        let after = stack()
        try device.launch(after)

        #expect(after.viewControllers.map { ($0 as? NoteController)?.note } == ["one", "two"])
        #expect(MadeController.paths.allSatisfy { $0.last == "d" })
    }

    @Test(.rule("T-37", "REST-9"))
    func `asks nobody else where a restoration class declines`() throws {
        let declined = MadeController.made("A")
        declined.present(MadeController.made("Below"), animated: false)
        try device.launch(stack(declined))
        try device.leave()
        MadeController.declines = { $0 == "A" }
        var asked: [[String]] = []
        let after = stack()
        try device.launch(after) { program in
            program.provides = {
                asked.append($0)
                return nil
            }
        }

        #expect(after.viewControllers.isEmpty)
        #expect(!asked.contains(["N", "A"]))
    }

    @Test(.rule("T-38", "T-39", "REST-9", "REST-10", "REST-17"))
    func `takes what the delegate provides, else what the program has built`() throws {
        try device.launch(stack(NoteController("A", note: "a"), NoteController("B", note: "b")))
        try device.leave()
        let provided = NoteController("B")
        let built = NoteController("A")
        try device.launch(stack(built)) { program in
            program.provides = { $0 == ["N", "B"] ? provided : nil }
        }

        #expect(built.note == "a")
        #expect(provided.note == "b" && provided.navigationController != nil)
    }

    @Test(.rule("T-42", "REST-12"))
    func `shows a restoration class the state that is decoded`() throws {
        try device.launch(stack(MadeController.made("A", note: "typed")))
        try device.leave()
        UIKitProgram.log = []
        let after = stack()
        try device.launch(after)

        #expect(UIKitProgram.log.contains("make A typed"))
        #expect((after.topViewController as? NoteController)?.note == "typed")
    }

    @Test(.rule("T-45", "T-46", "REST-19"))
    func `decodes a subclass of the saved class, and no other class`() throws {
        final class Subclass: NoteController {}
        for other in [Subclass("A"), UIViewController()] {
            try device.launch(stack(NoteController("A", note: "typed")))
            try device.leave()
            other.restorationIdentifier = "A"
            let after = stack(other)
            try device.launch(after)

            #expect(after.viewControllers.last === other)
            if let note = other as? NoteController { #expect(note.note == "typed") }
        }
    }

    @Test(.rule("T-47", "REST-1"))
    func `builds, asks, makes, loads, decodes, tells, and finishes`() throws {
        try device.launch(stack(MadeController.made("A"), MadeController.made("B")))
        try device.leave()
        UIKitProgram.log = []
        try device.launch(stack())

        #expect(
            UIKitProgram.log == [
                "will finish", "should restore", "make A ", "make B ", "load A", "load B",
                "decode A", "decode B", "did decode", "finished A", "finished B", "did finish",
            ]
        )
    }

    @Test(.rule("T-48", "T-49", "REST-2", "REST-32"))
    func `restores nothing where nothing was saved, or the delegate declines`() throws {
        try device.launch(NoteController("A"))
        #expect(UIKitProgram.log == ["will finish", "load A", "did finish"])
        try device.leave()
        UIKitProgram.log = []
        try device.launch(NoteController("A")) { $0.restores = false }

        #expect(UIKitProgram.log == ["will finish", "load A", "should restore", "did finish"])
    }

    @Test(.rule("T-51", "T-52", "CONT-3"))
    func `ends a stack of controllers below the first that does not come back`() throws {
        for (declined, names) in [("C", ["A", "B"]), ("B", ["A"])] {
            try device.launch(
                stack(MadeController.made("A"), MadeController.made("B"), MadeController.made("C"))
            )
            try device.leave()
            MadeController.declines = { $0 == declined }
            let after = stack()
            try device.launch(after)

            #expect(after.viewControllers.map(\.restorationIdentifier) == names)
            #expect(device.outcome(of: "N/C") != .restored)
        }
    }

    @Test(.rule("T-54", "CONT-5", "CONT-6", "REST-30"))
    func `selects the same tab where the program has put it elsewhere`() throws {
        func tabs(_ controllers: UIViewController...) -> UITabBarController {
            let tabs = UITabBarController()
            tabs.restorationIdentifier = "T"
            tabs.viewControllers = controllers
            return tabs
        }
        let before = tabs(NoteController("X", note: "x"), NoteController("Y", note: "y"))
        try device.launch(before)
        before.selectedIndex = 1
        try device.leave()
        let after = tabs(NoteController("Y"), NoteController("X"))
        try device.launch(after)

        #expect(after.selectedViewController?.restorationIdentifier == "Y")
        #expect(after.viewControllers?.map { ($0 as? NoteController)?.note } == ["y", "x"])
    }

    @Test(.rule("T-86", "CONT-4"))
    func `saves the named controllers of a stack around one without a name`() throws {
        try device.launch(
            stack(MadeController.made("A"), NoteController(nil), MadeController.made("C"))
        )
        try device.leave()
        let after = stack()
        try device.launch(after)

        #expect(after.viewControllers.map(\.restorationIdentifier) == ["A", "C"])
    }

    @Test(.rule("T-87", "CONT-7", "CONT-8"))
    func `gives both columns their state, though they were saved one upon the other`() throws {
        func split(_ notes: String) -> UISplitViewController {
            let split = UISplitViewController(style: .doubleColumn)
            split.restorationIdentifier = "S"
            split.viewControllers = [
                NoteController("same", note: notes), NoteController("same", note: notes + notes),
            ]
            return split
        }
        let before = split("a")
        try device.launch(before)
        before.setCollapsed(true)
        try device.leave()
        let after = split("")
        try device.launch(after)

        #expect(after.viewControllers.map { ($0 as? NoteController)?.note } == ["a", "aa"])
    }
}
