import RestorationTesting

/// Records all calls, and answers as the scenario defines.
final class Delegate: RestorationDelegate {
    var preserves = true
    var restores = true
    var onWillEncode: (RestorationCoder) -> Void = { _ in }
    var onShouldRestore: (RestorationCoder) -> Void = { _ in }
    var onDidDecode: (RestorationCoder) -> Void = { _ in }
    var onObject: (String) throws -> Void = { _ in }
    var onRestoreAwaited: ([any Restorable]) -> Void = { _ in }
    /// The objects that the delegate provides, by path.
    var objects: [String: any Restorable] = [:]
    private(set) var asked: [String] = []

    func shouldPreserveState(to coder: RestorationCoder) -> Bool {
        Log.note("should preserve")
        coder.encode("early", forKey: "early")
        return preserves
    }

    func willEncodeState(to coder: RestorationCoder) {
        Log.note("will encode")
        coder.encode("late", forKey: "late")
        onWillEncode(coder)
    }

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        Log.note("should restore")
        onShouldRestore(coder)
        return restores
    }

    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        asked.append(path.joined(separator: "/"))
        try onObject(path.joined(separator: "/"))
        return objects[path.joined(separator: "/")]
    }

    func didDecodeState(from coder: RestorationCoder) {
        Log.note("did decode")
        onDidDecode(coder)
    }

    func didRestoreAwaited(_ objects: [any Restorable]) {
        let names = objects.compactMap { ($0 as? Node)?.name }
        Log.note("did restore \(names.joined(separator: ", "))")
        onRestoreAwaited(objects)
    }
}
