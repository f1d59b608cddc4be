import Foundation
import RestorationTerminal
import RestorationUIKit
import TerminalScreen
import UIKitTestSupport

/// A program on a simulated terminal: tests read its screen as text and call its key handler.
@MainActor final class TerminalProgram {
    let device = Device()
    private(set) var interface: TerminalInterface
    private let make: () -> UIViewController
    private var delegate: Delegate?

    /// Runs a body with the metrics of a terminal. The body must not suspend, because other tests
    /// of the process use the metrics of iOS.
    static func run(
        columns: Int = 60,
        rows: Int = 12,
        _ make: @escaping () -> UIViewController,
        _ body: (TerminalProgram) throws -> Void
    ) throws {
        let bounds = UIScreen.main.bounds
        InterfaceMetrics.current = .terminal
        defer {
            InterfaceMetrics.current = InterfaceMetrics()
            UIScreen.main.bounds = bounds
        }
        let size = Size(columns: columns, rows: rows)
        UIScreen.main.bounds = CGRect(x: 0, y: 0, width: columns, height: rows - 1)
        let program = try TerminalProgram(size, make)
        defer { program.device.kill() }
        try body(program)
    }

    private init(_ size: Size, _ make: @escaping () -> UIViewController) throws {
        self.make = make
        let delegate = Delegate(make)
        self.delegate = delegate
        interface = TerminalInterface(try device.launch(delegate), size: size)
    }

    private final class Delegate: UIResponder, TerminalApplicationDelegate {
        var window: UIWindow?
        private let make: () -> UIViewController

        init(_ make: @escaping () -> UIViewController) {
            self.make = make
            super.init()
        }

        required init?(coder: NSCoder) { return nil }

        func application(
            _ application: UIApplication,
            willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            let window = UIWindow()
            window.rootViewController = make()
            window.makeKeyAndVisible()
            self.window = window
            return true
        }
    }

    var window: UIWindow { interface.application.windows[0] }

    /// The rows of the screen without trailing blanks.
    var screen: [String] {
        let canvas = interface.canvas()
        return (0..<canvas.size.rows).map { row in
            String(canvas.line(row).reversed().drop { $0 == " " }.reversed())
        }
    }

    /// A full redraw of the screen.
    var canvas: Canvas { interface.canvas() }

    /// Marks all views as needing layout.
    func redoLayout() {
        func mark(_ view: UIView) {
            view.setNeedsLayout()
            for subview in view.subviews { mark(subview) }
        }
        for window in interface.application.windows { mark(window) }
    }

    func press(_ keys: Key...) { for key in keys { interface.handle(key) } }

    func type(_ text: String) {
        for scalar in text.unicodeScalars { interface.handle(.character(scalar)) }
    }

    /// Saves, kills the program, and launches it again.
    func relaunch(size: Size? = nil) throws {
        let size = size ?? interface.canvas().size
        try UISystem(interface.application).enterBackground()
        device.kill()
        let delegate = Delegate(make)
        self.delegate = delegate
        interface = TerminalInterface(try device.launch(delegate), size: size)
    }
}
