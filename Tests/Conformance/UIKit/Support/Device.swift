import RestorationTesting
import RestorationUIKit
import UIKitTestSupport

extension Device {
    /// One whose programs have the preset that the test runs under.
    convenience init() {
        self.init(preset: .tested)
        PageMaker.make = { _, _ in LoggingController(nil) }
    }

    /// Saves the program that runs, kills it and launches another one.
    @discardableResult
    func relaunch(_ delegate: any UIApplicationDelegate) throws -> UIApplication {
        try leave()
        return try launch(delegate)
    }

    /// The paths of all that is saved.
    var savedPaths: [String] { get throws { try disk.savedState()?.paths ?? [] } }

    /// What the last save had to say.
    func issues() throws -> [PreservationError] {
        guard let session = application?.restorationSession else { return [] }
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try leave()
        return issues
    }

    /// What became of what did not come back.
    var outcomes: [String: RestorationReport.Outcome] {
        let missing = application?.restorationSession.report?.notRestored ?? []
        return Dictionary(uniqueKeysWithValues: missing.map { ("\($0.path)", $0.outcome) })
    }
}
