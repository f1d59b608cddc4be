public import RestorationTesting
public import RestorationUIKit
public import TestSupport

/// A device that programs are launched and killed on; their state stays.
@MainActor public final class Device {
    public let disk = MemoryDisk(application: ApplicationIdentifier("org.example.program")!)
    /// Changes how the programs are set up.
    public var configure: (inout UIApplicationConfiguration) -> Void = { _ in }
    /// What the programs have logged.
    public let log = CollectedLog()
    public private(set) var application: UIApplication?
    private let preset: () -> RestorationPreset

    /// - Parameter preset: Asked at each launch.
    public init(preset: @autoclosure @escaping () -> RestorationPreset = .granular) {
        self.preset = preset
        // The program of the test before may still be there, and the main actor may be on another
        // thread by now, where nobody may end it. So another one takes its place.
        var configuration = UIApplicationConfiguration(identifier: "org.example.empty")
        configuration.options.usesStoredState = false
        if let empty = try? UISystem.launch(EmptyProgram(), configuration: configuration) {
            UISystem(empty).kill()
        }
    }

    /// Launches a program; one that runs is killed before that.
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

    /// Sends the program to the background, where it is saved, and kills it.
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
