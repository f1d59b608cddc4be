import RestorationTesting
import RestorationUIKit

/// A device that programs are launched and killed on; their state stays.
@MainActor final class Device {
    private let disk = MemoryDisk(application: ApplicationIdentifier("org.example.program")!)
    private let preset: RestorationPreset
    private(set) var application: UIApplication?

    init(preset: RestorationPreset = .granular) { self.preset = preset }

    /// Launches a program; one that runs is killed before that.
    @discardableResult
    func launch(_ delegate: any UIApplicationDelegate) throws -> UIApplication {
        kill()
        var configuration = UIApplicationConfiguration(
            identifier: "org.example.program",
            preset: preset
        )
        configuration.options.store = disk.store()
        let application = try UISystem.launch(delegate, configuration: configuration)
        self.application = application
        return application
    }

    /// Sends the program to the background, where it is saved, and kills it.
    func leave() throws {
        guard let application else { return }
        try UISystem(application).enterBackground()
        kill()
    }

    func kill() {
        application.map { UISystem($0).kill() }
        application = nil
    }
}
