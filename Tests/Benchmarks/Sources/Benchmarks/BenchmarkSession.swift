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

    /// What `preserveNow()` takes until it turns to the disk, and until it has returned.
    func measureSave() throws -> (capture: Sample, whole: Sample) {
        let change = Change()
        delegate = change
        defer { withExtendedLifetime(change) { delegate = nil } }
        var capture: Sample?
        let watch = Stopwatch()
        onWillSave = { _ in capture = watch.stop() }
        try preserveNow()
        return (capture!, watch.stop())
    }
}

/// Makes each save another one: one that changes nothing writes nothing.
private final class Change: RestorationDelegate {
    func willEncodeState(to coder: RestorationCoder) {
        coder.encode(Int.random(in: .min ... .max), forKey: "change")
    }
}
