import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `The paths of UIKit's controllers` {
        private let device = Device()

        @Test(.rule("T-28", "PATH-1", "PATH-2", "REST-12"))
        func `lead through tabs and a stack to a pushed controller`() throws {
            func app() -> (App, UINavigationController) {
                let stack = UINavigationController.stack("N", LoggingController("Bottom"))
                return (App(UITabBarController.tabs("T", stack)), stack)
            }
            let (first, stack) = app()
            try device.launch(first)
            stack.pushViewController(LoggingController.made("M"), animated: true)
            var paths: [[String]] = []
            PageMaker.make = { path, _ in
                paths.append(path)
                return LoggingController(nil)
            }

            try device.relaunch(app().0)

            #expect(paths == [["T", "N", "M"]])
        }

        @Test(.rule("T-29", "PATH-3"))
        func `do not contain the lower members of a stack`() throws {
            let stack = UINavigationController.stack("N", LoggingController("A"))
            try device.launch(App(stack))
            stack.pushViewController(LoggingController.made("B"), animated: true)
            try device.leave()

            #expect(try Set(device.savedPaths) == ["N", "N/A", "N/B"])
        }

        @Test(.rule("T-30", "CONT-2", "PATH-5", "PATH-6", "PATH-8"))
        func `distinguish equal members of a navigation stack, hidden from their class`()
            throws
        {
            func stack() -> UINavigationController {
                UINavigationController.stack("N", LoggingController("Bottom"))
            }
            let first = stack()
            try device.launch(App(first))
            for text in ["one", "two"] {
                first.pushViewController(LoggingController.made("d", text: text), animated: true)
            }
            var names: [String?] = []
            PageMaker.make = { path, _ in
                names.append(path.last)
                return LoggingController(nil)
            }

            let second = stack()
            try device.relaunch(App(second))

            #expect(names == ["d", "d"])
            #expect(second.names == ["Bottom", "d", "d"])
            #expect(second.texts == ["", "one", "two"])
        }

        @Test(.rule("T-31", "PATH-4", "PATH-7"))
        func `of equal children of a container are reported, and none gets another's state`()
            throws
        {
            func shelf(_ texts: [String]) -> PagesController {
                PagesController("S", texts.map { LoggingController("d", text: $0) })
            }
            try device.launch(App(shelf(["one", "two"])))
            let issues = try device.issues()
            #expect(issues.map(\.diagnosis.place) == ["S/d"])

            let second = shelf(["", ""])
            try device.launch(App(second))

            let texts = second.children.map { ($0 as? LoggingController)?.text }
            #expect(texts == ["", ""])
        }

        @Test(.rule("T-32", "PATH-9", "PATH-17"))
        func `with a slash in an identifier differ from those of deeper controllers`() throws {
            func app(_ texts: [String]) -> (App, [LoggingController]) {
                let pages = [LoggingController("a/b"), LoggingController("b")]
                for (page, text) in zip(pages, texts) { page.text = text }
                let tabs = UITabBarController.tabs(
                    "T",
                    UINavigationController.stack("a", pages[1]),
                    pages[0]
                )
                return (App(tabs), pages)
            }
            try device.launch(app(["upper", "lower"]).0)

            let (second, pages) = app(["", ""])
            try device.relaunch(second)

            #expect(pages.map(\.text) == ["upper", "lower"])
        }

        @Test(.rule("T-33", "PATH-13", "OBJ-11"))
        func `of registered objects begin with their restoration parents`() throws {
            func app(_ texts: [String]) -> (App, [LoggingObject]) {
                let pages = [LoggingController("A"), LoggingController("B")]
                let objects = zip(pages, texts).map { LoggingObject($1, under: $0) }
                for (page, object) in zip(pages, objects) { page.stored = ["object": object] }
                let app = App(UITabBarController.tabs("T", pages[0], pages[1]))
                app.onLaunch = { for object in objects { object.register("Filter") } }
                return (app, objects)
            }
            try device.launch(app(["red", "blue"]).0)
            try device.leave()
            #expect(try Set(device.savedPaths).isSuperset(of: ["T/A/Filter", "T/B/Filter"]))

            let (second, objects) = app(["", ""])
            try device.launch(second)

            #expect(objects.map(\.text) == ["red", "blue"])
        }

        @Test(.rule("T-34", "PATH-13", "PATH-14"))
        func `of registered objects begin at the top if the parent takes no part`() throws {
            let (stranger, root) = (LoggingObject(), LoggingController("Root"))
            let object = LoggingObject("red", under: stranger)
            root.stored = ["object": object]
            let app = App(root)
            app.onLaunch = { object.register("Filter") }
            try device.launch(app)
            try device.leave()

            #expect(try Set(device.savedPaths) == ["Root", "Filter"])
        }

        @Test(.rule("T-35", "PATH-11"))
        func `stay the same if a restoration class forgets the identifier`() throws {
            func stack() -> UINavigationController {
                UINavigationController.stack("N", LoggingController("Bottom"))
            }
            let first = stack()
            try device.launch(App(first))
            first.pushViewController(LoggingController.made("B", text: "typed"), animated: true)

            try device.relaunch(App(stack()))
            let third = stack()
            try device.relaunch(App(third))

            #expect(third.texts == ["", "typed"])
            #expect(third.topViewController?.restorationIdentifier == "B")
        }

        @Test(.rule("T-36", "PATH-16"))
        func `of two windows with equal roots differ`() throws {
            let texts = ["one", "two"]
            try device.launch(
                App(
                    LoggingController("Root", text: texts[0]),
                    LoggingController("Root", text: texts[1])
                )
            )

            let pages = [LoggingController("Root"), LoggingController("Root")]
            try device.relaunch(App(pages[0], pages[1]))

            #expect(pages.map(\.text) == texts)
        }
    }
}
