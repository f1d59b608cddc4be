import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `When things go wrong in a UIKit program` {
        private let device = Device()

        private func saved(_ text: String) throws {
            try device.launch(App(LoggingController("Root", text: text)))
            try device.leave()
        }

        @Test(.rule("T-68", "FAIL-1", "FAIL-15"))
        func `a forced quit deletes the state, except in development`() throws {
            for isDeveloped in [false, true] {
                device.configure = { $0.options.keepsStateForDevelopment = isDeveloped }
                try saved("typed")
                let application = try device.launch(App(LoggingController("Root")))
                try UISystem(application).forceQuit()
                let root = LoggingController("Root")

                try device.launch(App(root))

                #expect(root.text == (isDeveloped ? "typed" : ""))
            }
        }

        @Test(.rule("T-70", "FAIL-11"))
        func `every launch restores and saves, in the foreground or background`() throws {
            try saved("one")
            let second = LoggingController("Root")
            try device.launch(App(second))
            second.text += " two"

            let third = LoggingController("Root")
            try device.relaunch(App(third))

            #expect(third.text == "one two")
        }

        @Test(.rule("T-71", "FAIL-6"))
        func `a newer version gets the state unless its delegate declines`()
            throws
        {
            for declines in [false, true] {
                device.configure = { $0.options.applicationVersion = "1" }
                try saved("typed")
                device.configure = { $0.options.applicationVersion = "2" }
                let root = LoggingController("Root")
                let app = App(root)
                app.onShouldRestore = { [unowned app] coder in
                    let key = UIApplication.stateRestorationBundleVersionKey
                    app.restores = !declines || coder.decodeObject(forKey: key) as? String == "2"
                }

                try device.launch(app)

                #expect(root.text == (declines ? "" : "typed"))
                #expect(root.countOfDecodes == (declines ? 0 : 1))
            }
        }

        @Test(.rule("T-66", "REST-33", "REST-35"))
        func `a launch whose extensions are complete counts as restored`() throws {
            try saved("typed")
            let app = App(LoggingController("Root"))
            app.onShouldRestore = { _ in
                for _ in 0..<2 { UIApplication.shared.extendStateRestoration() }
            }
            let application = try device.launch(app)
            let window = application.restorationSession.restorationWindow

            application.completeStateRestoration()
            #expect(window.isOpen)
            application.completeStateRestoration()
            #expect(!window.isOpen)
            application.completeStateRestoration()

            let root = LoggingController("Root")
            try device.launch(App(root))
            #expect(root.text == "typed")
        }

        // MARK: Crashes in child processes

        private let directory = StateDirectory()

        /// Launches the program in this process, and returns the restored texts.
        private func texts(_ preset: RestorationPreset) throws -> [String] {
            let (application, pages) = try FileProgram.launch(directory.path, preset)
            UISystem(application).kill()
            return pages.map(\.text)
        }

        private func save(_ texts: [String], _ preset: RestorationPreset) throws {
            let (application, pages) = try FileProgram.launch(directory.path, preset)
            for (page, text) in zip(pages, texts) { page.text = text }
            try UISystem(application).terminate()
        }

        @Test(.rule("T-64", "FAIL-2", "FAIL-13", under: .uikit))
        func `a crash in a controller's decode costs the state, and later state comes back`()
            async throws
        {
            try save(["a", "b"], .uikit)
            await #expect(processExitsWith: .failure) { [path = directory.path as String] in
                try await FileProgram.crash(path, .uikit, inDecode: true)
            }

            #expect(try texts(.uikit) == ["", ""])

            try save(["c", "d"], .uikit)
            #expect(try texts(.uikit) == ["c", "d"])
        }

        @Test(.rule("T-65", "FAIL-4", under: .uikit))
        func `a crash during an extended restore costs the state`() async throws {
            try save(["a", "b"], .uikit)
            await #expect(processExitsWith: .failure) { [path = directory.path as String] in
                try await FileProgram.crash(path, .uikit, inDecode: false)
            }

            #expect(try texts(.uikit) == ["", ""])
        }

        @Test(.rule("T-97", "FAIL-19", under: .granular))
        func `a crash in a controller's decode costs that controller, and others come back`()
            async throws
        {
            try save(["a", "b"], .granular)
            await #expect(processExitsWith: .failure) { [path = directory.path as String] in
                try await FileProgram.crash(path, .granular, inDecode: true)
            }

            #expect(try texts(.granular) == ["", "b"])
        }

        @Test(.rule("T-67", "T-96", "FAIL-3", "FAIL-13", "FAIL-14", under: .uikit))
        func `two launches that crash before the restore cost the state`() async throws {
            try save(["a", "b"], .uikit)
            for _ in 0..<2 {
                await #expect(processExitsWith: .failure) { [path = directory.path as String] in
                    try await FileProgram.crash(path, .uikit, atLaunch: true)
                }
            }

            #expect(try texts(.uikit) == ["", ""])
        }
    }
}

/// A program of two controllers with state in files, shared between processes.
@MainActor enum FileProgram {
    static func launch(
        _ path: String,
        _ preset: RestorationPreset,
        _ change: (App, [LoggingController]) -> Void = { _, _ in }
    ) throws -> (UIApplication, [LoggingController]) {
        var configuration = UIApplicationConfiguration(
            identifier: "org.example.program",
            preset: preset
        )
        configuration.options.stateDirectory = path + "/state"
        configuration.options.keyProvider = FileKeyProvider(directory: path + "/keys")
        let pages = [LoggingController("A"), LoggingController("B")]
        let app = App(UITabBarController.tabs("Tabs", pages[0], pages[1]))
        change(app, pages)
        return (try UISystem.launch(app, configuration: configuration), pages)
    }

    /// Crashes the process in one of three places: in a controller's decoding, at the beginning of
    /// the launch, or after it while restoration continues.
    static func crash(
        _ path: String,
        _ preset: RestorationPreset,
        inDecode: Bool = false,
        atLaunch: Bool = false
    ) throws {
        let running = try launch(path, preset) { app, pages in
            if atLaunch { app.onLaunch = { fatalError("at launch") } }
            if inDecode { pages[0].onDecode = { _ in fatalError("in decode") } }
            app.onShouldRestore = { _ in UIApplication.shared.extendStateRestoration() }
        }
        fatalError("while \(running) goes on restoring")
    }
}
