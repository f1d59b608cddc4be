import RestorationKit

/// Writes down what it is asked and told.
final class RecordingDelegate: RestorationDelegate {
    private(set) var log: [String] = []

    func shouldPreserveState(to coder: RestorationCoder) -> Bool {
        log.append("should preserve")
        return true
    }

    func willEncodeState(to coder: RestorationCoder) { log.append("will encode") }

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        log.append("should restore")
        return true
    }

    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        log.append("asked for \(path.joined(separator: "/"))")
        return nil
    }

    func didDecodeState(from coder: RestorationCoder) { log.append("did decode") }
}
