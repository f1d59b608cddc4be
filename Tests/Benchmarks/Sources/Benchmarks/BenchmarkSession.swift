import Foundation
import RestorationKit

extension RestorationSession {
    /// A session with its state and key in `directory`, no size limits, and no automatic saves.
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

    /// Measures `preserveNow()`: the capture, up to the first disk access, and the whole call.
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

/// Changes the state before each save, because an unchanged save writes nothing.
private final class Change: RestorationDelegate {
    func willEncodeState(to coder: RestorationCoder) {
        coder.encode(Int.random(in: .min ... .max), forKey: "change")
    }
}
