import Foundation
package import FoundationEssentials
import Logging
public import RestorationKit

/// Settings made before the launch. No counterpart in UIKit, which reads them from the program's
/// property list.
@MainActor public struct UIApplicationConfiguration {
    /// The application id in reverse DNS, which names the state directory. Default: the main
    /// bundle's identifier, or one derived from the delegate's module.
    public var identifier: String?
    /// The options of the session. The logger writes warnings to standard error by default, unlike
    /// that of `RestorationOptions`.
    public var options: RestorationOptions
    /// The storyboard loaded at launch. Default: "Main", if there is one.
    public var mainStoryboard: String?
    /// Draws a snapshot of the current screen. `nil`, the default without a toolkit, disables
    /// snapshots; see ``UILaunchSnapshot``.
    public var drawSnapshot: (@MainActor (UIApplication) -> UILaunchSnapshot?)?

    /// Names for restoration classes without a usable name of their own: private, local and generic
    /// ones. Keep the name when you rename the class.
    public var restorationClasses: [String: Any.Type] = [:]

    /// Former paths of objects whose identifier or parent has changed, as in `["Tabs/Games":
    /// "Tabs/Matches"]`; see `RestorationSession.alias(_:forPath:)`. A malformed path, or one that
    /// is a prefix of its counterpart, fails the launch.
    public var formerPaths: KeyValuePairs<String, String> = [:]

    /// The directory of the packages' bundles, if not the executable's. For tests.
    package var bundleDirectory: URL?

    /// The default configuration. A delegate's `main()` reads it after creating the delegate, so
    /// change it in the delegate's `init?(coder:)`.
    public static var standard = UIApplicationConfiguration()

    /// The label of the default logger.
    package static let standardLoggerLabel = "UIKit"

    /// Creates a configuration with a preset's defaults.
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
