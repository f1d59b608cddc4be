import RestorationKit

/// Writes down what it is asked and told.
final class RecordingDelegate: RestorationDelegate {
    var log: [String] = []
    var preserves = true
    var restores = true
    var encodesInvalidKey = false
    var found: [String: any Restorable] = [:]
    var extra: (any Restorable)?
    private(set) var asked: [[String]] = []

    func shouldPreserveState(to coder: RestorationCoder) -> Bool {
        log.append("should preserve")
        coder.encode("early", forKey: "should")
        return preserves
    }

    func willEncodeState(to coder: RestorationCoder) {
        log.append("will encode")
        coder.encode("late", forKey: "will")
        if encodesInvalidKey { coder.encode(1, forKey: "") }
        if let extra { coder.encode(extra, forKey: "extra") }
    }

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        log.append("should restore \(text(coder))")
        return restores
    }

    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        asked.append(path)
        return found[path.joined(separator: "/")]
    }

    func didDecodeState(from coder: RestorationCoder) {
        log.append("did decode \(text(coder))")
    }

    private func text(_ coder: RestorationCoder) -> String {
        let should = try? coder.decode(String.self, forKey: "should")
        let will = try? coder.decode(String.self, forKey: "will")
        return "\(should ?? "-") \(will ?? "-")"
    }
}

/// A screen that writes its callbacks into a delegate's log.
final class LoggingScreen: Restorable {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    let restorationClass: String?
    let recorder: RecordingDelegate
    var children: [any Restorable] = []
    var encoded: [any Restorable] = []
    var decoded: [any Restorable] = []

    init(_ identifier: String?, _ recorder: RecordingDelegate, restorationClass: String? = nil) {
        restorationIdentifier = identifier
        self.recorder = recorder
        self.restorationClass = restorationClass
    }

    var restorationChildren: [any Restorable] { children }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        recorder.log.append("encode \(restorationIdentifier ?? "-")")
        coder.encode(encoded, forKey: "objects")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        recorder.log.append("decode \(restorationIdentifier ?? "-")")
        decoded = try coder.decodeReferences(forKey: "objects")
    }

    func restorationDidFinish() {
        recorder.log.append("finish \(restorationIdentifier ?? "-")")
    }
}
