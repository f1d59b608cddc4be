import Foundation
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

/// Restoration classes whose own names lead nowhere.
@MainActor @Suite(.serialized) struct `A private restoration class` {
    private let device = Device()

    /// How many controllers have come back.
    private func comesBack() throws -> Int {
        let before = UINavigationController()
        try device.launch(SecureProgram(before))
        let hidden = Hidden()
        hidden.restorationIdentifier = "Hidden"
        hidden.restorationClass = Hidden.self
        before.viewControllers = [hidden]
        try device.leave()
        let after = UINavigationController()
        try device.launch(SecureProgram(after))
        return after.viewControllers.count
    }

    private var isReported: Bool {
        device.log.problems.contains { $0.contains("is not found by its name") }
    }

    @Test func `is reported when it is saved, and does not come back`() throws {
        #expect(try comesBack() == 0)
        #expect(isReported)
    }

    @Test func `comes back if it has been given a name`() throws {
        device.configure = { $0.restorationClasses = ["Hidden": Hidden.self] }

        #expect(try comesBack() == 1)
        #expect(!isReported)
    }
}

private final class Hidden: UIViewController, UIViewControllerRestoration {
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { Hidden() }
}
