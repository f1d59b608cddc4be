import Foundation
import RestorationKit
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

@MainActor @Suite(.serialized) struct `A program of scenes` {
    private let device = Device()

    /// Launches the program. Its scene has a window with one controller.
    private func launch(_ identifier: String = "Draft") throws -> UIApplication {
        DraftScene.identifier = identifier
        return try device.launch(DraftProgram())
    }

    private func draft(_ application: UIApplication) throws -> DraftController {
        let scene = application.connectedScenes.first as? UIWindowScene
        return try #require(scene?.windows.first?.rootViewController as? DraftController)
    }

    @Test func `discards the picture of the screen when the user forces it to quit`() throws {
        device.configure = { configuration in
            configuration.drawSnapshot = { _ in
                UILaunchSnapshot(data: Data("screen".utf8), mediaType: "text/plain")
            }
        }
        let application = try launch()
        try UISystem(application).enterBackground()
        try UISystem(application).forceQuit()
        device.kill()

        var shown: UILaunchSnapshot?
        let program = DraftProgram()
        program.onLaunch = { shown = UIApplication.shared.launchSnapshot }
        try device.launch(program)

        #expect(shown == nil)
    }

    @Test func `reports objects that are not restored when a scene is reconnected`() throws {
        let application = try launch()
        let session = try #require(application.openSessions.first)
        try draft(application).text = "typed"
        try UISystem(application).disconnect(session)

        DraftScene.identifier = "Other"
        try UISystem(application).reconnect(session)

        let told = "It was not restored with its root: No object of the program has this path"
        // One for the controller and one for its button.
        #expect(application.restorationSession.report?.notes.map(\.problem) == [told, told])
        #expect(device.log.problems == [told, told])
    }

    @Test func `connects once a scene that its delegate asks for at the launch`() throws {
        let program = DraftProgram()
        var errors: [any Error] = []
        program.onLaunch = {
            UIApplication.shared.requestSceneSessionActivation(
                nil,
                userActivity: nil,
                options: nil
            ) { errors.append($0) }
        }
        DraftScene.identifier = "Draft"

        let application = try device.launch(program)

        #expect(errors.isEmpty)
        #expect(application.openSessions.count == 2 && application.connectedScenes.count == 2)
        #expect(application.windows.count == 2)
    }

    @Test func `keeps the numbers and nulls of its session`() throws {
        let price = Decimal(string: "0.1")!
        let application = try launch()
        application.openSessions.first?.userInfo = [
            "y": 12.5 as CGFloat, "rows": [1 as CGFloat, NSNull(), Int?.none as Any],
            "price": price, "prices": Set([price]), "lost": UIView(),
        ]
        try device.leave()

        let again = try launch()

        let values = again.openSessions.first?.userInfo
        #expect(values?["y"] as? CGFloat == 12.5 && values?["y"] as? Double == 12.5)
        let rows = values?["rows"] as? [Any]
        #expect(rows?.count == 3 && rows?[0] as? Int == 1 && rows?[2] is NSNull)
        #expect(values?["price"] as? Decimal == price)
        #expect(values?["prices"] == nil)
        #expect(values?["lost"] == nil && values?.count == 3)
    }

    @Test func `says that a storyboard is not loaded which may be another program's`() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("bundles-\(UUID().uuidString)")
        let folder = directory.appendingPathComponent("Test_foreign.resources")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data().write(to: folder.appendingPathComponent("Main.storyboard.json"))
        device.configure = { $0.bundleDirectory = directory }

        try device.launch(WindowlessProgram())

        let told = device.log.problems.filter { $0.contains("called Main is not loaded") }
        #expect(told.count == 1)
    }

    @Test func `declares former paths of its controllers, in any scene`() throws {
        let application = try launch("Draft")
        try draft(application).text = "typed"
        try device.leave()
        device.configure = { $0.formerPaths = ["Draft": "Letter"] }

        #expect(try draft(launch("Letter")).text == "typed")
    }
}

private final class DraftProgram: NSObject, ProgramOfScenes {
    let sceneDelegate: AnyClass = DraftScene.self
    var onLaunch: () -> Void = {}

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        onLaunch()
        return true
    }

}

private final class WindowlessProgram: NSObject, ProgramOfScenes {
    let sceneDelegate: AnyClass = WindowlessScene.self
}

private final class WindowlessScene: UIResponder, UIWindowSceneDelegate {}

private final class DraftScene: UIResponder, UIWindowSceneDelegate {
    static var identifier = ""
    var window: UIWindow?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        let draft = DraftController()
        draft.restorationIdentifier = Self.identifier
        let window = UIWindow(windowScene: scene)
        window.rootViewController = draft
        window.makeKeyAndVisible()
        self.window = window
    }
}

/// A controller with a saved text and a button.
final class DraftController: TextController {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 80, height: 20))

    override func viewDidLoad() {
        super.viewDidLoad()
        button.restorationIdentifier = "Button"
        view.addSubview(button)
    }
}
