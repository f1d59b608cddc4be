import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `The coders of UIKit's classes` {
        private let device = Device()

        @Test(.rule("AK-4", "T-20", "PRES-20", "REST-21"))
        func `let two controllers reference one object, which encodes once`() throws {
            func make() -> (App, [LoggingController], LoggingObject) {
                let (object, pages) = (LoggingObject(), [LoggingController("A"), .init("B")])
                for page in pages {
                    page.stored = ["filter": object]
                    page.keys = ["filter"]
                }
                let app = App(UITabBarController.tabs("T", pages[0], pages[1]))
                app.onLaunch = { object.register("Filter") }
                return (app, pages, object)
            }
            let (first, _, object) = make()
            object.text = "red"
            try device.launch(first)
            let log = try Log.collect { try device.leave() }
            #expect(log.filter { $0 == "encode object" }.count == 1)

            let (second, pages, restored) = make()
            try device.launch(second)

            #expect(pages.allSatisfy { $0.read["filter"] as? LoggingObject === restored })
            #expect(restored.text == "red")
        }

        @Test(.rule("T-21", "PRES-21"))
        func `let controllers reference each other in a cycle`() throws {
            func make() -> (App, LoggingController, LoggingController) {
                let (a, b) = (LoggingController("A"), LoggingController("B"))
                a.stored = ["other": b]
                b.stored = ["other": a]
                for page in [a, b] { page.keys = ["other"] }
                return (App(UITabBarController.tabs("T", a, b)), a, b)
            }
            try device.launch(make().0)

            let (app, a, b) = make()
            try device.relaunch(app)

            #expect(a.read["other"] as? UIViewController === b)
            #expect(b.read["other"] as? UIViewController === a)
        }

        @Test(.rule("T-22", "PRES-12"))
        func `decode controllers in a dictionary of arrays`() throws {
            func make() -> (App, LoggingController, LoggingController) {
                let (a, b) = (LoggingController("A"), LoggingController("B"))
                a.stored = ["all": ["pages": [b, a]]]
                a.keys = ["all"]
                return (App(UITabBarController.tabs("T", a, b)), a, b)
            }
            try device.launch(make().0)

            let (app, a, b) = make()
            try device.relaunch(app)

            let pages = (a.read["all"] as? [String: [Any]])?["pages"] ?? []
            #expect(pages.map { $0 as AnyObject }.elementsEqual([b, a], by: { $0 === $1 }))
        }

        @Test(.rule("T-23", "PRES-25"))
        func `separate equal keys of two controllers`() throws {
            let texts = ["one", "two"]
            func make(_ texts: [String]) -> (App, [LoggingController]) {
                let pages = [LoggingController("A"), LoggingController("B")]
                for (page, text) in zip(pages, texts) { page.text = text }
                return (App(UITabBarController.tabs("T", pages[0], pages[1])), pages)
            }
            try device.launch(make(texts).0)

            let (app, pages) = make(["", ""])
            try device.relaunch(app)

            #expect(pages.map(\.text) == texts)
        }

        @Test(.rule("T-24", "PRES-22", "PRES-23"))
        func `give each of two controllers a copy of a value`() throws {
            let badge = Badge("gold")
            func make() -> (App, [LoggingController]) {
                let pages = [LoggingController("A"), LoggingController("B")]
                for page in pages { page.stored = ["badge": badge] }
                return (App(UITabBarController.tabs("T", pages[0], pages[1])), pages)
            }
            try device.launch(make().0)
            var badges: [Badge] = []
            let (app, pages) = make()
            for page in pages {
                page.onDecode = { coder in
                    coder.decodeObject(of: Badge.self, forKey: "badge").map { badges.append($0) }
                }
            }

            try device.relaunch(app)

            #expect(badges.map(\.name) == ["gold", "gold"])
            #expect(badges.first !== badges.last)
        }

        @Test(.rule("T-25", "PRES-26", "FAIL-7", "FAIL-8"))
        func `contain the time and the device of the save under UIKit's keys`() throws {
            device.configure = { $0.options.applicationVersion = "1.7" }
            func app(_ look: @escaping (NSCoder) -> Void) -> App {
                let root = LoggingController("Root")
                let view = ReadingView(look)
                view.restorationIdentifier = "View"
                root.view.addSubview(view)
                root.onDecode = look
                let app = App(root)
                app.onShouldRestore = look
                app.onDidDecode = look
                return app
            }
            try device.launch(app { _ in })
            var seen: [[String]] = []

            try device.relaunch(
                app { coder in
                    let version = UIApplication.stateRestorationBundleVersionKey
                    let idiom = UIApplication.stateRestorationUserInterfaceIdiomKey
                    let system = UIApplication.stateRestorationSystemVersionKey
                    let time = UIApplication.stateRestorationTimestampKey
                    seen.append([
                        coder.decodeObject(forKey: version) as? String ?? "-",
                        "\(coder.decodeInteger(forKey: idiom))",
                        "\((coder.decodeObject(forKey: system) as? String)?.isEmpty == false)",
                        "\(coder.decodeObject(of: NSDate.self, forKey: time) != nil)",
                    ])
                }
            )

            let idiom = "\(UIUserInterfaceIdiom.phone.rawValue)"
            #expect(seen == Array(repeating: ["1.7", idiom, "true", "true"], count: 4))
        }

        @Test(.rule("T-26", "PRES-28"))
        func `store nothing under UIKit's keys, which is logged`() throws {
            let key = UIApplication.stateRestorationSystemVersionKey
            let first = LoggingController("Root", text: "typed")
            first.stored = [key: "mine"]
            try device.launch(App(first))

            let second = LoggingController("Root")
            second.keys = [key]
            try device.relaunch(App(second))

            #expect(second.text == "typed")
            #expect(second.read[key] as? String != "mine")
            #expect(
                device.log.problems == [
                    "The key \"\(key)\" is reserved, so the value is not stored"
                ]
            )
        }

        @Test(.rule("T-91", "REST-27"))
        func `distinguish an absent key from zero and false`() throws {
            let first = LoggingController("Root")
            first.stored = ["zero": 0, "false": false]
            try device.launch(App(first))
            var known: [Bool] = []
            var numbers: [Int] = []
            let second = LoggingController("Root")
            second.onDecode = { coder in
                let keys = ["zero", "false", "absent"]
                known = keys.map { coder.containsValue(forKey: $0) }
                numbers = ["zero", "absent"].map { coder.decodeInteger(forKey: $0) }
                #expect(coder.error == nil)
            }

            try device.relaunch(App(second))

            #expect(known == [true, true, false])
            #expect(numbers == [0, 0])
        }

        @Test(.rule("T-75", "SEC-8", "SEC-9", "SEC-10", "SEC-12"))
        func `refuse a class that is not allowed, and decode other objects`() throws {
            let first = [LoggingController("A", text: "a"), LoggingController("B", text: "b")]
            first[0].stored = ["badge": Badge("gold"), "number": 7]
            try device.launch(App(UITabBarController.tabs("T", first[0], first[1])))
            let second = [LoggingController("A"), LoggingController("B")]
            var failures: [String] = []
            second[0].onDecode = { coder in
                #expect(coder.requiresSecureCoding)
                #expect(coder.decodeObject(of: NSString.self, forKey: "badge") == nil)
                failures = [coder.error].compactMap(\.self).map { "\($0)" }
            }

            let application = try device.relaunch(
                App(UITabBarController.tabs("T", second[0], second[1]))
            )

            #expect(failures.count == 1)
            #expect(second[1].text == "b")
            let report = application.restorationSession.report
            let problems = report?.entries.compactMap { $0.reason?.problem } ?? []
            #expect(problems.contains { $0.contains("\"badge\"") })
        }

        @Test(.rule("T-98", "SEC-11", "SEC-12", "SEC-13"))
        func `find nothing more after a failure, and name its first cause`() throws {
            let first = LoggingController("Root")
            first.stored = ["number": 7, "word": "seven"]
            try device.launch(App(first))
            let second = LoggingController("Root")
            var cause = ""
            second.onDecode = { coder in
                #expect(coder.decodeInteger(forKey: "word") == 0)
                cause = coder.error.map { "\($0)" } ?? ""
                #expect(coder.decodeInteger(forKey: "number") == 0)
                #expect(coder.decodeObject(forKey: "word") == nil)
                #expect(coder.error.map { "\($0)" } == cause)
            }

            let application = try device.relaunch(App(second))

            #expect(cause.contains("\"word\""))
            let report = application.restorationSession.report
            let problems = report?.entries.compactMap { $0.reason?.problem } ?? []
            #expect(problems.contains { $0.contains("\"word\"") })
        }

        @Test(.rule("T-85", "PRES-33"))
        func `lose only the state of a controller that stores an unsupported value`() throws {
            final class Plain: NSObject {}
            let first = [LoggingController("A", text: "a"), LoggingController("B", text: "b")]
            first[0].stored = ["plain": Plain()]
            try device.launch(App(UITabBarController.tabs("T", first[0], first[1])))
            let issues = try device.issues()
            #expect(issues.map(\.diagnosis.place) == ["T/A"])

            let second = [LoggingController("A"), LoggingController("B")]
            try device.launch(App(UITabBarController.tabs("T", second[0], second[1])))

            #expect(second.map(\.text) != ["a", "b"])
            #expect(second[1].text == "b")
        }
    }
}

/// A view that passes its coder to a closure.
final class ReadingView: UIView {
    private let look: (NSCoder) -> Void

    init(_ look: @escaping (NSCoder) -> Void) {
        self.look = look
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { return nil }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        look(coder)
    }
}
