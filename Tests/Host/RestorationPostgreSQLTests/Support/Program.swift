import Foundation

enum Program {
    /// The path of a program that was built with the tests.
    static func path(of name: String) -> String {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return own.deletingLastPathComponent().appending(path: name).path
    }
}
