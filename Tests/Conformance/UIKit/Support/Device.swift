import RestorationTesting
import RestorationUIKit
import UIKitTestSupport

extension Device {
    /// A device whose programs use the preset of the test.
    convenience init() {
        self.init(preset: .tested)
        PageMaker.make = { _, _ in LoggingController(nil) }
    }

    /// Saves and kills the running program, and launches another one.
    @discardableResult
    func relaunch(_ delegate: any UIApplicationDelegate) throws -> UIApplication {
        try leave()
        return try launch(delegate)
    }

    /// The paths of all saved objects.
    var savedPaths: [String] { get throws { try disk.savedState()?.paths ?? [] } }

    /// Saves, and returns the issues of the save.
    func issues() throws -> [PreservationError] {
        guard let session = application?.restorationSession else { return [] }
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try leave()
        return issues
    }

    /// The outcomes of objects that were not restored with their state.
    var outcomes: [String: RestorationReport.Outcome] {
        let missing = application?.restorationSession.report?.notRestored ?? []
        return Dictionary(uniqueKeysWithValues: missing.map { ("\($0.path)", $0.outcome) })
    }
}
