import RestorationKit

/// Forwards the engine's questions and events to the application's delegate.
@MainActor final class ApplicationBridge {
    private unowned let application: UIApplication

    init(_ application: UIApplication) { self.application = application }

    private enum Key {
        static let idiom: StaticString = "UIKit.idiom"
    }
}

@MainActor protocol BridgingDelegate: RestorationDelegate {}

extension ApplicationBridge: @MainActor BridgingDelegate {
    func shouldPreserveState(to coder: RestorationCoder) -> Bool {
        application.snapshots.beginPreserving()
        return application.scenes.shouldPreserve { isPreservationWanted(coder) }
    }

    var shouldPreserveObjects: Bool { application.scenes.preservesControllers }

    // A controller may veto the snapshot after it was encoded.
    var shouldEncodeStateAgain: Bool { application.snapshots.shouldRepeat() }

    private func isPreservationWanted(_ coder: RestorationCoder) -> Bool {
        // Preserving takes both hooks (PRES-1).
        guard application.restoresState ?? true else { return false }
        application.isSecure = true
        let encoder = StateCoder(.writing(coder), secure: true)
        if let answer = application.asking({
            $0.application(application, shouldSaveSecureApplicationState: encoder)
        }) {
            logFailure(of: encoder)
            return answer
        }
        application.isSecure = false
        let older = StateCoder(.writing(coder), secure: false)
        defer { logFailure(of: older) }
        return application.asking {
            $0.application(application, shouldSaveApplicationState: older)
        } ?? false
    }

    /// The save goes on without the failed value.
    private func logFailure(of encoder: StateCoder) {
        if let failure = encoder.failure { application.logLoss(Diagnosis(failure)) }
    }

    func willEncodeState(to coder: RestorationCoder) {
        coder.encode(UIDevice.current.userInterfaceIdiom.rawValue, forKey: Key.idiom)
        application.scenes.encode(to: coder)
        if application.scenes.preservesControllers {
            let encoder = StateCoder(writing: coder)
            application.delegate?.application(application, willEncodeRestorableStateWith: encoder)
            logFailure(of: encoder)
        }
        application.snapshots.encode(to: coder)
    }

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        let isWanted = isRestorationWanted(coder)
        if !isWanted { application.snapshots.discardShown() }
        return isWanted
    }

    private func isRestorationWanted(_ coder: RestorationCoder) -> Bool {
        application.savedIdiom = try? coder.decode(Int.self, forKey: Key.idiom)
        application.scenes.recordRestoring(coder)
        // Without controllers' state the delegate is not asked.
        guard application.scenes.hasControllers else { return true }
        application.isSecure = true
        let decoder = StateCoder(.reading(coder), secure: true)
        if let answer = application.asking({
            $0.application(application, shouldRestoreSecureApplicationState: decoder)
        }) {
            application.restoresState = true
            return answer
        }
        application.isSecure = false
        let older = StateCoder(.reading(coder), secure: false)
        let answer = application.asking {
            $0.application(application, shouldRestoreApplicationState: older)
        }
        application.restoresState = answer != nil
        if answer == nil { application.log(Self.noRestoringHook) }
        return answer ?? false
    }

    func didDecodeState(from coder: RestorationCoder) {
        guard application.scenes.hasControllers else { return }
        application.delegate?.application(
            application,
            didDecodeRestorableStateWith: StateCoder(reading: coder)
        )
    }

    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        application.delegate?.application(
            application,
            viewControllerWithRestorationIdentifierPath: path,
            coder: StateCoder(reading: coder, isOfController: true)
        )
    }

    func objectFromTemplate(
        at path: [String],
        coder: RestorationCoder
    ) throws -> (any Restorable)? {
        guard let source = StoryboardSource(of: coder) else { return nil }
        let controller = try source.makeController()
        if controller.restorationIdentifier?.isEmpty ?? true {
            controller.restorationIdentifier = path.last
        }
        application.recordMade(controller)
        return controller
    }

    private static let noRestoringHook = Diagnosis(
        problem: "The delegate saves state and has no method that restores it",
        remedy: "Implement application(_:shouldRestoreSecureApplicationState:), too."
    )
}
