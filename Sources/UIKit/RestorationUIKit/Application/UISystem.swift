import Dispatch
import Foundation
import RestorationKit

/// Stands where iOS stands: launches the program, sends it to the background, ends it.
///
/// A toolkit that shows the windows, a server and a test use it. A program with `@main` has
/// ``run(makingDelegate:configuration:)``, by which the terminal's keys and signals do the same:
/// Ctrl-Z sends it to the background and `fg` brings it back, Ctrl-C, SIGTERM and SIGHUP end it.
@MainActor public struct UISystem {
    private let application: UIApplication

    /// What iOS would do to a program.
    public init(_ application: UIApplication) { self.application = application }

    /// Launches a program: the delegate builds its interface, state is restored, the delegate hears
    /// that the launch is finished, and the program becomes active.
    ///
    /// Only one program runs at a time in a process; the one before has to be terminated.
    ///
    /// - Returns: The application; hold it as long as the program runs.
    /// - Throws: what `RestorationSession` and its `restore(reason:)` throw.
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

    /// Sends the program to the background, where its state is saved.
    ///
    /// - Throws: what `RestorationSession.preserveNow()` throws.
    public func enterBackground() throws { try application.enterBackground() }

    /// Brings the program back from the background.
    public func enterForeground() { application.enterForeground() }

    /// Ends the program properly; one in the foreground goes to the background before that.
    ///
    /// - Throws: what ``enterBackground()`` throws; the program has ended all the same.
    public func terminate() throws { try application.terminate() }

    /// Ends the program as a person does who throws it out of the list of programs: its state is
    /// forgotten (FAIL-1). Its scenes are closed with that, and the delegate hears of them at the
    /// next launch.
    public func forceQuit() throws { try application.forceQuit() }

    /// Ends the program as SIGKILL does: nothing is saved, and nobody is told.
    public func kill() { application.end() }

    // MARK: Scenes

    /// Shows a scene, and connects it if it is not, as a person does who chooses it.
    ///
    /// `UIApplication.requestSceneSessionActivation(_:userActivity:options:errorHandler:)` opens a
    /// new one.
    ///
    /// - Throws: ``UISceneError``.
    public func enterForeground(_ session: UISceneSession) throws {
        try application.scenes.activate(session, nil)
    }

    /// Sends a scene to the background; the program's state is saved.
    ///
    /// - Throws: as ``enterBackground()``.
    public func enterBackground(_ session: UISceneSession) throws {
        try application.enterBackground(session)
    }

    /// Ends a scene, as iOS does to get its memory back. Its session stays open and keeps its
    /// state.
    ///
    /// - Throws: ``UISceneError``; as ``enterBackground()``: the scene is then in the background.
    public func disconnect(_ session: UISceneSession) throws {
        try application.scenes.disconnect(session)
    }

    /// Connects a session that was disconnected: another scene is made, which gets its state. It
    /// stays in the background.
    ///
    /// - Throws: ``UISceneError``.
    public func reconnect(_ session: UISceneSession) throws {
        try application.scenes.reconnect(session)
    }

    /// Closes a scene, as a person does who wants it no more: its session ends, and its state is
    /// destroyed (SCN-6).
    ///
    /// - Throws: ``UISceneError``; as ``enterBackground()``: the scene has ended then, and comes
    ///   back at the next launch.
    public func close(_ session: UISceneSession) throws { try application.scenes.close(session) }

    /// Runs a program until it is ended: launches it, and serves the main run loop.
    ///
    /// - Parameters:
    ///   - makeDelegate: `nil` if the delegate's class makes none.
    ///   - configuration: `nil` for the standard one, as it is when the delegate is made: its
    ///     initialiser may change it.
    public static func run(
        makingDelegate makeDelegate: () -> (any UIApplicationDelegate)?,
        configuration: UIApplicationConfiguration? = nil
    ) -> Never {
        run(makingDelegate: makeDelegate, configuration: configuration, on: nil)
    }

    /// The same on a screen.
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

/// What shows a program as long as it runs.
@MainActor package protocol ApplicationScreen: AnyObject {
    /// Nothing is made yet: the screen makes sure that it can be used, and says how large things
    /// are on it.
    func claim() throws
    /// The program is about to be launched: the screen says how it is set up.
    func prepare(_ configuration: inout UIApplicationConfiguration) throws
    /// Takes the terminal, the window, or what it may be. The program is launched.
    ///
    /// - Parameter runPending: To be called after an event: has the session do what came up, and
    ///   plans when it is to be called again.
    func begin(_ application: UIApplication, runPending: @escaping () -> Void) throws
    /// Gives it back, since the process ends or is stopped. Harmless twice.
    func end()
    /// Takes it again, when the process goes on.
    func resume()
    /// The session has done what came up.
    func sessionDidRun()
    /// What the person has done could not be saved, at the end.
    func noteUnsaved(_ error: any Error)
}

extension UIResponder {
    /// A responder as storyboards and `@main` make it; `nil` if its class makes none.
    package static func makeEmpty() -> Self? { Self(coder: StateCoder.empty) }
}

/// Has the main run loop serve a program's session.
@MainActor private final class ApplicationLoop {
    private let application: UIApplication
    private var source: (any DispatchSourceRead)?
    /// The one that ``source`` watches.
    private var descriptor: Int32 = -1
    private var timer: Timer?
    private let screen: (any ApplicationScreen)?

    init(_ application: UIApplication, _ screen: (any ApplicationScreen)?) throws {
        self.application = application
        self.screen = screen
        let session = application.restorationSession
        watchDescriptor()
        application.didNoteChange = { [unowned self] in schedule() }
        try session.handleSignals([.terminate, .interrupt, .hangUp, .suspend]) {
            [unowned self] signal in MainActor.assumeIsolated { obey(signal) }
        }
    }

    private func obey(_ signal: SessionSignal) {
        do {
            try signal == .suspend ? application.enterBackground() : application.terminate()
        } catch {
            if let screen { screen.noteUnsaved(error) } else { application.log(Diagnosis(error)) }
        }
        screen?.end()
        // Returns if the process was stopped, and goes on; or if whoever started it has it ignore
        // the signal. The application has ended all the same, and nothing is left to run.
        application.restorationSession.performDefaultAction(of: signal)
        guard signal == .suspend else { exit(128 + signal.number) }
        screen?.resume()
        application.enterForeground()
        screen?.sessionDidRun()
    }

    /// Watches the descriptor of the session, which makes a new one where other code has closed it.
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

/// Runs a program until it is ended, as `main.swift` of an iOS program does.
///
/// - Parameters:
///   - argc: Not used.
///   - argv: Not used.
///   - principalClassName: Not used: the application is a `UIApplication`.
///   - delegateClassName: The class of the delegate with its module, as `String(reflecting:)` or
///     `NSStringFromClass` gives it. It has to be a `UIResponder`.
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
            "\(name) is no delegate. Let it be a UIResponder that conforms to"
                + " UIApplicationDelegate."
        )
    }
    UISystem.run(makingDelegate: { type.makeEmpty() })
}
