public import RestorationTesting
public import RestorationUIKit
public import TestSupport

/// A device on which programs are launched and killed, and whose disk outlives them.
@MainActor public final class Device {
    public let disk = MemoryDisk(application: ApplicationIdentifier("org.example.program")!)
    /// A hook that changes the configuration of each launch.
    public var configure: (inout UIApplicationConfiguration) -> Void = { _ in }
    /// The log of all programs.
    public let log = CollectedLog()
    public private(set) var application: UIApplication?
    private let preset: () -> RestorationPreset

    /// - Parameter preset: Evaluated at each launch.
    public init(preset: @autoclosure @escaping () -> RestorationPreset = .granular) {
        self.preset = preset
        // A program of an earlier test may still be running. Only the thread that started it may
        // end it, and the main actor may now be on another thread. So an empty program replaces it.
        var configuration = UIApplicationConfiguration(identifier: "org.example.empty")
        configuration.options.usesStoredState = false
        if let empty = try? UISystem.launch(EmptyProgram(), configuration: configuration) {
            UISystem(empty).kill()
        }
    }

    /// Kills the running program, if any, and launches another.
    @discardableResult
    public func launch(_ delegate: any UIApplicationDelegate) throws -> UIApplication {
        kill()
        var configuration = UIApplicationConfiguration(
            identifier: "org.example.program",
            preset: preset()
        )
        configuration.options.store = disk.store()
        configuration.options.logger = log.logger
        configuration.options.auditsSaves = true
        configure(&configuration)
        let application = try UISystem.launch(delegate, configuration: configuration)
        self.application = application
        return application
    }

    /// Sends the program to the background, which saves its state, and kills it.
    public func leave() throws {
        guard let application else { return }
        try UISystem(application).enterBackground()
        kill()
    }

    public func kill() {
        application.map { UISystem($0).kill() }
        application = nil
    }
}

private final class EmptyProgram: NSObject, UIApplicationDelegate {}
