public import Foundation

/// A picture of the screen as it was when the program went to the background, which the next launch
/// shows until the program is ready (FAIL-20).
///
/// What shows the program draws it, by ``UIApplicationConfiguration/drawSnapshot``, and gets it
/// back as ``UIApplication/launchSnapshot``. It is stored in the saved state: sealed, replaced and
/// discarded with that (FAIL-25).
///
/// ```swift
/// configuration.drawSnapshot = { application in
///     let titles = application.windows.compactMap(\.rootViewController?.title)
///     return UILaunchSnapshot(data: Data(titles.joined().utf8), mediaType: "text/plain")
/// }
/// ```
///
/// Every save in the background draws it anew; a save in the foreground stores none, since the
/// person goes on. There is one picture for all scenes. No picture is drawn or stored
///
/// - when the program has called `ignoreSnapshotOnNextApplicationLaunch()` in that save (FAIL-22);
/// - when a controller without a restoration identifier is seen, as it would not come back
///   (FAIL-23); scenes that save activities alone need no identifiers;
/// - when a text is seen that `isSecureTextEntry` marks as a secret (FAIL-26). Other private
///   content is hidden in `applicationDidEnterBackground(_:)`;
/// - when it is larger than `options.objectSizeBudget`, which the log tells.
public struct UILaunchSnapshot: Hashable, Sendable {
    /// The picture, as a file has it.
    public let data: Data
    /// What kind of picture it is, such as "image/png".
    public let mediaType: String

    /// Creates a picture.
    public init(data: Data, mediaType: String) {
        self.data = data
        self.mediaType = mediaType
    }
}
