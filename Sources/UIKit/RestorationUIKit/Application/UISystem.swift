import Dispatch
import Foundation
import RestorationKit

/// Plays the part of iOS: launches the program, sends it to the background, ends it.
///
/// It serves toolkits, servers and tests. A program with `@main` uses
/// ``run(makingDelegate:configuration:)``, where the terminal's keys and signals do the same:
/// Ctrl-Z sends the program to the background and `fg` brings it back. Ctrl-C, SIGTERM and SIGHUP
/// end it.
@MainActor public struct UISystem {
    private let application: UIApplication

    /// Creates the system side of a program.
    public init(_ application: UIApplication) { self.application = application }

    /// Launches a program: the delegate builds its interface, the session restores state, and the
    /// program becomes active.
    ///
    /// A process runs one program at a time. Terminate the previous one first.
    ///
    /// - Returns: The application. Retain it as long as the program runs.
    /// - Throws: The errors of `RestorationSession` and its `restore(reason:)`.
    public static func launch(
        _ delegate: any UIApplicationDelegate,
        configuration: UIApplicationConfiguration = .standard
    ) throws -> UIApplication {
        let module = String(reflecting: Swift.type(of: delegate)).prefix { $0 != "." }
        let identifier =
            configuration.identifier ?? Bundle.main.bundleIdentifier
            ?? "local.\(module.lowercased().map { $0.isLetter || $0.isNumber ? "\($0)" : "-" }.joined())"
        let application = try UIApplication(configuration, identifier: identifier)
        application.delegate = delegate
        try application.launch()
        return application
    }

    /// Sends the program to the background and saves its state.
    ///
    /// - Throws: The errors of `RestorationSession.preserveNow()`.
    public func enterBackground() throws { try application.enterBackground() }

    /// Brings the program back from the background.
    public func enterForeground() { application.enterForeground() }

    /// Ends the program, after sending it to the background.
    ///
    /// - Throws: The errors of ``enterBackground()``. The program has ended even then.
    public func terminate() throws { try application.terminate() }

    /// Ends the program as a user does in the app switcher: its state is discarded (FAIL-1). Its
    /// scenes are closed, too, and the next launch notifies the delegate.
    public func forceQuit() throws { try application.forceQuit() }

    /// Ends the program as SIGKILL does, without saving or calling the delegate.
    public func kill() { application.end() }

    // MARK: Scenes

    /// Shows a scene, and connects it if needed.
    ///
    /// `UIApplication.requestSceneSessionActivation(_:userActivity:options:errorHandler:)` opens a
    /// new one.
    ///
    /// - Throws: ``UISceneError``.
    public func enterForeground(_ session: UISceneSession) throws {
        try application.scenes.activate(session, nil)
    }

    /// Sends a scene to the background and saves the program's state.
    ///
    /// - Throws: The errors of ``enterBackground()``.
    public func enterBackground(_ session: UISceneSession) throws {
        try application.enterBackground(session)
    }

    /// Disconnects a scene, as iOS does to reclaim memory. Its session stays open and retains the
    /// state.
    ///
    /// - Throws: ``UISceneError``, and the errors of ``enterBackground()``. The scene is then in
    ///   the background.
    public func disconnect(_ session: UISceneSession) throws {
        try application.scenes.disconnect(session)
    }

    /// Connects a disconnected session: a new scene is made in the background and restored.
    ///
    /// - Throws: ``UISceneError``.
    public func reconnect(_ session: UISceneSession) throws {
        try application.scenes.reconnect(session)
    }

    /// Closes a scene, as the user does. Its session ends, and its state is destroyed (SCN-6).
    ///
    /// - Throws: ``UISceneError``, and the errors of ``enterBackground()``. The scene has ended
    ///   then, and returns at the next launch.
    public func close(_ session: UISceneSession) throws { try application.scenes.close(session) }

    /// Runs a program until it ends: launches it and runs the main loop.
    ///
    /// - Parameters:
    ///   - makeDelegate: Creates the delegate, or returns `nil` on failure.
    ///   - configuration: `nil` uses ``UIApplicationConfiguration/standard``, read after the
    ///     delegate was created.
    public static func run(
        makingDelegate makeDelegate: () -> (any UIApplicationDelegate)?,
        configuration: UIApplicationConfiguration? = nil
    ) -> Never {
        run(makingDelegate: makeDelegate, configuration: configuration, on: nil)
    }

    /// Runs a program on a screen.
    package static func run(
        makingDelegate makeDelegate: () -> (any UIApplicationDelegate)?,
        configuration: UIApplicationConfiguration? = nil,
        on screen: (any ApplicationScreen)?
    ) -> Never {
        do { try screen?.claim() } catch { fail("\(error)") }
        guard let delegate = makeDelegate() else {
            fail("The delegate's init?(coder:) has returned nil. Let it return the delegate.")
        }
        do {
            var configuration = configuration ?? .standard
            try screen?.prepare(&configuration)
            let application = try launch(delegate, configuration: configuration)
            let loop = try ApplicationLoop(application, screen)
            try screen?.begin(application) { loop.runPending() }
            loop.run()
        } catch {
            screen?.end()
            fail("\(error)")
        }
    }

