import Foundation
import RestorationKit
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

/// Random programs of containers, storyboards, presentations and views.
@MainActor @Suite(.serialized) struct `A random program` {
    private let storyboard: StoryboardFolder

    init() throws { storyboard = try StoryboardFolder("Random", RandomScreens.storyboard) }

    /// The number of seeds. `make soak` sets a higher one.
    private static var count: UInt64 {
        ProcessInfo.processInfo.environment["RESTORATION_UIKIT_SEEDS"].flatMap { UInt64($0) } ?? 30
    }

    @Test(arguments: [RestorationPreset.granular, .uikit])
    func `comes back equal after it is killed, over three lives`(
        _ preset: RestorationPreset
    ) throws {
        for seed in 1...Self.count {
            try play(seed, preset) { RandomProgram(seed, storyboard.bundle) }
        }
    }

    @Test(arguments: [RestorationPreset.granular, .uikit])
    func `comes back with its scenes, those that were disconnected among them`(
        _ preset: RestorationPreset
    ) throws {
        for seed in 1...Self.count {
            try play(seed, preset) { RandomSceneProgram(seed, storyboard.bundle) }
        }
    }

    private func play(
        _ seed: UInt64,
        _ preset: RestorationPreset,
        _ make: () -> any RandomLife
    ) throws {
        let device = Device(preset: preset)
        var random = SeededGenerator(seed: seed)
        var before: [String] = []
        for life in 0..<3 {
            let program = make()
            let application = try device.launch(program)
            let now = try program.lines(application)
            try #require(
                life == 0 || now == before,
                "seed \(seed), life \(life): \(now.difference(from: before))"
            )
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                try program.change(application, &random)
            }
            before = try program.lines(application)
            try program.prepareToLeave(application, &random)
            try device.leave()
        }
    }
}

@MainActor private protocol RandomLife: UIApplicationDelegate {
    func change(_ application: UIApplication, _ random: inout SeededGenerator) throws
    /// The visible contents, one line per controller.
    func lines(_ application: UIApplication) throws -> [String]
    /// Makes changes that do not affect `lines`.
    func prepareToLeave(_ application: UIApplication, _ random: inout SeededGenerator) throws
}

/// A random program of windows.
@MainActor private final class RandomProgram: NSObject, SavingDelegate, RandomLife {
    private let seed: UInt64
    private let bundle: Bundle
    private var screens: RandomScreens!
    private var windows: [UIWindow] = []

    init(_ seed: UInt64, _ bundle: Bundle) { (self.seed, self.bundle) = (seed, bundle) }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        screens = RandomScreens(seed, bundle)
        windows = screens.show { UIWindow() }
        return true
    }

    func change(_ application: UIApplication, _ random: inout SeededGenerator) {
        screens.change(windows, &random)
    }

    func lines(_ application: UIApplication) -> [String] { screens.lines(of: windows) }

    func prepareToLeave(_ application: UIApplication, _ random: inout SeededGenerator) {}
}

/// A random program whose scenes are opened, disconnected, connected and closed.
@MainActor private final class RandomSceneProgram: NSObject, ProgramOfScenes, RandomLife {
    let sceneDelegate: AnyClass = RandomScene.self
    private let seed: UInt64
    private let bundle: Bundle
    private var screens: RandomScreens!

    init(_ seed: UInt64, _ bundle: Bundle) { (self.seed, self.bundle) = (seed, bundle) }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        screens = RandomScreens(seed, bundle)
        RandomScene.screens = screens
        return true
    }

    /// The sessions in opening order.
    private func sessions(_ application: UIApplication) -> [UISceneSession] {
        func number(_ session: UISceneSession) -> Int { session.userInfo?["number"] as? Int ?? 0 }
        return application.openSessions.sorted { number($0) < number($1) }
    }

    private func windows(_ session: UISceneSession) -> [UIWindow] {
        (session.scene as? UIWindowScene)?.windows ?? []
    }

    func change(_ application: UIApplication, _ random: inout SeededGenerator) throws {
        let sessions = sessions(application)
        let session = try #require(sessions.randomElement(using: &random))
        switch Int.random(in: 0...7, using: &random) {
        case 0:
            application.requestSceneSessionActivation(nil, userActivity: nil, options: nil)
            let new = try #require(application.openSessions.subtracting(sessions).first)
            let last = sessions.last?.userInfo?["number"] as? Int ?? 0
            new.userInfo = ["number": last + 1]
        case 1 where sessions.count > 1: try UISystem(application).close(session)
        case 2 where session.scene != nil: try UISystem(application).disconnect(session)
        case 3 where session.scene == nil: try UISystem(application).reconnect(session)
        default:
            // The user changes only visible screens.
            try UISystem(application).enterForeground(session)
            screens.change(windows(session), &random)
        }
    }

    func lines(_ application: UIApplication) throws -> [String] {
        try sessions(application).flatMap { session in
            if session.scene == nil { try UISystem(application).reconnect(session) }
            return ["Scene"] + screens.lines(of: windows(session))
        }
    }

    func prepareToLeave(
        _ application: UIApplication,
        _ random: inout SeededGenerator
    ) throws {
        for session in sessions(application) where Bool.random(using: &random) {
            try UISystem(application).disconnect(session)
        }
    }
}

/// A scene of windows with the base graph.
private final class RandomScene: UIResponder, UIWindowSceneDelegate {
    static var screens: RandomScreens!
    var window: UIWindow?
    private var windows: [UIWindow] = []

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        windows = Self.screens.show { UIWindow(windowScene: scene) }
    }
}
