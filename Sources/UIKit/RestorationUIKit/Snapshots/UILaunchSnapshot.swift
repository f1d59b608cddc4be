public import Foundation

/// A snapshot of the screen in the background, which the next launch shows until the program is
/// ready (FAIL-20).
///
/// A toolkit draws it through ``UIApplicationConfiguration/drawSnapshot`` and reads it from
/// ``UIApplication/launchSnapshot``. It belongs to the saved state, and is sealed, replaced and
/// discarded with it (FAIL-25).
///
/// ```swift
/// configuration.drawSnapshot = { application in
///     let titles = application.windows.compactMap(\.rootViewController?.title)
///     return UILaunchSnapshot(data: Data(titles.joined().utf8), mediaType: "text/plain")
/// }
/// ```
///
/// Each save in the background draws a new snapshot, one for all scenes. A save in the foreground
/// stores none. No snapshot is stored
///
/// - after `ignoreSnapshotOnNextApplicationLaunch()` in the same save (FAIL-22);
/// - while a controller without a restoration identifier is visible, because it would not be
///   restored (FAIL-23); scenes that save only activities need no identifiers;
/// - while a text marked by `isSecureTextEntry` is visible (FAIL-26). Hide other private content in
///   `applicationDidEnterBackground(_:)`;
/// - if it exceeds `options.objectSizeBudget`, which is logged.
public struct UILaunchSnapshot: Hashable, Sendable {
    /// The image, in a file format.
    public let data: Data
    /// The media type, such as "image/png".
    public let mediaType: String

    /// Creates a snapshot.
    public init(data: Data, mediaType: String) {
        self.data = data
        self.mediaType = mediaType
    }
}
