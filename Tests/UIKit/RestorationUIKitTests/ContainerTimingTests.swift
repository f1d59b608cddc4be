import Foundation
import RestorationKit
import RestorationUIKit
import Testing
import UIKitTestSupport

/// Controllers that show another one while they load or appear.
@MainActor @Suite(.serialized) struct `A controller that shows another one by itself` {
    private let device = Device()

    private func restless(_ moment: Restless.Moment) -> (base: Restless, next: UIViewController) {
        let (base, next) = (Restless(), UIViewController())
        base.restorationIdentifier = "Base"
        base.moment = moment
        next.restorationIdentifier = "Next"
        return (base, next)
    }

    /// Whether a controller's view is alone in its container, and `base` is hidden.
    private func isAlone(_ controller: UIViewController, hiding base: Restless) -> Bool {
        controller.viewIfLoaded?.superview?.subviews == [controller.view]
            && controller.view.window != nil && base.viewIfLoaded?.window == nil && !base.isOnScreen
    }

    @Test(arguments: Restless.Moment.allCases)
    func `pushes it, at the first start and above a restored stack`(
        moment: Restless.Moment
    ) throws {
        for _ in 1...2 {
            let (base, next) = restless(moment)
            let stack = UINavigationController(rootViewController: base)
            base.show = { stack.pushViewController(next, animated: false) }

            try device.launch(SecureProgram(stack))
            if moment == .finished { base.applicationFinishedRestoringState() }

            #expect(stack.viewControllers == [base, next])
            #expect(isAlone(next, hiding: base))
            try device.leave()
        }
    }

    @Test(arguments: Restless.Moment.allCases)
    func `selects its tab`(moment: Restless.Moment) throws {
        for _ in 1...2 {
            let (base, next) = restless(moment)
            let tabs = UITabBarController()
            tabs.viewControllers = [base, next]
            base.show = { tabs.selectedViewController = next }

            try device.launch(SecureProgram(tabs))
            if moment == .finished { base.applicationFinishedRestoringState() }

            #expect(tabs.selectedViewController === next)
            #expect(isAlone(next, hiding: base))
            try device.leave()
        }
    }

    @Test(arguments: Restless.Moment.allCases)
    func `turns to its page`(moment: Restless.Moment) throws {
        let (base, next) = restless(moment)
        let pages = UIPageViewController()
        pages.setViewControllers([base], direction: .forward, animated: false)
        base.show = {
            pages.setViewControllers([next], direction: .forward, animated: false)
        }

        try device.launch(SecureProgram(pages))
        if moment == .finished { base.applicationFinishedRestoringState() }

        #expect(pages.viewControllers == [next])
        #expect(isAlone(next, hiding: base))
    }

    @Test(arguments: Restless.Moment.allCases)
    func `shows its column`(moment: Restless.Moment) throws {
        let (base, next) = restless(moment)
        let split = UISplitViewController(style: .doubleColumn)
        split.viewControllers = [base, next]
        split.setCollapsed(true)
        split.show(.primary)
        base.show = { split.show(.secondary) }

        try device.launch(SecureProgram(split))
        if moment == .finished { base.applicationFinishedRestoringState() }

        #expect(isAlone(next, hiding: base))
    }

    @Test(arguments: Restless.Moment.allCases)
    func `does not become a window's root again`(moment: Restless.Moment) throws {
        let (base, next) = restless(moment)
        let program = SecureProgram(base)
        base.show = { program.window?.rootViewController = next }

        try device.launch(program)
        if moment == .finished { base.applicationFinishedRestoringState() }

        #expect(isAlone(next, hiding: base))
    }

    @Test(arguments: Restless.Moment.allCases)
    func `presents it, and gives way to the sheet that is restored`(
        moment: Restless.Moment
    ) throws {
        let first = restless(moment).base
        try device.launch(SecureProgram(first))
        let sheet = Sheet()
        sheet.restorationIdentifier = "Sheet"
        sheet.restorationClass = Sheet.self
        first.present(sheet, animated: false)
        try device.leave()

        let (base, next) = restless(moment)
        base.show = { base.present(next, animated: false) }
        try device.launch(SecureProgram(base))

        #expect(base.presentedViewController is Sheet)
        #expect(base.presentedViewController?.view.window != nil)
        #expect(next.viewIfLoaded?.window == nil && next.presentingViewController == nil)
    }

    @Test(arguments: Restless.Moment.allCases)
    func `presents it once, while it is presented itself`(moment: Restless.Moment) throws {
        let root = UIViewController()
        try device.launch(SecureProgram(root))
        let (base, next) = restless(moment)
        base.show = { base.present(next, animated: false) }

        root.present(base, animated: false)
        if moment == .finished { base.applicationFinishedRestoringState() }

        #expect(base.presentedViewController === next && base.isOnScreen)
        #expect(next.view.window?.subviews.last === next.view)
    }
}

/// A controller that runs an action at one moment of its life cycle.
final class Restless: UIViewController {
    enum Moment: CaseIterable { case viewDidLoad, viewWillAppear, viewDidAppear, finished }

    var moment: Moment?
    var show: () -> Void = {}
    private(set) var isOnScreen = false

    private func act(_ moment: Moment) {
        guard self.moment == moment else { return }
        self.moment = nil
        show()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        act(.viewDidLoad)
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        act(.viewWillAppear)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        isOnScreen = true
        act(.viewDidAppear)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        isOnScreen = false
    }

    override func applicationFinishedRestoringState() { act(.finished) }
}

final class Sheet: ReturningScreen {}
