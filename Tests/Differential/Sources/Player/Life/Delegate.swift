import RestorationKit

/// The delegate of the program under test.
final class Delegate: RestorationDelegate {
    private let stage: Stage

    init(_ stage: Stage) { self.stage = stage }

    func shouldPreserveState(to coder: RestorationCoder) -> Bool {
        stage.log("should preserve")
        return true
    }

    func willEncodeState(to coder: RestorationCoder) {
        stage.log("will encode")
        coder.encode(stage.plan.number, forKey: "life")
        coder.encode(stage.roots.first, forKey: "front")
    }

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        stage.log("should restore")
        return stage.plan.delegateAgrees
    }

    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        stage.log("provide \(path.joined(separator: "/"))")
        guard let number = path.last.flatMap({ stage.script.number(of: $0) }),
            stage.script.nodes[number].maker == .delegate, !stage.plan.isOmitted.contains(number)
        else { return nil }
        if stage.plan.delegateFails { throw Misfortune(text: "The delegate has none") }
        let object = stage.make(number)
        stage.furnish(object)
        if stage.script.nodes[number].holdsReferences { stage.held.append(object) }
        return object
    }

    func didDecodeState(from coder: RestorationCoder) {
        let life = try? coder.decode(Int.self, forKey: "life")
        let front = try? coder.decodeReference(forKey: "front")
        stage.log("did decode \(life ?? 0), \((front ?? nil).map(stage.name) ?? "none")")
    }

    func didRestoreAwaited(_ objects: [any Restorable]) {
        stage.log("awaited have come: \(stage.names(objects))")
        if stage.plan.delegateTakesAwaited { stage.held += objects }
    }
}