    fileprivate static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}

/// The screen of a running program.
@MainActor package protocol ApplicationScreen: AnyObject {
    /// Called first: the screen checks that it can be used, and sets the metrics.
    func claim() throws
    /// Called before the launch: the screen adjusts the configuration.
    func prepare(_ configuration: inout UIApplicationConfiguration) throws
    /// Takes over the screen after the launch.
    ///
    /// - Parameter runPending: Call it after each event. It runs due work of the session and
    ///   schedules the next call.
    func begin(_ application: UIApplication, runPending: @escaping () -> Void) throws
    /// Gives the screen back before the process ends or stops. Harmless if repeated.
    func end()
    /// Takes the screen again when the process continues.
    func resume()
    /// The session has run its due work.
    func sessionDidRun()
    /// The final save failed.
    func recordUnsaved(_ error: any Error)
}

extension UIResponder {
    /// Creates a responder as storyboards and `@main` do, or returns `nil` if its class declines.
    package static func makeEmpty() -> Self? { Self(coder: StateCoder.empty) }
}

/// Runs a program's session on the main run loop.
@MainActor private final class ApplicationLoop {
    private let application: UIApplication
    private var source: (any DispatchSourceRead)?
    private var descriptor: Int32 = -1
    private var timer: Timer?
    private let screen: (any ApplicationScreen)?

    init(_ application: UIApplication, _ screen: (any ApplicationScreen)?) throws {
        self.application = application
        self.screen = screen
        let session = application.restorationSession
        watchDescriptor()
        application.didRecordChange = { [unowned self] in schedule() }
        try session.handleSignals([.terminate, .interrupt, .hangUp, .suspend]) {
            [unowned self] signal in MainActor.assumeIsolated { handle(signal) }
        }
    }

    private func handle(_ signal: SessionSignal) {
        do {
            try signal == .suspend ? application.enterBackground() : application.terminate()
        } catch {
            if let screen { screen.recordUnsaved(error) } else { application.log(Diagnosis(error)) }
        }
        screen?.end()
        // Returns if the process was stopped and continued, or if the signal is ignored. After any
        // signal but suspend the application has ended, and the process exits.
        application.restorationSession.performDefaultAction(of: signal)
        guard signal == .suspend else { exit(128 + signal.number) }
        screen?.resume()
        application.enterForeground()
        screen?.sessionDidRun()
    }

    /// Watches the session's descriptor, which changes if other code closes it.
    private func watchDescriptor() {
        let current = application.restorationSession.fileDescriptor
        guard current != descriptor else { return }
        descriptor = current
        source?.cancel()
        source = DispatchSource.makeReadSource(fileDescriptor: current, queue: .main)
        source?.setEventHandler { [unowned self] in MainActor.assumeIsolated { runPending() } }
        source?.resume()
    }

    func runPending() {
        application.restorationSession.runPending()
        watchDescriptor()
        schedule()
        screen?.sessionDidRun()
    }

    private func schedule() {
        timer?.invalidate()
        let milliseconds = application.restorationSession.millisecondsToNextDeadline
        guard milliseconds >= 0 else { return }
        timer = Timer.scheduledTimer(
            withTimeInterval: Double(milliseconds) / 1000,
            repeats: false
        ) { [weak self] _ in MainActor.assumeIsolated { self?.runPending() } }
    }

    func run() -> Never {
        schedule()
        while true { RunLoop.main.run(until: .distantFuture) }
    }
}

/// Runs a program until it ends, as `main.swift` of an iOS program does.
///
/// - Parameters:
///   - argc: Not used.
///   - argv: Not used.
///   - principalClassName: Not used: the application is a `UIApplication`.
///   - delegateClassName: The delegate's class with its module, as from `String(reflecting:)` or
///     `NSStringFromClass`. It must be a `UIResponder`.
@discardableResult
@MainActor public func UIApplicationMain(
    _ argc: Int32,
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ principalClassName: String?,
    _ delegateClassName: String?
) -> Int32 {
    guard let name = delegateClassName, let found = ClassName.type(named: name) else {
        UISystem.fail(
            "There is no class \(delegateClassName ?? "nil"). Name the delegate's class with its"
                + " module, as String(reflecting:) does."
        )
    }
    guard let type = found as? any (UIResponder & UIApplicationDelegate).Type else {
        UISystem.fail(
            "\(name) is not a delegate. Let it be a UIResponder that conforms to"
                + " UIApplicationDelegate."
        )
    }
    UISystem.run(makingDelegate: { type.makeEmpty() })
}
