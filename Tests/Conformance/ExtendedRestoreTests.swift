import Dispatch
import RestorationTesting
import Testing

@Suite struct `Extending a restore` {
    @Test(.rule("REST-33"))
    func `may be announced before the restore begins`() throws {
        let launch = try program { session in
            session.restorationWindow.extend()
            return Node("Root")
        }.launch()
        let window = launch.session.restorationWindow
        #expect(window.isOpen)

        window.complete()

        #expect(!window.isOpen)
        window.extend()
        #expect(!window.isOpen)
    }

    @Test(.rule("REST-36"))
    func `has its full time after the restore, however early it was announced`() throws {
        var program: TestProgram<Node>?
        let built = TestProgram(preset: .tested) { session in
            session.restorationWindow.extend()
            program?.clock.advance(by: .seconds(59))
            let root = Node("Root")
            session.addRoot(root)
            return root
        }
        program = built
        let launch = try built.launch()

        built.clock.advance(by: .seconds(59))
        launch.session.runPending()
        #expect(launch.session.restorationWindow.isOpen)
        built.clock.advance(by: .seconds(1))
        launch.session.runPending()

        #expect(!launch.session.restorationWindow.isOpen)
        program = nil
    }

    @Test(.rule("REST-35"))
    func `counts beginnings and ends of all threads`() throws {
        let first = try program { session in
            let root = Node("Root")
            root.onDecode = { _ in
                let window = session.restorationWindow
                DispatchQueue.concurrentPerform(iterations: 1_000) { _ in window.extend() }
            }
            return root
        }.launch()
        let second = try first.relaunch()
        let window = second.session.restorationWindow

        DispatchQueue.concurrentPerform(iterations: 999) { _ in window.complete() }
        #expect(window.isOpen)
        window.complete()

        #expect(!window.isOpen)
        _ = try second.terminate()
    }

    @Test(.rule("REST-36"))
    func `ends by itself when its deadline has passed`() throws {
        let program = program { session in
            let root = Node("Root")
            root.onDecode = { _ in session.restorationWindow.extend() }
            return root
        }
        let launch = try program.launch().relaunch()

        program.clock.advance(by: .seconds(59))
        launch.session.runPending()
        #expect(launch.session.restorationWindow.isOpen)
        program.clock.advance(by: .seconds(1))
        launch.session.runPending()

        #expect(!launch.session.restorationWindow.isOpen)
    }
}
