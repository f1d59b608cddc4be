import Dispatch
import Foundation
import RestorationUIKit

/// Performs the actions "open" and "press" from standard input, and prints the screen.
@MainActor final class Person {
    static var shared: Person?
    private let application: UIApplication
    private let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)

    init(_ application: UIApplication) {
        self.application = application
        source.setEventHandler { MainActor.assumeIsolated { Person.shared?.read() } }
        source.resume()
        show()
    }

    private var top: UIViewController? {
        let stack = application.windows.first?.rootViewController as? UINavigationController
        return stack?.visibleViewController
    }

    private func read() {
        let text = String(decoding: FileHandle.standardInput.availableData, as: UTF8.self)
        if text.isEmpty { exit(0) }
        for line in text.split(separator: "\n") { act(line) }
    }

    private func act(_ line: Substring) {
        switch (line, top) {
        case ("open", let start?) where !(start is ContentController):
            start.performSegue(withIdentifier: "ShowContent", sender: nil)
            do {
                try (top as? ContentController)?.makeContent()
            } catch {
                print(error)
            }
        case ("press", let content as ContentController): content.press()
        case ("background", _): try? UISystem(application).enterBackground()
        default: break
        }
        show()
    }

    private func show() {
        let screen = (top as? ContentController).map { "Content: \($0.text)" } ?? "Start"
        FileHandle.standardOutput.write(Data((screen + "\n").utf8))
    }
}
