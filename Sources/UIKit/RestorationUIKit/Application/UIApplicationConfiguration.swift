import Foundation
package import FoundationEssentials
import Logging
public import RestorationKit

/// What a program can say before it is launched. No counterpart in UIKit, where it stands in the
/// program's property list.
@MainActor public struct UIApplicationConfiguration {
    /// The application's id in reverse DNS, which names the directory of its state. Where it is
    /// `nil`, it is the main bundle's identifier, or one made of the name of the delegate's module.
    public var identifier: String?
    /// How state is saved and restored. Unlike that of `RestorationOptions`, the logger writes
    /// warnings to standard error, until another one is set.
    public var options: RestorationOptions
    /// The storyboard that is loaded at the launch; `nil` for none but one that is called "Main".
    public var mainStoryboard: String?
    /// Draws the screen as it is now, for what shows the program; `nil`, as for a program that
    /// nothing shows, has no pictures. ``UILaunchSnapshot`` says what becomes of the picture.
    public var drawSnapshot: (@MainActor (UIApplication) -> UILaunchSnapshot?)?

    /// Names for restoration classes that are not found by their own: private, local and generic
    /// ones. Keep a name when the class is renamed.
    public var restorationClasses: [String: Any.Type] = [:]

    /// Where older versions of the program had what has other identifiers or parents now, as in
    /// `["Tabs/Games": "Tabs/Matches"]`: see `RestorationSession.alias(_:forPath:)`. A path that
    /// cannot be one, or leads to the other, fails the launch.
    public var formerPaths: KeyValuePairs<String, String> = [:]

    /// Where the bundles of the program's packages are, if not beside the executable; for tests.
    package var bundleDirectory: URL?

    /// How programs are set up that say nothing. A delegate's `main()` takes what stands here when
    /// the delegate has been made: so the delegate's `init?(coder:)` is where to change it.
    public static var standard = UIApplicationConfiguration()

    /// What the logger is called that writes to standard error.
    package static let standardLoggerLabel = "UIKit"

    /// The defaults of a preset.
    public init(identifier: String? = nil, preset: RestorationPreset = .granular) {
        self.identifier = identifier
        options = RestorationOptions(preset: preset)
        options.logger = Logger(label: Self.standardLoggerLabel) {
            StreamLogHandler.standardError(label: $0)
        }
        options.logger.logLevel = .warning
        options.applicationVersion =
            Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String
    }
}
