import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `The saved controllers of UIKit` {
        private let device = Device()

        private func savedPaths(_ root: UIViewController) throws -> [String] {
            try device.launch(App(root))
            try device.leave()
            return try device.savedPaths
        }

        @Test(.rule("T-8", "PRES-13"))
        func `exclude those below a window's root without an identifier`() throws {
            #expect(
                try savedPaths(UINavigationController.stack(nil, LoggingController("A"))).isEmpty
            )
        }

        /// A contains B, which contains C. Only B has no identifier.
        private func chain() -> (a: UITabBarController, c: LoggingController) {
            let c = LoggingController("C")
            return (.tabs("A", UINavigationController.stack(nil, c)), c)
        }

        @Test(.rule("T-9", "PRES-14"))
        func `exclude those below one without an identifier`() throws {
            #expect(try savedPaths(chain().a) == ["A"])
        }

        @Test(.rule("T-10", "T-88", "PRES-9", "PRES-16", "PATH-15"))
        func `include a controller below an unnamed one if another controller encodes it`() throws {
            final class Tabs: UITabBarController {
                var other: UIViewController?
                override func encodeRestorableState(with coder: NSCoder) {
                    super.encodeRestorableState(with: coder)
                    coder.encode(other, forKey: "other")
                }
            }
            func make() -> (a: Tabs, c: LoggingController) {
                let (a, c) = (Tabs(), LoggingController("C"))
                a.restorationIdentifier = "A"
                a.other = c
                a.viewControllers = [UINavigationController.stack(nil, c)]
                return (a, c)
            }
            let first = make()
            first.c.text = "typed"

            #expect(try savedPaths(first.a) == ["A", "A/C"])

            let second = make()
            try device.launch(App(second.a))
            #expect(second.c.text == "typed")
        }

        @Test(.rule("T-11", "PRES-9", "PRES-16"))
        func `include one that only the application's delegate encodes`() throws {
            let (a, c) = chain()
            let app = App(a)
            app.onWillEncode = { $0.encode(c, forKey: "c") }
            try device.launch(app)
            try device.leave()

            #expect(try Set(device.savedPaths) == ["A", "A/C"])
        }

        @Test(.rule("T-12", "PRES-15"))
        func `exclude one with an empty identifier`() throws {
            #expect(try savedPaths(UITabBarController.tabs("A", LoggingController(""))) == ["A"])
            #expect(try savedPaths(LoggingController("")).isEmpty)
        }

        @Test(.rule("T-13", "PRES-10", "PRES-18"))
        func `exclude a child that its container does not encode`() throws {
            let shelf = PagesController("A", [LoggingController("B")])
            shelf.encodesChildren = false
            try device.launch(App(shelf))

            let issues = try device.issues()

            #expect(try device.savedPaths == ["A"])
            #expect(issues.map(\.diagnosis.place) == ["A/B"])
        }

        @Test(.rule("T-14", "CONT-1", "PRES-9", "PRES-29"))
        func `include a presented controller, which is presented again`() throws {
            let first = LoggingController("A")
            try device.launch(App(first))
            first.present(LoggingController.made("B", text: "typed"), animated: true)

            let second = LoggingController("A")
            try device.relaunch(App(second))

            let presented = second.presentedViewController as? LoggingController
            #expect(presented?.text == "typed")
            #expect(presented?.presentingViewController === second)
        }

        @Test(.rule("T-15", "PRES-14"))
        func `omit a presented controller without an identifier, and its children`() throws {
            let root = LoggingController("A")
            try device.launch(App(root))
            root.present(UINavigationController.stack(nil, LoggingController("C")), animated: true)
            try device.leave()

            #expect(try device.savedPaths == ["A"])
        }

        @Test(.rule("T-16", "PRES-17", "REST-28"))
        func `exclude one without an identifier, which stays as built`() throws {
            try device.launch(
                App(UITabBarController.tabs("A", LoggingController(nil, text: "typed")))
            )

            let child = LoggingController(nil, text: "default")
            try device.relaunch(App(UITabBarController.tabs("A", child)))

            #expect(child.text == "default")
            #expect(child.countOfDecodes == 0)
        }

        @Test(.rule("T-17", "PRES-19"))
        func `exclude references to one without an identifier, which are reported`() throws {
            let first = LoggingController("A")
            first.stored = ["other": LoggingController(nil)]
            try device.launch(App(first))

            let issues = try device.issues()

            let path = try RestorationPath(parsing: "A")
            #expect(issues == [.untaggedReference(type: "LoggingController", referrer: path)])
            let second = LoggingController("A")
            second.keys = ["other"]
            try device.launch(App(second))
            #expect(second.countOfDecodes == 1)
            #expect(second.read["other"] == nil)
        }

        @Test(.rule("T-18", "VIEW-1", "VIEW-2", "VIEW-3", "PATH-12", "REST-38"))
        func `include a view below an unnamed one, under its nearest controller`() throws {
            func make() -> (tabs: UITabBarController, field: NotedField) {
                let (child, field, middle) = (LoggingController("B"), NotedField(), UIView())
                field.restorationIdentifier = "Field"
                field.text = "some text"
                middle.addSubview(field)
                child.view.addSubview(middle)
                return (.tabs("A", child), field)
            }
            let first = make()
            first.field.selectedRange = NSRange(location: 1, length: 3)
            #expect(try savedPaths(first.tabs) == ["A", "A/B", "A/B/Field"])

            let second = make()
            let log = try Log.collect { _ = try device.launch(App(second.tabs)) }

            #expect(second.field.selectedRange == NSRange(location: 1, length: 3))
            #expect(
                log.filter { $0.hasPrefix("decode") || $0.hasPrefix("did d") } == [
                    "decode B", "decode Field", "did decode",
                ]
            )
        }

        @Test(.rule("T-19", "VIEW-4"))
        func `are saved without loading their views`() throws {
            let hidden = LoggingController("B")
            try device.launch(App(UITabBarController.tabs("T", LoggingController("A"), hidden)))
            try device.leave()

            #expect(!hidden.isViewLoaded)
            #expect(try device.savedPaths == ["T", "T/A", "T/B"])
        }

        @Test(.rule("T-84", "PRES-10", "PRES-18"))
        func `exclude one that is neither contained nor presented, even if its view is shown`()
            throws
        {
            let (root, other) = (LoggingController("A"), LoggingController("B"))
            root.onLoad = { root.view.addSubview(other.view) }

            #expect(try savedPaths(root) == ["A"])
        }
    }
}

/// A field that logs its decoding.
final class NotedField: UITextField {
    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        Log.note("decode \(restorationIdentifier ?? "?")")
    }
}
