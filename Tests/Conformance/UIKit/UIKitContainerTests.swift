import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `UIKit's containers` {
        private let device = Device()

        private func stack() -> UINavigationController {
            UINavigationController.stack("N", LoggingController("A"))
        }

        /// Saves a stack with the program's own A and pages of a restoration class above it.
        private func saveStack(_ names: String...) throws {
            let stack = stack()
            try device.launch(App(stack))
            for name in names {
                let page = LoggingController.made(name, text: name.lowercased())
                stack.pushViewController(page, animated: true)
            }
            try device.leave()
        }

        @Test(.rule("T-27", "PRES-24", "CONT-2"))
        func `let a stack's members encode from the bottom up`() throws {
            let stack = UINavigationController.stack(
                "N",
                LoggingController("A"),
                LoggingController("B"),
                LoggingController("C")
            )
            try device.launch(App(stack))

            let log = try Log.collect { try device.leave() }

            #expect(log.filter { $0.hasPrefix("encode") } == ["encode A", "encode B", "encode C"])
        }

        @Test(.rule("T-51", "CONT-3"))
        func `restore a navigation stack without a declined top`() throws {
            try saveStack("B", "C")
            PageMaker.make = { path, _ in path.last == "C" ? nil : LoggingController(nil) }
            let second = stack()

            try device.launch(App(second))

            #expect(second.names == ["A", "B"])
        }

        @Test(.rule("T-52", "CONT-3"))
        func `restore a navigation stack up to a gap, and report the members above it`() throws {
            try saveStack("B", "C")
            PageMaker.make = { path, _ in path.last == "B" ? nil : LoggingController(nil) }
            let second = stack()

            let application = try device.launch(App(second))

            #expect(second.names == ["A"])
            let report = try #require(application.restorationSession.report)
            let unrestored = report.entries.filter { $0.reason != nil || $0.outcome != .restored }
            #expect(unrestored.map { "\($0.path)" }.sorted() == ["N/B", "N/C"])
        }

        @Test(.rule("T-53", "CONT-1"))
        func `present nothing if the presented controller is not restored`() throws {
            let first = LoggingController("A")
            try device.launch(App(first))
            first.present(LoggingController.made("B"), animated: true)
            PageMaker.make = { _, _ in nil }
            let second = LoggingController("A")

            try device.relaunch(App(second))

            #expect(second.countOfDecodes == 1)
            #expect(second.presentedViewController == nil)
        }

        @Test(.rule("T-54", "CONT-5", "CONT-6", "REST-30"))
        func `select the same tab again wherever it is now`() throws {
            let first = UITabBarController.tabs(
                "T",
                LoggingController("X", text: "x"),
                LoggingController("Y", text: "y")
            )
            try device.launch(App(first))
            first.selectedIndex = 1
            let (x, y) = (LoggingController("X"), LoggingController("Y"))
            let second = UITabBarController.tabs("T", y, x)

            try device.relaunch(App(second))

            #expect(second.selectedViewController === y)
            #expect([x.text, y.text] == ["x", "y"])
        }

        @Test(.rule("T-55", "REST-31", "CONT-12", "CONT-13"))
        func `attach a child only once if the program has already attached it`() throws {
            final class Child: LoggingController {
                var moves = 0
                override func didMove(toParent parent: UIViewController?) {
                    super.didMove(toParent: parent)
                    moves += 1
                }
            }
            func shelf() -> (PagesController, UINavigationController, [Child]) {
                let children = [Child("A"), Child("B")]
                let stack = UINavigationController.stack("N", children[0])
                return (PagesController("S", [stack, children[1]]), stack, children)
            }
            try device.launch(App(shelf().0))
            let (second, stack, children) = shelf()

            try device.relaunch(App(second))

            #expect(second.read.elementsEqual([stack, children[1]], by: { $0 === $1 }))
            #expect(second.children.count == 2 && stack.viewControllers.count == 1)
            #expect(children.map(\.moves) == [1, 1])
            #expect(children.map(\.countOfDecodes) == [1, 1])
        }

        @Test(.rule("T-86", "CONT-4"))
        func `pass over a member of a stack without an identifier`() throws {
            let first = stack()
            try device.launch(App(first))
            for name in ["B", nil, "C"] {
                let page = LoggingController.made(name ?? "")
                first.pushViewController(page, animated: true)
            }
            let second = stack()

            try device.relaunch(App(second))

            #expect(second.names == ["A", "B", "C"])
        }

        @Test(.rule("T-87", "CONT-7", "CONT-8"), arguments: [true, false])
        func `find the columns of a split view in the other layout, collapsed or not`(
            isCollapsed: Bool
        ) throws {
            func split() -> (UISplitViewController, [LoggingController]) {
                let columns = [LoggingController("Column"), LoggingController("Column")]
                let split = UISplitViewController(style: .doubleColumn)
                split.restorationIdentifier = "S"
                split.setViewController(columns[0], for: .primary)
                split.setViewController(columns[1], for: .secondary)
                return (split, columns)
            }
            let (first, columns) = split()
            for (column, text) in zip(columns, ["one", "two"]) { column.text = text }
            try device.launch(App(first))
            first.setCollapsed(isCollapsed)

            let (second, restored) = split()
            second.setCollapsed(!isCollapsed)
            try device.relaunch(App(second))

            #expect(restored.map(\.text) == ["one", "two"])
        }

        @Test(.rule("CONT-9"))
        func `show the last page of a page view controller again`() throws {
            func pager() -> UIPageViewController {
                let pager = UIPageViewController()
                pager.restorationIdentifier = "P"
                return pager
            }
            let first = pager()
            try device.launch(App(first))
            let page = LoggingController.made("Page", text: "seven")
            first.setViewControllers([page], direction: .forward, animated: false)
            let second = pager()

            try device.relaunch(App(second))

            let shown = second.viewControllers?.compactMap { ($0 as? LoggingController)?.text }
            #expect(shown == ["seven"])
        }

        @Test(.rule("CONT-10"))
        func `restore their search`() throws {
            func root() -> (LoggingController, UISearchController) {
                let (root, search) = (
                    LoggingController("Root"), UISearchController(searchResultsController: nil)
                )
                search.restorationIdentifier = "Search"
                root.stored = ["search": search]
                root.addChild(search)
                return (root, search)
            }
            let (first, search) = root()
            try device.launch(App(first))
            search.isActive = true
            search.searchBar.text = "tabby"
            search.searchBar.selectedScopeButtonIndex = 1
            let (second, restored) = root()

            try device.relaunch(App(second))

            #expect(restored.isActive)
            #expect(restored.searchBar.text == "tabby")
            #expect(restored.searchBar.selectedScopeButtonIndex == 1)
        }
    }
}
