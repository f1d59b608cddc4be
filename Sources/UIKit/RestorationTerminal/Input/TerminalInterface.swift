import Foundation
import RestorationKit
import RestorationUIKit
import TerminalScreen

/// A program's screen and keys, independent of the actual terminal.
@MainActor package final class TerminalInterface {
    package let application: UIApplication
    let system: UISystem
    private(set) var size: Size
    var needsRepaint = false
    private(set) var showsHelp = false
    /// Messages to the user, shown until the next key.
    private var messages: [String] = []
    /// The failure of the last save, or `nil` if it succeeded.
    var saveProblem: Diagnosis?

    static let smallestSize = Size(columns: 20, rows: 5)

    private var isTooSmall: Bool {
        size.columns < Self.smallestSize.columns || size.rows < Self.smallestSize.rows
    }

    package init(_ application: UIApplication, size: Size) {
        self.application = application
        self.size = size
        system = UISystem(application)
        fitWindows()
        let session = application.restorationSession
        session.onSave = { [weak self, didSave = session.onSave] outcome in
            didSave?(outcome)
            self?.saveProblem = outcome.error
        }
    }

    /// The windows' area: the terminal without the help line.
    static func windowBounds(_ size: Size) -> CGRect {
        CGRect(x: 0, y: 0, width: size.columns, height: max(0, size.rows - 1))
    }

    /// Adapts to a resized terminal.
    package func resize(to size: Size) {
        self.size = size
        fitWindows()
        window?.layoutIfNeeded()
    }

    private func fitWindows() {
        UIScreen.main.bounds = Self.windowBounds(size)
        for window in application.windows { window.frame = UIScreen.main.bounds }
    }

    /// Shows a message until the next key.
    package func show(_ message: String) { messages.append(message) }

    // MARK: Focus

    var window: UIWindow? {
        application.keyWindow.flatMap { $0.isHidden ? nil : $0 } ?? application.windows.last
    }

    private var focusedText: (any TextEditing)? { window?.focusedView as? any TextEditing }

    var isTyping: Bool {
        if let view = window?.focusedView as? any TerminalKeyHandling { return view.takesText }
        guard let view = focusedText else { return false }
        return view.isFirstResponder
    }

    /// Lays out the window and focuses a visible view.
    private func prepare(_ window: UIWindow) {
        // A message shrinks the window instead of covering it.
        var frame = UIScreen.main.bounds
        frame.size.height -= CGFloat(messageLines.count)
        if window.frame != frame { window.frame = frame }
        window.layoutIfNeeded()
        guard !isTooSmall else { return }
        let order = FocusOrder(window)
        if let focused = window.focusedView, order.contains(focused) || order.isSqueezed(focused) {
            return
        }
        window.moveFocus(to: order.first)
        // A field that appears may have moved others.
        window.layoutIfNeeded()
    }

    /// The first responder for keys.
    var responder: UIResponder? {
        guard let window else { return application }
        if let focused = window.focusedView { return focused }
        return topController ?? window
    }

    var topController: UIViewController? {
        guard var controller = window?.rootViewController else { return nil }
        while true {
            if let presented = controller.presentedViewController {
                controller = presented
            } else if let stack = controller as? UINavigationController,
                let top = stack.topViewController
            {
                controller = top
            } else if let tabs = controller as? UITabBarController,
                let selected = tabs.selectedViewController
            {
                controller = selected
            } else {
                return controller
            }
        }
    }

    var focusedController: UIViewController? {
        var next = responder
        while let current = next {
            if let controller = current as? UIViewController { return controller }
            next = current.nextForKeys
        }
        return topController
    }

    // MARK: Drawing

    /// Draws the whole screen.
    package func canvas() -> Canvas {
        let sheet = Sheet(size: size)
        guard !isTooSmall else {
            let text = "Too small: make this window larger."
            let lines = text.wrapped(toColumns: size.columns)
            sheet.canvas.write(lines: lines, in: sheet.canvas.area)
            return sheet.canvas
        }
        if let picture = application.launchSnapshot, picture.mediaType.hasPrefix("text/plain") {
            let text = String(decoding: picture.data, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            sheet.canvas.write(lines: lines.map { String($0) }, in: sheet.canvas.area)
            return sheet.canvas
        }
        if let window {
            prepare(window)
            ScreenPainter(window, on: sheet).draw()
        }
        let lines = HelpLine(
            entries: entries,
            hiddenCount: sheet.hiddenCount,
            messageLines: messageLines
        )
        lines.draw(on: &sheet.canvas)
        if showsHelp { HelpPanel(entries: helpEntries).draw(on: &sheet.canvas) }
        return sheet.canvas
    }

    private var messageLines: [String] {
        message.map { HelpLine.lines(of: $0, in: size) } ?? []
    }

    private var message: String? {
        if let saveProblem { return "Your input is not saved: \(saveProblem.problem)" }
        guard let first = messages.first else { return nil }
        let others = messages.count > 1 ? " (\(messages.count - 1) more)" : ""
        return first + others
    }

    // MARK: Keys

    /// Handles a key.
    package func handle(_ key: Key) {
        perform(key)
        // The next key is meant for the updated screen.
        if let window { prepare(window) }
    }

    private func perform(_ key: Key) {
        // A click is meant for the screen as shown with the message.
        if let window { prepare(window) }
        messages = []
        // The user could not see the effect.
        guard !isTooSmall else { return }
        if showsHelp {
            showsHelp = false
            return
        }
        switch key {
        case .click(let place): return click(at: place)
        case .wheel(let place, let lines): return scroll(at: place, by: lines)
        case .paste where !isTyping: return
        default: break
        }
        if let command = commands.command(for: key, isTyping: isTyping) {
            return command.perform()
        }
        if let view = window?.focusedView, send(key, to: view) { return }
        handleEverywhere(key)
    }

    private func send(_ key: Key, to view: UIView) -> Bool {
        switch view {
        case let own as any TerminalKeyHandling: return own.handle(key)
        case let field as UITextField where !field.isFirstResponder:
            return key == .enter && field.becomeFirstResponder()
        case let field as UITextField:
            if key == .enter {
                system.pressReturn(in: field)
                // Like the "next" key of a phone's keyboard.
                if field.isFirstResponder, view.window?.focusedView === field { moveFocus(1) }
                return true
            }
            if key == .escape, let search = field.superview as? UISearchBar {
                search.cancel()
                moveFocus(1)
                return true
            }
            return TextKeys(field, system).handle(key)
        case let text as UITextView where text.isFirstResponder:
            return TextKeys(text, system).handle(key)
        case let table as UITableView: return TableKeys(table, system).handle(key)
        case let collection as UICollectionView:
            return CollectionKeys(collection, system).handle(key)
        case let scroll as UIScrollView: return scrollByKey(key, scroll)
        case let slider as UISlider: return slide(slider, key)
        case let segments as UISegmentedControl where key == .left || key == .right:
            let index = segments.selectedSegmentIndex + (key == .left ? -1 : 1)
            guard (0..<segments.numberOfSegments).contains(index) else { return false }
            system.select(index, in: segments)
            return true
        case let control as UIControl:
            guard key == .enter || key == .character(" ") else { return false }
            system.tap(control)
            return true
        default: return false
        }
    }

    private func handleEverywhere(_ key: Key) {
        switch key {
        case .tab, .down, .right: moveFocus(1)
        case .backTab, .up, .left: moveFocus(-1)
        case .escape: backAction?()
        case .control("g"), .function(1): showsHelp = true
        case .control("l"): needsRepaint = true
        case .character("?"): showsHelp = true
        case .function(6): showNextWindow()
        case .character(let scalar):
            guard let digit = Character(scalar).wholeNumberValue, let tabs,
                let children = tabs.viewControllers, children.indices.contains(digit - 1)
            else { return }
            system.select(children[digit - 1], in: tabs)
        default: break
        }
    }

    var tabs: UITabBarController? {
        guard let controller = focusedController else { return nil }
        return controller as? UITabBarController ?? controller.tabBarController
    }

    private func moveFocus(_ distance: Int) {
        guard let window else { return }
        let order = FocusOrder(window)
        guard let view = order.view(distance, after: window.focusedView) else { return }
        window.moveFocus(to: view)
        if let text = view as? any TextEditing { TextKeys(text, system).showCursor() }
    }

    /// The action of Esc: goes back a step or dismisses the presented controller. `nil` if neither
    /// is possible.
    var backAction: (() -> Void)? {
        guard let controller = focusedController else { return nil }
        if let alert = controller as? UIAlertController {
            // An alert without a cancel action must be answered.
            let cancel = alert.actions.first { $0.style == .cancel }
            return cancel.map { cancel in { [system] in system.choose(cancel, of: alert) } }
        }
        if let step = system.stepBack(from: controller) { return step }
        guard let presenter = controller.presentingViewController, !controller.isModalInPresentation
        else { return nil }
        return { presenter.dismiss(animated: true) }
    }

    private func slide(_ slider: UISlider, _ key: Key) -> Bool {
        let step = (slider.maximumValue - slider.minimumValue) / 20
        switch key {
        case .left: system.slide(slider, to: slider.value - step)
        case .right: system.slide(slider, to: slider.value + step)
        case .home: system.slide(slider, to: slider.minimumValue)
        case .end: system.slide(slider, to: slider.maximumValue)
        default: return false
        }
        return true
    }

    // MARK: Scrolling

    private func scrollByKey(_ key: Key, _ view: UIScrollView) -> Bool {
        let page = max(1, Cells.count(view.bounds.height) - 1)
        let end = Cells.count(view.contentSize.height)
        switch key {
        case .up: return scroll(view, by: -1)
        case .down: return scroll(view, by: 1)
        case .pageUp: _ = scroll(view, by: -page)
        case .pageDown: _ = scroll(view, by: page)
        case .home: _ = scroll(view, by: -end)
        case .end: _ = scroll(view, by: end)
        default: return false
        }
        return true
    }

    func scroll(_ view: UIScrollView, by lines: Int) -> Bool {
        let farthest = max(0, view.contentSize.height - view.bounds.height)
        let y = min(max(view.contentOffset.y + CGFloat(lines), 0), farthest)
        guard y != view.contentOffset.y else { return false }
        view.contentOffset.y = y
        return true
    }

    // MARK: Windows

    var scenes: [UISceneSession] { application.sessionsInOrder }

    private func showNextWindow() {
        let sessions = scenes
        guard sessions.count > 1 else { return }
        let index = sessions.firstIndex { $0.scene === window?.windowScene } ?? 0
        do {
            try system.enterForeground(sessions[(index + 1) % sessions.count])
            let scene = sessions[(index + 1) % sessions.count].scene as? UIWindowScene
            scene?.windows.last?.makeKey()
        } catch {
            show(Diagnosis(error).problem)
        }
    }
}
