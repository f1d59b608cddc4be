import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `An object that is registered with UIKit's application` {
        private let device = Device()

        /// A program whose root references `object`, if any.
        private func app(_ object: LoggingObject?) -> (App, LoggingController) {
            let root = LoggingController("Root")
            root.keys = ["object"]
            if let object { root.stored = ["object": object] }
            let app = App(root)
            app.onLaunch = { object?.register("Object") }
            return (app, root)
        }

        @Test(.rule("T-78", "OBJ-1", "OBJ-3"))
        func `has no record if no controller encodes it`() throws {
            let (first, root) = app(LoggingObject())
            root.stored = [:]
            try device.launch(first)
            try device.leave()
            #expect(try device.savedPaths == ["Root"])

            try device.launch(app(LoggingObject()).0)
            try device.leave()
            #expect(try Set(device.savedPaths) == ["Root", "Object"])
        }

        @Test(.rule("T-79", "OBJ-4"))
        func `is not retained in memory, and not saved after it was deallocated`() throws {
            weak var object: LoggingObject?
            let app = App(LoggingController("Root"))
            app.onLaunch = {
                let local = LoggingObject()
                object = local
                local.register("Object")
            }

            try device.launch(app)
            #expect(object == nil)
            try device.leave()

            #expect(try device.savedPaths == ["Root"])
        }

        @Test(.rule("T-80", "T-93", "OBJ-6", "OBJ-7", "OBJ-8", "OBJ-9", "OBJ-14"))
        func `is made once by its restoration class, which sees its path and its coder`() throws {
            let (first, root) = app(nil)
            first.onLaunch = {
                let object = LoggingObject("typed", under: root, madeBy: ObjectMaker.self)
                object.register("Object")
                root.stored = ["object": object]
            }
            try device.launch(first)
            var seen: [String] = []
            let (second, restored) = app(nil)
            ObjectMaker.make = { path, coder in
                seen.append(path.joined(separator: "/"))
                seen.append(coder.decodeObject(forKey: "text") as? String ?? "-")
                let object = LoggingObject(under: restored, madeBy: ObjectMaker.self)
                object.register(path.last ?? "")
                return object
            }

            let log = try Log.collect { _ = try device.relaunch(second) }

            #expect(seen == ["Root/Object", "typed"])
            let object = try #require(restored.read["object"] as? LoggingObject)
            #expect(object.text == "typed")
            #expect(log.contains("finish object"))
            restored.stored = ["object": object]
            try device.leave()
            #expect(try Set(device.savedPaths) == ["Root", "Root/Object"])
        }

        @Test(.rule("T-81", "OBJ-7", "REST-18"))
        func `is nil if it is not registered again, and the delegate is not asked`() throws {
            try device.launch(app(LoggingObject()).0)

            let (second, root) = app(nil)
            try device.relaunch(second)

            #expect(root.countOfDecodes == 1)
            #expect(root.read["object"] == nil)
            #expect(!second.asked.contains("Object"))
            #expect(device.outcomes["Object"] == .missing)
        }

        @Test(.rule("T-82", "OBJ-7"))
        func `is nil if its restoration class returns nil`() throws {
            try device.launch(app(LoggingObject(madeBy: ObjectMaker.self)).0)
            ObjectMaker.make = { _, _ in nil }

            let (second, root) = app(nil)
            try device.relaunch(second)

            #expect(root.countOfDecodes == 1)
            #expect(root.read["object"] == nil)
            #expect(device.outcomes["Object"] == .skipped)
        }

        @Test(.rule("T-83", "OBJ-2"))
        func `ends the program if its identifier is empty`() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run { LoggingObject().register("") }
            }
        }
    }
}
