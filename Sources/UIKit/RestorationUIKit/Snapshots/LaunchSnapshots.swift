import Foundation
import RestorationKit

/// This launch's snapshot, and the one stored for the next launch.
@MainActor final class LaunchSnapshots {
    private unowned let application: UIApplication
    private var picture: UILaunchSnapshot?
    private var isLaunched = false

    private var isVetoed = false
    private var isStored = false
    private var isRepeated = false

    init(_ application: UIApplication) { self.application = application }

    private enum Key {
        static let data: StaticString = "UIKit.snapshot"
        static let mediaType: StaticString = "UIKit.snapshot.mediaType"
    }

    // MARK: Showing

    func prepare() {
        guard application.configuration.drawSnapshot != nil else { return }
        let found = try? application.restorationSession.readApplicationRecord { read($0) }
        picture = found ?? nil
    }

    private func read(_ coder: RestorationCoder) -> UILaunchSnapshot? {
        guard let bytes = try? coder.decode([UInt8].self, forKey: Key.data),
            let mediaType = try? coder.decode(String.self, forKey: Key.mediaType)
        else { return nil }
        return UILaunchSnapshot(data: Data(bytes), mediaType: mediaType)
    }

    func recordLaunched() { isLaunched = true }

    var shown: UILaunchSnapshot? {
        if isLaunched, !application.restorationSession.restorationWindow.isOpen { picture = nil }
        return picture
    }

    /// Nothing is restored, so the snapshot does not match the new screen (FAIL-21).
    func discardShown() { picture = nil }

    // MARK: Storing

    /// Vetoes the snapshot of the current save. The start of a save clears earlier vetoes.
    func veto() { isVetoed = true }

    func beginPreserving() {
        isVetoed = isRepeated
        isRepeated = false
        isStored = false
    }

    /// Whether the stored snapshot was vetoed, so that everything must encode again.
    func shouldRepeat() -> Bool {
        isRepeated = isVetoed && isStored
        return isRepeated
    }

    func encode(to coder: RestorationCoder) {
        guard let draw = application.configuration.drawSnapshot else { return }
        let seen = VisitedControllers(application.windows)
        // Scenes that save only activities need no identifiers.
        let comesBack = !application.scenes.preservesControllers || seen.areAllPreserved
        guard application.applicationState == .background, !application.scenes.isEnding,
            !isVetoed, comesBack, !seen.showSecrets, let picture = draw(application),
            isSmallEnough(picture)
        else {
            // Overwrites the former snapshot.
            coder.encode(nil as [UInt8]?, forKey: Key.data)
            return
        }
        isStored = true
        coder.encode([UInt8](picture.data), forKey: Key.data)
        coder.markSensitive("\(Key.data)")
        coder.encode(picture.mediaType, forKey: Key.mediaType)
    }

    private func isSmallEnough(_ picture: UILaunchSnapshot) -> Bool {
        let limit = application.configuration.options.objectSizeBudget
        guard picture.data.count > limit else { return true }
        application.log(
            Diagnosis(
                problem: "The snapshot of the screen has \(picture.data.count) bytes, more than"
                    + " the limit of \(limit), so the next launch shows none",
                remedy: "Draw a smaller snapshot, or set options.objectSizeBudget."
            )
        )
        return false
    }
}
