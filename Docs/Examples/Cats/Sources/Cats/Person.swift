import Dispatch
import Foundation
import UIKit

// The program has no display, so it reads the user's actions as lines from standard input.

extension AppDelegate {
    func applicationDidBecomeActive(_ application: UIApplication) {
        guard Person.shared == nil else { return }
        Person.shared = Person(application)
    }
}

/// Performs lines such as "select 2", "edit", "type TEXT" and "background", and prints the screen.
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
        for line in text.split(separator: "\n") { act(line.split(separator: " ", maxSplits: 1)) }
    }

    private func act(_ words: [Substring]) {
        let argument = words.count > 1 ? String(words[1]) : ""
        switch (words[0], top) {
        case ("select", let list as ListController):
            let row = IndexPath(row: (Int(argument) ?? 1) - 1, section: 0)
            UISystem(application).select(row, in: list.tableView)
        case ("edit", let details as DetailsController): details.edit()
        case ("type", let form as EditController): form.field.text = argument
        case ("background", _): try? UISystem(application).enterBackground()
        default: break
        }
        show()
    }

    private func show() {
        let screen =
            switch top {
            case let details as DetailsController: "Details of \(details.cat?.name ?? "nobody")"
            case let form as EditController: "Edit: \(form.field.text ?? "")"
            default: "List"
            }
        FileHandle.standardOutput.write(Data((screen + "\n").utf8))
    }
}
