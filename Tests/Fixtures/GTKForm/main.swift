import CGTKForm
import Foundation
import RestorationKit

// A host for the form.
//
//     form ROOT PLUGINS FOLDER
//
// A restart closes the session without a save, and opens another one for another window.

var options = RestorationOptions()
options.stateDirectory = CommandLine.arguments[1] + "/state"
options.keyProvider = FileKeyProvider(directory: CommandLine.arguments[1] + "/keys")
options.pluginDirectories = [CommandLine.arguments[2]]
options.acceptsPluginsForAnyApplication = true
options.autosaveInterval = .milliseconds(10)

@MainActor final class Launch {
    static var current: Launch?
    let session: RestorationSession
    private let window: UnsafeMutableRawPointer
    private let root: any Restorable

    init(_ options: RestorationOptions, folder: String) throws {
        window = form_make(folder)
        session = try RestorationSession(application: "org.example.form", options: options)
        root = try session.adopt(window, from: "org.gtk.widgets")
        session.addRoot(root)
        session.onSave = { outcome in
            let issues = outcome.report.issues.map { "\($0)" }.joined(separator: "\n")
            try? issues.write(toFile: folder + "/issues", atomically: true, encoding: .utf8)
        }
        let report = try session.restore()
        try "\(report)".write(toFile: folder + "/report", atomically: true, encoding: .utf8)
        try session.attachToGLib()
        form_present(window)
    }

    func end() {
        session.close()
        session.abandon(root)
        form_destroy(window)
    }
}

let folder = CommandLine.arguments[3]
Launch.current = try Launch(options, folder: folder)
form_run {
    MainActor.assumeIsolated { Launch.current?.session.hasUnsavedChanges == false ? 1 : 0 }
} _: {
    MainActor.assumeIsolated {
        Launch.current?.end()
        do {
            Launch.current = try Launch(options, folder: folder)
        } catch {
            print(error)
            exit(1)
        }
    }
}
