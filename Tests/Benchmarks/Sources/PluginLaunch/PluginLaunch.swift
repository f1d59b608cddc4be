import Glibc
import InstalledPlugins

/// A program that searches for plugins or loads some, once, and prints the nanoseconds that it
/// took: what is not yet there when a program starts is part of what is measured.
///
/// Like the programs that RestorationKit is for, it does without Foundation, of which swift-crypto
/// brings the essentials along.
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
