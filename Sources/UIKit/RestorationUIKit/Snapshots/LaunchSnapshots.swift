import Foundation
import RestorationKit

/// The picture that this launch shows, and the one that the next launch will.
@MainActor final class LaunchSnapshots {
    private unowned let application: UIApplication
    private var picture: UILaunchSnapshot?
    private var isLaunched = false

    private var isVetoed = false
    private var isStored = false
    /// Whether everything encodes once more because of a veto.
    private var isRepeated = false

    init(_ application: UIApplication) { self.application = application }

    private enum Key {
        static let data: StaticString = "UIKit.snapshot"
        static let mediaType: StaticString = "UIKit.snapshot.mediaType"
    }

    // MARK: Showing

    /// Reads the picture, before anything is built that it stands for.
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

    func noteLaunched() { isLaunched = true }

    /// What is to be seen now.
    var shown: UILaunchSnapshot? {
        if isLaunched, !application.restorationSession.restorationWindow.isOpen { picture = nil }
        return picture
    }

    /// Nothing is restored, so that the picture is none of what the person will see (FAIL-21).
    func discardShown() { picture = nil }

    // MARK: Storing

    /// The program wants no picture. What it wants outside of a save is forgotten when one begins.
    func veto() { isVetoed = true }

    func beginPreserving() {
        isVetoed = isRepeated
        isRepeated = false
        isStored = false
    }

    /// Whether a picture is stored that has been vetoed since: then everything encodes once more.
    func shouldRepeat() -> Bool {
        isRepeated = isVetoed && isStored
        return isRepeated
    }

    /// Draws and stores the picture, or none.
    func encode(to coder: RestorationCoder) {
        guard let draw = application.configuration.drawSnapshot else { return }
        let seen = SeenControllers(application.windows)
        // What scenes restore by their activities alone needs no identifiers.
        let comesBack = !application.scenes.preservesControllers || seen.areAllPreserved
        guard application.applicationState == .background, !application.scenes.isEnding,
            !isVetoed, comesBack, !seen.showSecrets, let picture = draw(application),
            isSmallEnough(picture)
        else {
            // Said, so that no picture of before stays.
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
                problem: "The picture of the screen has \(picture.data.count) bytes, and no more"
                    + " than \(limit) are stored; the next launch shows none",
                remedy: "Draw a smaller picture, or set options.objectSizeBudget."
            )
        )
        return false
    }
}
