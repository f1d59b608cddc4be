import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `Finding a controller of UIKit's` {
        private let device = Device()

        /// Saves a stack with a page of a restoration class on top.
        private func savePushed(_ page: LoggingController) throws {
            let stack = UINavigationController.stack("N", LoggingController("Bottom"))
            try device.launch(App(stack))
            stack.pushViewController(page, animated: true)
            try device.leave()
        }

        /// The problems in the report of the restore.
        private var reasons: [String] {
            let report = device.application?.restorationSession.report
            return report?.entries.compactMap { $0.reason?.problem } ?? []
        }

        private func stack(_ others: UIViewController...) -> UINavigationController {
            let stack = UINavigationController.stack("N", LoggingController("Bottom"))
            stack.viewControllers += others
            return stack
        }

        @Test(.rule("T-37", "REST-9"))
        func `ends with a restoration class that returns nil, with all below`() throws {
            let page = LoggingController.made("A", text: "typed")
            page.stored = ["child": LoggingController.made("B")]
            page.addChild(try #require(page.stored["child"] as? UIViewController))
            try savePushed(page)
            PageMaker.make = { _, _ in nil }

            let own = LoggingController("A")
            let app = App(stack(own))
            app.provides = ["N/A": LoggingController("A")]
            let log = try Log.collect { _ = try device.launch(app) }

            #expect(log.filter { $0.hasPrefix("make") } == ["make N/A"])
            #expect(!app.asked.contains("N/A"))
            #expect(own.countOfDecodes == 0)
            #expect(device.outcomes["N/A"] == .skipped)
            #expect(device.outcomes["N/A/B"] == .skipped)
        }

        @Test(.rule("T-38", "REST-9", "REST-10", "REST-26"))
        func `uses the controller that the application's delegate returns, and decodes it once`()
            throws
        {
            try savePushed(LoggingController("A", text: "typed"))
            let provided = LoggingController("A")
            let app = App(stack())
            app.provides = ["N/A": provided]

            try device.launch(app)

            #expect(provided.text == "typed")
            #expect(provided.countOfDecodes == 1)
            #expect(provided.navigationController != nil)
        }

        @Test(.rule("T-39", "REST-9", "REST-17"))
        func `uses the controller that the program has built at the path`() throws {
            try savePushed(LoggingController("A", text: "typed"))
            let own = LoggingController("A")
            let app = App(stack(own))

            try device.launch(app)

            #expect(app.asked.contains("N/A"))
            #expect(own.text == "typed")
            #expect(own.navigationController?.viewControllers.count == 2)
        }

        @Test(.rule("T-41", "REST-22"))
        func `may find none, and references to it are nil`() throws {
            let (bottom, other) = (LoggingController("Bottom"), LoggingController("A"))
            bottom.stored = ["other": other]
            try device.launch(App(UINavigationController.stack("N", bottom, other)))

            let second = LoggingController("Bottom")
            second.keys = ["other"]
            try device.relaunch(App(UINavigationController.stack("N", second)))

            #expect(second.countOfDecodes == 1)
            #expect(second.read["other"] == nil)
            #expect(device.outcomes["N/A"] != nil)
        }

        @Test(.rule("T-42", "REST-12", "REST-13"))
        func `shows the restoration class the coder that is decoded later`() throws {
            try savePushed(LoggingController.made("A", text: "typed"))
            var seen: String?
            PageMaker.make = { _, coder in
                seen = coder.decodeObject(forKey: "text") as? String
                return LoggingController(nil)
            }
            let stack = stack()

            try device.launch(App(stack))

            #expect(seen == "typed")
            #expect(stack.texts.last == "typed")
        }

        @Test(.rule("T-43", "REST-15", "SEC-14"))
        func `reports a restoration class that the program no longer has`() throws {
            let page = LoggingController("A", text: "typed")
            page.restorationClass = Vanished.self
            try savePushed(page)
            let stack = stack()

            try device.launch(App(stack))

            #expect(stack.names == ["Bottom"])
            #expect(device.outcomes == ["N/A": .notCreated])
            #expect(reasons.contains { $0.contains("Vanished") })
        }

        @Test(.rule("T-45", "REST-19"))
        func `decodes into a subclass of the saved class`() throws {
            final class Special: LoggingController {}
            try savePushed(LoggingController("A", text: "typed"))
            let own = Special("A")

            try device.launch(App(stack(own)))

            #expect(own.text == "typed")
        }

        @Test(.rule("T-46", "REST-19", "REST-20", "REST-28"))
        func `places one of another class, which others refer to and which does not decode`() throws
        {
            final class Other: UIViewController {
                var decodes = 0
                override func decodeRestorableState(with coder: NSCoder) { decodes += 1 }
                override func applicationFinishedRestoringState() { decodes += 1 }
            }
            let saved = LoggingController.made("A")
            let bottom = LoggingController("Bottom")
            bottom.stored = ["other": saved]
            try device.launch(App(UINavigationController.stack("N", bottom, saved)))
            let other = Other()
            PageMaker.make = { _, _ in other }
            let second = LoggingController("Bottom")
            second.keys = ["other"]
            let stack = UINavigationController.stack("N", second)

            let application = try device.relaunch(App(stack))

            #expect(stack.topViewController === other)
            #expect(second.read["other"] as? UIViewController === other)
            #expect(other.decodes == 0)
            let entries = application.restorationSession.report?.entries
            #expect(entries?.first { "\($0.path)" == "N/A" }?.reason != nil)
        }

        @Test(.rule("T-89", "REST-10", "REST-26"))
        func `uses an existing controller that its restoration class returns`() throws {
            try savePushed(LoggingController.made("A", text: "typed"))
            let existing = LoggingController("A")
            PageMaker.make = { _, _ in existing }

            try device.launch(App(stack(existing)))

            #expect(existing.text == "typed")
            #expect(existing.countOfDecodes == 1)
        }

        @Test(.rule("T-90", "REST-14"))
        func `reports a class of the saved name that is not a restoration class`() throws {
            let stack = stack()
            let application = try device.launch(App(stack))
            let name = "ConformanceTests.\(NoMaker.self)"
            application.restorationSession.register(FormerClass(name))
            let made = try application.restorationSession.make(
                "A",
                under: stack as Any as? any Restorable,
                className: name
            )
            stack.pushViewController(try #require(made as? UIViewController), animated: true)
            let second = self.stack()

            try device.relaunch(App(second))

            #expect(second.names == ["Bottom"])
            #expect(device.outcomes == ["N/A": .notCreated])
            #expect(reasons == ["The class \(name) is not a restoration class"])
        }
    }
}

/// A private restoration class, which the next launch cannot look up by name.
private final class Vanished: UIViewControllerRestoration {
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { nil }
}

/// A class that was a restoration class in an earlier version of the program.
final class NoMaker {}

/// The earlier version's class of that name.
@MainActor private final class FormerClass: @MainActor RestorationClass {
    let name: String
    let plugin: String? = nil
    let schemaVersion = 1

    init(_ name: String) { self.name = name }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        guard let made = LoggingController("A") as Any as? any Restorable else {
            throw CreationDeclined()
        }
        return made
    }
}
