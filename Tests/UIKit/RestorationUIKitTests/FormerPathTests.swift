import RestorationKit
import RestorationUIKit
import Testing
import UIKitTestSupport

@MainActor @Suite(.serialized) struct `A controller that has another identifier now` {
    private let device = Device()

    /// Launches the program with one tab.
    private func launch(_ identifier: String) throws -> TextController {
        let draft = TextController()
        draft.restorationIdentifier = identifier
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "Tabs"
        tabs.viewControllers = [draft]
        try device.launch(SecureProgram(tabs))
        return draft
    }

    @Test(arguments: [true, false])
    func `has its state if its former path is declared`(isDeclared: Bool) throws {
        try launch("Games").text = "typed"
        try device.leave()
        if isDeclared { device.configure = { $0.formerPaths = ["Tabs/Games": "Tabs/Matches"] } }

        #expect(try launch("Matches").text == (isDeclared ? "typed" : ""))
    }

    @Test func `cannot have had a path below its own`() throws {
        device.configure = { $0.formerPaths = ["Tabs": "Tabs/Matches"] }

        #expect(throws: SessionError.self) { try launch("Matches") }
    }
}
