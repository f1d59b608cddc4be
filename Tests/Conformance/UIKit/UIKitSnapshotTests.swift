import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `A picture of the screen` {
        private let device = Device()

        init() {
            device.configure = { configuration in
                configuration.drawSnapshot = { application in
                    let root = application.windows.first?.rootViewController
                    Log.note("draw")
                    return UILaunchSnapshot(
                        data: Data((root as? LoggingController)?.text.utf8 ?? "screen".utf8),
                        mediaType: "image/png"
                    )
                }
            }
        }

        /// The snapshot at the beginning of a launch.
        private func shown(_ app: App = App(LoggingController("Root"))) throws -> String? {
            var picture: UILaunchSnapshot?
            app.onLaunch = { picture = UIApplication.shared.launchSnapshot }
            try device.launch(app)
            return picture.map { String(decoding: $0.data, as: UTF8.self) }
        }

        private func save(_ root: UIViewController = LoggingController("Root", text: "typed"))
            throws
        {
            try device.launch(App(root))
            try device.leave()
        }

        @Test(.rule("FAIL-20", "FAIL-21"))
        func `is shown until its objects are restored`() throws {
            try save()
            var pictures: [UILaunchSnapshot?] = []
            let app = App(LoggingController("Root"))
            for note in [\App.onShouldRestore, \App.onDidDecode] {
                app[keyPath: note] = { _ in pictures.append(UIApplication.shared.launchSnapshot) }
            }

            #expect(try shown(app) == "typed")

            #expect(pictures.map { $0?.mediaType } == ["image/png", "image/png"])
            #expect(UIApplication.shared.launchSnapshot == nil)
        }

        @Test(.rule("FAIL-20"))
        func `is shown until an extended restore is completed`() throws {
            try save()
            let app = App(LoggingController("Root"))
            app.onShouldRestore = { _ in UIApplication.shared.extendStateRestoration() }
            let application = try device.launch(app)
            #expect(application.launchSnapshot != nil)

            application.completeStateRestoration()

            #expect(application.launchSnapshot == nil)
        }

        @Test(.rule("FAIL-21"))
        func `is not shown if nothing is restored`() throws {
            try save()
            let app = App(LoggingController("Root"))
            app.restores = false
            app.onShouldRestore = { _ in UIApplication.shared.extendStateRestoration() }

            #expect(try device.launch(app).launchSnapshot == nil)
        }

        @Test(.rule("PRES-4", "FAIL-21", "FAIL-25"))
        func `is drawn when the program enters the background, and at each save there`() throws {
            let root = LoggingController("Root", text: "one")
            let application = try device.launch(App(root))
            try application.restorationSession.preserveNow()
            #expect(try device.disk.savedState()?[""]?.values["UIKit.snapshot"] != .string("one"))
            try UISystem(application).enterBackground()
            root.text = "two"
            try application.restorationSession.preserveNow()
            device.kill()
            #expect(try shown() == "two")

            try device.leave()
            let third = try device.launch(App(LoggingController("Root")))
            try third.restorationSession.preserveNow()
            device.kill()

            #expect(try shown() == nil)
        }

        @Test(.rule("T-76", "FAIL-22"))
        func `is vetoed by the program while it is saved, and at no other time`() throws {
            let first = LoggingController("Root", text: "typed")
            let application = try device.launch(App(first))
            application.ignoreSnapshotOnNextApplicationLaunch()
            try device.leave()
            #expect(try shown() == "typed")

            let app = App(LoggingController("Root"))
            app.onWillEncode = { _ in
                UIApplication.shared.ignoreSnapshotOnNextApplicationLaunch()
            }
            try device.relaunch(app)
            try device.leave()

            #expect(try shown() == nil)
        }

        @Test(.rule("T-76", "FAIL-22"))
        func `is vetoed by a controller that encodes after it was drawn, for that save alone`()
            throws
        {
            let root = LoggingController("Root", text: "typed")
            root.onEncode = { _ in UIApplication.shared.ignoreSnapshotOnNextApplicationLaunch() }
            let application = try device.launch(App(root))
            let log = try Log.collect { try UISystem(application).enterBackground() }
            #expect(log.filter { $0 == "draw" }.count == 1)
            device.kill()
            let second = LoggingController("Root")
            #expect(try shown(App(second)) == nil)
            #expect(second.text == "typed")

            try device.leave()

            #expect(try shown() == "typed")
        }

        @Test(.rule("T-77", "FAIL-23"))
        func `is not drawn while a controller without an identifier is on top`() throws {
            let root = LoggingController("Root", text: "typed")
            try device.launch(App(root))
            root.present(LoggingController(nil), animated: true)
            let log = try Log.collect { try device.leave() }
            #expect(!log.contains("draw"))
            #expect(try shown() == nil)

            try save(
                UINavigationController.stack("M", LoggingController("A"), LoggingController(nil))
            )
            #expect(try shown() == nil)
            try save(
                UINavigationController.stack("N", LoggingController(nil), LoggingController("B"))
            )
            #expect(try shown() == "screen")
        }

        @Test(.rule("FAIL-25"))
        func `is discarded with the state`() throws {
            try save()
            let application = try device.launch(App(LoggingController("Root")))

            try UISystem(application).forceQuit()

            #expect(try shown() == nil)
        }

        @Test(.rule("FAIL-26"), arguments: [true, false])
        func `is not drawn while a secret text is seen`(isSeen: Bool) throws {
            let (root, field) = (LoggingController("Root", text: "typed"), UITextField())
            field.isSecureTextEntry = true
            field.text = "password"
            field.isHidden = !isSeen
            root.view.addSubview(field)

            let log = try Log.collect { try save(root) }

            #expect(log.contains("draw") == !isSeen)
            #expect(try shown() == (isSeen ? nil : "typed"))
        }

        @Test(.rule("FAIL-26"))
        func `shows the screen as it was when the program went to the background`() throws {
            let root = LoggingController("Root", text: "private")
            let app = App(root)
            app.onDidEnterBackground = { root.text = "hidden" }
            try device.launch(app)
            try device.leave()

            #expect(try shown() == "hidden")
        }

        @Test(.rule("FAIL-25"))
        func `is not stored if it is too large, which is logged`() throws {
            let configure = device.configure
            device.configure = { configuration in
                configure(&configuration)
                configuration.options.objectSizeBudget = 1000
            }

            try save(LoggingController("Root", text: String(repeating: "x", count: 1001)))

            #expect(
                device.log.problems.contains(
                    "The snapshot of the screen has 1001 bytes, more than the limit of 1000, so the"
                        + " next launch shows none"
                )
            )
            #expect(try shown() == nil)
        }

        @Test(.rule("FAIL-20", "FAIL-23"))
        func `is drawn of scenes when the last of them goes to the background`() throws {
            let program = SceneProgram(savesControllers: false)
            program.application = try device.launch(program)
            let first = try #require(program.sessions.first)
            _ = try program.openScene()
            let system = UISystem(program.application)

            let log = try Log.collect {
                try system.enterBackground(first)
                Log.note("first")
                try system.enterBackground()
            }

            // Activities restore these scenes, so their controllers need no identifiers.
            #expect(log == ["first", "draw"])
        }
    }
}
