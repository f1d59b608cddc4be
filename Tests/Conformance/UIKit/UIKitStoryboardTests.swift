import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `A controller of a storyboard` {
        private let device = Device()
        private let directory = StateDirectory()

        /// A program with a stack and a storyboard of one scene.
        private func app(scene: String) throws -> (app: App, stack: UINavigationController) {
            let text = """
                {"format": 1, "initial": "\(scene)", "scenes": [
                  {"id": "\(scene)", "class": "LoggingController", "useStoryboardID": true}
                ]}
                """
            let files = FileManager.default
            try files.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: directory.path + "/Pages.storyboard.json"))
            let stack = UINavigationController.stack("N", LoggingController("Bottom"))
            let app = App(stack)
            let bundle = Bundle(path: directory.path)
            app.onLaunch = { [unowned app] in
                app.storyboard = UIStoryboard(name: "Pages", bundle: bundle)
            }
            return (app, stack)
        }

        private func savePushed() throws {
            let (app, stack) = try app(scene: "Page")
            try device.launch(app)
            let page = try #require(
                app.storyboard?.instantiateInitialViewController() as? LoggingController
            )
            page.text = "typed"
            stack.pushViewController(page, animated: true)
            try device.leave()
        }

        @Test(.rule("T-40", "PRES-27", "REST-9"))
        func `is made from its scene if no other source has one at its path`() throws {
            try savePushed()
            let (app, stack) = try app(scene: "Page")

            try device.launch(app)

            #expect(app.asked.contains("N/Page"))
            #expect(stack.texts == ["", "typed"])
            #expect(stack.topViewController?.storyboard === app.storyboard)
        }

        @Test(.rule("T-44", "REST-16"))
        func `is left out if its scene is missing, and the rest is restored`() throws {
            try savePushed()
            let (app, stack) = try app(scene: "Other")

            let application = try device.launch(app)

            #expect(stack.names == ["Bottom"])
            #expect((stack.topViewController as? LoggingController)?.countOfDecodes == 1)
            let report = try #require(application.restorationSession.report)
            let entry = report.entries.first { "\($0.path)" == "N/Page" }
            #expect(entry?.reason?.problem.contains("no scene \"Page\"") == true)
        }
    }
}
