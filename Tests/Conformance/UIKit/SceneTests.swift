import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    /// Rules SCN-1 to SCN-9, and PAIN-29 to PAIN-31.
    @MainActor @Suite struct `A program with scenes` {
        private let device = Device()

        private func launch(_ program: SceneProgram = SceneProgram()) throws -> SceneProgram {
            SceneProgram.events = []
            program.application = try device.launch(program)
            return program
        }

        private func launchOneScene() throws -> (SceneProgram, UISceneSession) {
            let program = try launch()
            return (program, try #require(program.sessions.first))
        }

        // MARK: The scenes' own state

        @Test(.rule("SCN-7"))
        func `separates the objects of two scenes with equal identifiers`() throws {
            let (before, first) = try launchOneScene()
            try before.page(of: first).text = "first"
            let second = try before.openScene()
            try before.page(of: second).text = "second"
            try device.leave()

            let after = try launch()

            #expect(after.application.connectedScenes.count == 2)
            #expect(try after.page(of: after.session(like: first)).text == "first")
            #expect(try after.page(of: after.session(like: second)).text == "second")
        }

        @Test(.rule("SCN-7"))
        func `distinguishes the windows of one scene`() throws {
            let (before, session) = try launchOneScene()
            let window = try before.openWindow(in: session, showing: PageController())
            try #require(window.rootViewController as? PageController).text = "palette"
            try before.page(of: session).text = "document"
            try device.leave()

            let after = try launch(SceneProgram(windows: 2))

            let scene = try #require(after.sessions.first?.scene as? UIWindowScene)
            let pages = scene.windows.map { ($0.rootViewController as? PageController)?.text }
            #expect(pages == [nil, "palette"])
            #expect(try after.page(of: after.session(like: session)).text == "document")
        }

        @Test func `saves sessions with the program's facts about them`() throws {
            let (_, session) = try launchOneScene()
            session.userInfo = ["document": "letter", "page": 7]
            try device.leave()

            let after = try launch()

            let restored = try #require(after.sessions.first)
            #expect(restored.persistentIdentifier == session.persistentIdentifier)
            #expect(restored.role == .windowApplication)
            #expect(after.namesAsked == ["Document"])
            #expect(restored.userInfo?["document"] as? String == "letter")
            #expect(restored.userInfo?["page"] as? Int == 7)
        }

        // MARK: Activities

        @Test(.rule("SCN-1", "SCN-3", "SCN-8"))
        func `gets the activity back when the scene is connected`() throws {
            let (before, session) = try launchOneScene()
            try before.delegate(of: session).continues("letter")
            try device.leave()

            let after = try launch()

            let scene = try after.delegate(of: #require(after.sessions.first))
            #expect(scene.activityAtConnection?.activityType == "org.example.reading")
            #expect(scene.activityAtConnection?.userInfo?["document"] as? String == "letter")
        }

        @Test(.rule("SCN-7"))
        func `gets its interaction state between its controllers' state and its appearance`()
            throws
        {
            let before = try launch()
            try before.delegate(of: #require(before.sessions.first)).continues("letter")
            try device.leave()

            _ = try launch()

            #expect(
                SceneProgram.events == [
                    "configuration", "did finish launching", "connect", "decode",
                    "controller finished", "interaction letter", "will enter foreground",
                    "did become active",
                ]
            )
        }

        @Test(.rule("SCN-2"))
        func `asks the delegate, then the activity's delegate, then the responders`() throws {
            let (program, session) = try launchOneScene()
            let scene = try program.delegate(of: session)
            scene.continues("letter")
            let activity = try #require(scene.activity)
            activity.delegate = scene
            try program.page(of: session).userActivity = activity
            SceneProgram.events = []

            try UISystem(program.application).enterBackground()

            #expect(
                SceneProgram.events == [
                    "will resign active", "did enter background", "activity", "will save", "update",
                    "did update", "encode",
                ]
            )
            #expect(activity.userInfo?["by the delegate"] as? Bool == true)
            #expect(activity.userInfo?["by a responder"] as? Bool == true)
        }

        @Test(.rule("SCN-3"))
        func `prefers the user's requested scene to the saved ones`() throws {
            let (program, session) = try launchOneScene()
            try program.delegate(of: session).continues("letter")
            try UISystem(program.application).disconnect(session)
            SceneProgram.events = []

            let wanted = NSUserActivity(activityType: "org.example.search")
            program.application.requestSceneSessionActivation(
                session,
                userActivity: wanted,
                options: nil
            )

            #expect(try program.delegate(of: session).activitiesAtConnection == [wanted])
            #expect(!SceneProgram.events.contains("interaction letter"))
        }

        @Test(.rule("SCN-3"))
        func `continues an activity in a connected scene`() throws {
            let (program, session) = try launchOneScene()

            program.application.requestSceneSessionActivation(
                session,
                userActivity: NSUserActivity(activityType: "org.example.search"),
                options: nil
            )

            #expect(SceneProgram.events.last == "continue org.example.search")
        }

        @Test(.rule("SCN-1"))
        func `saves activities of a program that does not save its controllers' state`() throws {
            let before = try launch(SceneProgram(savesControllers: false))
            let session = try #require(before.sessions.first)
            try before.page(of: session).text = "typed"
            try before.delegate(of: session).continues("letter")
            try device.leave()

            let after = try launch(SceneProgram(savesControllers: false))

            let restored = try after.session(like: session)
            #expect(restored.stateRestorationActivity?.userInfo?["document"] as? String == "letter")
            #expect(try after.page(of: restored).text == nil)
            #expect(!SceneProgram.events.contains("decode"))
        }

        @Test(.rule("SCN-9"))
        func `does not save values that no property list holds`() throws {
            let (before, session) = try launchOneScene()
            try before.delegate(of: session).continues("letter")
            let activity = try #require(before.delegate(of: session).activity)
            activity.addUserInfoEntries(from: ["view": UIView(), 5: "five", "at": [1, 2.5, true]])
            try device.leave()

            let after = try launch()

            let values = try #require(after.sessions.first?.stateRestorationActivity?.userInfo)
            #expect(Set(values.keys) == ["document", "at"])
            let numbers = try #require(values["at"] as? [Any])
            #expect(numbers.count == 3)
            #expect(numbers.last as? Bool == true)
            // Numbers bridge as on Apple's systems, where `true` is also the number 1.
            #expect(values["at"] as? [Double] == [1, 2.5, 1])
        }

        // MARK: Within one launch

        @Test(.rule("SCN-5"))
        func `brings a disconnected scene back with its state`() throws {
            let (program, session) = try launchOneScene()
            try program.push("deep", in: session)
            try program.page(of: session).text = "typed"
            try program.delegate(of: session).continues("letter")
            let system = UISystem(program.application)

            try system.disconnect(session)

            #expect(session.scene == nil)
            #expect(program.application.connectedScenes.isEmpty)
            #expect(program.application.openSessions == [session])
            #expect(program.application.windows.isEmpty)
            SceneProgram.events = []

            try system.reconnect(session)

            #expect(try program.page(of: session).text == "typed")
            #expect(try program.stack(of: session).viewControllers.count == 2)
            let top = try #require(program.stack(of: session).topViewController as? PageController)
            #expect(top.text == "deep")
            #expect(
                SceneProgram.events == [
                    "configuration", "connect", "decode", "decode", "controller finished",
                    "controller finished", "interaction letter",
                ]
            )
            #expect(session.scene?.activationState == .background)
        }

        @Test(arguments: [false, true])
        func `scrolls the views of a disconnected scene back`(afterKill: Bool) throws {
            let (before, session) = try launchOneScene()
            try before.page(of: session).list.contentOffset = CGPoint(x: 0, y: 250)
            try UISystem(before.application).disconnect(session)
            if !afterKill { try UISystem(before.application).reconnect(session) }

            let program = afterKill ? try launch() : before

            let restored = try program.session(like: session)
            #expect(try program.page(of: restored).list.contentOffset.y == 250)
        }

        @Test(.rule("SCN-5"))
        func `leaves other scenes as they are when one comes back`() throws {
            let (program, session) = try launchOneScene()
            let other = try program.openScene()
            try program.page(of: session).text = "typed"
            try program.page(of: other).text = "earlier"
            try UISystem(program.application).disconnect(session)
            try program.page(of: other).text = "later"

            try UISystem(program.application).reconnect(session)

            #expect(try program.page(of: session).text == "typed")
            #expect(try program.page(of: other).text == "later")
        }

        @Test(.rule("SCN-5"))
        func `gives a reconnected scene the objects that it shares with others`() throws {
            let (program, session) = try launchOneScene()
            let shared = LoggingObject("cats")
            shared.register("Filter")
            try program.page(of: session).filter = shared
            try UISystem(program.application).disconnect(session)
            shared.text = "dogs"

            try UISystem(program.application).reconnect(session)

            #expect(try program.page(of: session).filter === shared)
            #expect(shared.text == "dogs")
        }

        @Test(.rule("SCN-5"))
        func `brings a disconnected scene back after a kill`() throws {
            let (before, session) = try launchOneScene()
            let other = try before.openScene()
            try before.push("deep", in: session)
            try before.page(of: session).text = "typed"
            try UISystem(before.application).disconnect(session)
            try before.page(of: other).text = "other"
            try device.leave()

            let after = try launch()

            let restored = try after.session(like: session)
            #expect(try after.page(of: restored).text == "typed")
            #expect(try after.stack(of: restored).viewControllers.count == 2)
            #expect(try after.page(of: after.session(like: other)).text == "other")
        }

        @Test(.rule("SCN-5"))
        func `connects a scene in the background to refresh it`() throws {
            let (program, session) = try launchOneScene()
            try program.page(of: session).text = "typed"
            try UISystem(program.application).disconnect(session)

            program.application.requestSceneSessionRefresh(session)

            #expect(session.scene?.activationState == .background)
            #expect(try program.page(of: session).text == "typed")
        }

        @Test func `enters the background when its last scene does`() throws {
            let (program, session) = try launchOneScene()
            let other = try program.openScene()
            let system = UISystem(program.application)

            try system.enterBackground(session)
            #expect(program.application.applicationState == .active)
            #expect(session.scene?.activationState == .background)

            try system.enterBackground(other)
            #expect(program.application.applicationState == .background)

            try system.enterForeground(session)
            #expect(program.application.applicationState == .active)
            #expect(session.scene?.activationState == .foregroundActive)
            #expect(other.scene?.activationState == .background)
        }

        // MARK: Closing

        @Test(.rule("SCN-6"))
        func `destroys the state of a closed scene, and notifies the delegate`() throws {
            let (before, session) = try launchOneScene()
            let other = try before.openScene()
            try before.page(of: session).text = "closed"
            try before.page(of: other).text = "open"
            try UISystem(before.application).enterBackground()

            try UISystem(before.application).close(session)

            #expect(before.discarded == [session.persistentIdentifier])
            #expect(before.application.openSessions == [other])
            #expect(SceneProgram.events.contains("disconnect"))
            device.kill()

            let after = try launch()

            #expect(after.sessions.map(\.persistentIdentifier) == [other.persistentIdentifier])
            #expect(try after.page(of: after.session(like: other)).text == "open")
            #expect(after.discarded.isEmpty)
        }

        @Test(.rule("SCN-6"))
        func `destroys the state of a disconnected scene that is closed`() throws {
            let (before, session) = try launchOneScene()
            let other = try before.openScene()
            try before.page(of: session).text = "closed"
            try UISystem(before.application).disconnect(session)

            before.application.requestSceneSessionDestruction(session, options: nil)

            #expect(before.discarded == [session.persistentIdentifier])
            device.kill()
            let after = try launch()
            #expect(after.sessions.map(\.persistentIdentifier) == [other.persistentIdentifier])
        }

        @Test(.rule("SCN-6"))
        func `is notified at the next launch of scenes that were closed with the program`() throws {
            let (before, first) = try launchOneScene()
            let second = try before.openScene()
            try before.page(of: first).text = "typed"
            try UISystem(before.application).enterBackground()

            try UISystem(before.application).forceQuit()

            #expect(before.discarded.isEmpty)
            let after = try launch()
            let closed = Set([first, second].map(\.persistentIdentifier))
            #expect(after.discarded == closed)
            let new = try #require(after.sessions.first)
            #expect(after.sessions.count == 1)
            #expect(!closed.contains(new.persistentIdentifier))
            #expect(try after.page(of: new).text == nil)
            try device.leave()

            #expect(try launch().discarded.isEmpty)
        }

        @Test(.rule("SCN-6"))
        func `refuses to connect or close a session that is not open`() throws {
            let (program, session) = try launchOneScene()
            try UISystem(program.application).close(session)
            var errors: [UISceneError?] = []

            program.application.requestSceneSessionActivation(
                session,
                userActivity: nil,
                options: nil
            ) { errors.append($0 as? UISceneError) }
            program.application.requestSceneSessionDestruction(session, options: nil) {
                errors.append($0 as? UISceneError)
            }

            #expect(errors == [.requestDenied, .requestDenied])
        }

        // MARK: Programs with few methods

        @Test(.rule("SCN-1"))
        func `restores a scene whose delegate lacks the optional methods`() throws {
            let before = try launch(SceneProgram(delegateClass: BriefSceneDelegate.self))
            let session = try #require(before.sessions.first)
            try before.page(of: session).text = "typed"
            let activity = NSUserActivity(activityType: "org.example.own")
            session.stateRestorationActivity = activity
            try device.leave()

            let after = try launch(SceneProgram(delegateClass: BriefSceneDelegate.self))

            let restored = try after.session(like: session)
            #expect(try after.page(of: restored).text == "typed")
            #expect(restored.stateRestorationActivity?.activityType == "org.example.own")
        }

        @Test(.rule("SCN-1"))
        func `forgets the activity when the delegate says that there is none`() throws {
            let (_, session) = try launchOneScene()
            session.stateRestorationActivity = NSUserActivity(activityType: "org.example.own")
            try device.leave()

            #expect(try launch().sessions.first?.stateRestorationActivity == nil)
        }

        @Test func `is a program of windows without a configuration of scenes`() throws {
            let root = PageController()
            let before = try device.launch(App(root))
            root.text = "typed"
            var error: UISceneError?

            before.requestSceneSessionActivation(nil, userActivity: nil, options: nil) {
                error = $0 as? UISceneError
            }

            #expect(error == .multipleScenesNotSupported)
            #expect(!before.supportsMultipleScenes)
            #expect(before.openSessions.isEmpty)
            #expect(before.connectedScenes.isEmpty)
            try device.leave()
            let restored = PageController()
            try device.launch(App(restored))
            #expect(restored.text == "typed")
        }
    }

    /// The log messages about mistakes of programs with scenes.
    @MainActor @Suite struct `The log of a program with scenes` {
        private let device = Device()

        private func launch(_ program: SceneProgram) throws -> UIApplication {
            program.application = try device.launch(program)
            return program.application
        }

        @Test func `names the keys of unsaved values, but not the values`() throws {
            let program = SceneProgram()
            let application = try launch(program)
            let session = try #require(program.sessions.first)
            let activity = NSUserActivity(activityType: "org.example.reading")
            activity.userInfo = ["view": UIView()]
            session.userInfo = ["window": [UIWindow()]]
            try program.delegate(of: session).continues(activity)

            try UISystem(application).enterBackground()
            UISystem(application).kill()

            #expect(
                device.log.problems == [
                    "The value for \"window\" of the scene session \(session.persistentIdentifier)"
                        + " is a Array<UIWindow>, and is not saved",
                    "The value for \"view\" of the activity org.example.reading is a UIView, and is"
                        + " not saved",
                ]
            )
        }

        @Test func `names a class that makes no delegate`() throws {
            let program = SceneProgram(delegateClass: LoggingObject.self)

            let application = try launch(program)

            #expect(application.connectedScenes.first?.delegate == nil)
            #expect(
                device.log.problems == ["The class LoggingObject cannot be a scene delegate"]
            )
        }
    }
}
