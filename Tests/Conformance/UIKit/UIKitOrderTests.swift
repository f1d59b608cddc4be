import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `A restore of UIKit's controllers` {
        private let device = Device()

        private func stack() -> UINavigationController {
            UINavigationController.stack("N", LoggingController("A"))
        }

        @Test(.rule("T-47", "REST-1", "REST-5", "REST-7", "REST-8", "REST-25"))
        func `builds, asks, makes, loads, decodes, then notifies the delegate and the controllers`()
            throws
        {
            let first = stack()
            try device.launch(App(first))
            first.pushViewController(LoggingController.made("B"), animated: true)
            try device.leave()

            let log = try Log.collect { _ = try device.launch(App(stack())) }

            #expect(
                log == [
                    "will finish launching", "load A", "should restore", "make N/B", "load B",
                    "decode A", "decode B", "did decode", "finish A", "finish B",
                    "did finish launching",
                ]
            )
        }

        @Test(.rule("T-48", "REST-2", "FAIL-16"))
        func `calls no delegate if no state was saved`() throws {
            let log = try Log.collect { _ = try device.launch(App(stack())) }

            #expect(log == ["will finish launching", "load A", "did finish launching"])
        }

        @Test(.rule("T-49", "REST-32"))
        func `ends if the application's delegate does not want it`() throws {
            let first = stack()
            try device.launch(App(first))
            first.pushViewController(LoggingController.made("B"), animated: true)
            try device.leave()
            let app = App(stack())
            app.restores = false

            let log = try Log.collect { _ = try device.launch(app) }

            #expect(
                log == [
                    "will finish launching", "load A", "should restore", "did finish launching",
                ]
            )
        }

        @Test(.rule("T-50", "REST-23", "REST-24", "REST-29"))
        func `gives a controller an object that decodes later, but before the end`() throws {
            func app(_ object: LoggingObject) -> (App, LoggingController) {
                let root = LoggingController("Root")
                root.stored = ["object": object]
                root.keys = ["object"]
                let app = App(root)
                app.onLaunch = { object.register("Object") }
                return (app, root)
            }
            try device.launch(app(LoggingObject("typed")).0)
            let object = LoggingObject()
            let (second, root) = app(object)
            var texts: [String] = []
            root.onFinish = { texts.append(object.text) }

            try device.relaunch(second)

            #expect(root.read["object"] as? LoggingObject === object)
            #expect(texts == ["typed"])
        }

        @Test(.rule("T-56", "REST-28"))
        func `does not call a controller without saved state`() throws {
            try device.launch(App(stack()))
            let new = LoggingController("New", text: "default")
            let second = stack()
            second.pushViewController(new, animated: true)

            let log = try Log.collect { _ = try device.relaunch(App(second)) }

            #expect(new.text == "default")
            #expect(!log.contains("decode New") && !log.contains("finish New"))
        }

        @Test(.rule("T-57", "PRES-32", "OBJ-10"))
        func `finds an object by reference that has no methods`() throws {
            final class Plain: NSObject, UIStateRestoring {}
            func app() -> (App, LoggingController, Plain) {
                let (root, plain) = (LoggingController("Root"), Plain())
                root.stored = ["plain": plain]
                root.keys = ["plain"]
                let app = App(root)
                app.onLaunch = {
                    UIApplication.registerObject(
                        forStateRestoration: plain,
                        restorationIdentifier: "Plain"
                    )
                }
                return (app, root, plain)
            }
            try device.launch(app().0)

            let (second, root, plain) = app()
            try device.relaunch(second)

            #expect(root.read["plain"] as? Plain === plain)
        }

        @Test(.rule("T-92", "REST-34"))
        func `is not delayed by an extended restore`() throws {
            try device.launch(App(stack()))
            let app = App(stack())
            app.onShouldRestore = { _ in UIApplication.shared.extendStateRestoration() }

            var application: UIApplication?
            let log = try Log.collect { application = try device.relaunch(app) }

            #expect(log.suffix(3) == ["did decode", "finish A", "did finish launching"])
            #expect(application?.restorationSession.restorationWindow.isOpen == true)
        }
    }
}
