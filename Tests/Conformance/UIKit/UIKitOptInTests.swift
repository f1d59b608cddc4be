import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `Preserving when UIKit's delegate wants it` {
        private let device = Device()

        @Test(.rule("T-1", "PRES-1"))
        func `saves nothing without the delegate's methods`() throws {
            final class Silent: NSObject, UIApplicationDelegate {}
            let delegate = Silent()

            try device.launch(delegate)
            try device.leave()

            #expect(device.disk.generation == nil)
        }

        @Test(.rule("T-2", "PRES-1"))
        func `gives up the state of a delegate that cannot restore, and saves no more`() throws {
            final class Saver: NSObject, UIApplicationDelegate {
                func application(
                    _ application: UIApplication,
                    shouldSaveSecureApplicationState coder: NSCoder
                ) -> Bool { true }
            }
            let delegate = Saver()
            try device.launch(delegate)

            try device.relaunch(delegate)

            #expect(
                device.log.problems.contains(
                    "The delegate saves state and has no method that restores it"
                )
            )
            try device.leave()
            #expect(device.disk.generation == nil)
        }

        @Test(.rule("T-3", "PRES-2"))
        func `asks only the secure form of a question if the delegate has both`() throws {
            final class Both: NSObject, UIApplicationDelegate {
                func application(
                    _ application: UIApplication,
                    shouldSaveSecureApplicationState coder: NSCoder
                ) -> Bool {
                    Log.note("secure save")
                    return true
                }
                func application(
                    _ application: UIApplication,
                    shouldRestoreSecureApplicationState coder: NSCoder
                ) -> Bool {
                    Log.note("secure restore")
                    return true
                }
                func application(
                    _ application: UIApplication,
                    shouldSaveApplicationState coder: NSCoder
                ) -> Bool {
                    Log.note("older save")
                    return true
                }
                func application(
                    _ application: UIApplication,
                    shouldRestoreApplicationState coder: NSCoder
                ) -> Bool {
                    Log.note("older restore")
                    return true
                }
            }
            let delegate = Both()
            try device.launch(delegate)

            let log = try Log.collect { _ = try device.relaunch(delegate) }

            #expect(log == ["secure save", "secure restore"])
        }

        @Test(.rule("T-4", "PRES-7", "FAIL-18"))
        func `has no saved state after the delegate declines a save`() throws {
            try device.launch(App(LoggingController("Root", text: "typed")))
            let second = App(LoggingController("Root"))
            try device.relaunch(second)
            second.saves = false

            let log = try Log.collect { try device.leave() }

            #expect(log == ["should save"])
            let root = LoggingController("Root")
            try device.launch(App(root))
            #expect(root.countOfDecodes == 0)
        }

        @Test(.rule("T-5", "PRES-7", "PRES-11", "PRES-24"))
        func `asks and notifies the delegate, then encodes the root before all others`() throws {
            let root = LoggingController("A")
            let (b, c) = (LoggingController("B"), LoggingController("C"))
            root.stored = ["b": b]
            b.stored = ["c": c]
            root.addChild(b)
            b.addChild(c)
            try device.launch(App(root))

            let log = try Log.collect { try device.leave() }

            #expect(log == ["should save", "will encode", "encode A", "encode B", "encode C"])
        }

        @Test(.rule("T-6", "PRES-8"))
        func `gives all of the delegate's methods one coder's values`() throws {
            let first = App(LoggingController("Root"))
            first.onShouldSave = { $0.encode("early", forKey: "early") }
            first.onWillEncode = { $0.encode("late", forKey: "late") }
            try device.launch(first)
            var seen: [String?] = []
            func look(_ coder: NSCoder) {
                seen += ["early", "late"].map { coder.decodeObject(forKey: $0) as? String }
            }
            let second = App(LoggingController("Root"))
            second.onShouldRestore = look
            second.onDidDecode = look

            try device.relaunch(second)

            #expect(seen == ["early", "late", "early", "late"])
        }

        @Test(.rule("T-7", "PRES-3"))
        func `keeps the last state from the background if the program is killed later`() throws {
            let first = LoggingController("Root", text: "in the background")
            let application = try device.launch(App(first))
            try UISystem(application).enterBackground()
            UISystem(application).enterForeground()
            first.text = "in the foreground"
            device.kill()

            let second = LoggingController("Root")
            try device.launch(App(second))

            #expect(second.text == "in the background")
        }
    }
}
