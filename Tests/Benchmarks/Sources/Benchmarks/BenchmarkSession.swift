import Foundation
import RestorationKit

extension RestorationSession {
    /// A session whose state and key lie in `directory`, which saves when it is told to, whatever
    /// the size.
    static func forBenchmark(
        in directory: URL,
        waitingWithoutLimit: Bool = false
    ) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = directory.appending(path: "state").path
        options.keyProvider = FileKeyProvider(directory: directory.appending(path: "keys").path)
        options.sizeBudget = .max
        options.objectSizeBudget = .max
        options.savesAutomatically = false
        if waitingWithoutLimit { options.arrivalLimit = nil }
        return try RestorationSession(application: "org.example.benchmark", options: options)
    }

    /// What `preserveNow()` takes until it turns to the disk.
    func measureCapture() throws -> Sample {
        var capture: Sample?
        let watch = Stopwatch()
        onWillSave = { _ in capture = watch.stop() }
        try preserveNow()
        return capture!
    }
}
