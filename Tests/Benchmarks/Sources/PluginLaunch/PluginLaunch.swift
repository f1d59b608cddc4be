import Glibc
import InstalledPlugins

/// A program that searches for plugins or loads some, once, and prints the elapsed nanoseconds. It
/// runs separately, so that the measurement includes first-use costs.
///
/// Like the programs that RestorationKit is made for, it does not use Foundation, apart from the
/// essentials that swift-crypto links.
@main
struct PluginLaunch {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let kind = LaunchKind(rawValue: arguments[1]) else {
            print("usage: PluginLaunch KIND DIRECTORY")
            exit(2)
        }
        print(try Launch(root: arguments[2]).figures(kind).map { "\($0)" }.joined(separator: " "))
    }
}
