import Foundation
import RestorationKit
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

/// Programs with screens from a storyboard.
@MainActor @Suite(.serialized) struct `A program with a storyboard` {
    private let device = Device()

    @discardableResult
    private func launch(_ text: String) throws -> StoryboardProgram {
        let program = try StoryboardProgram(text)
        try device.launch(program)
        return program
    }

    @Test func `has the screens with their containment, names and views`() throws {
        let program = try launch(Self.cats)

        let stack = try #require(program.window?.rootViewController as? UINavigationController)
        #expect(stack.restorationIdentifier == "Stack")
        let list = try #require(stack.viewControllers.first as? CatList)
        #expect(list.title == "Cats" && list.restorationIdentifier == "List")
        #expect(list.view.subviews.count == 1)
        #expect(list.field?.placeholder == "Name" && list.field?.frame.width == 200)
        #expect(list.field?.restorationIdentifier == "Field")
    }

    @Test func `performs its actions, and follows its segues`() throws {
        let program = try launch(Self.cats)
        let list = try #require(program.list)
        list.loadViewIfNeeded()

        list.field?.sendActions(for: .editingDidEnd)
        list.performSegue(withIdentifier: "ShowCat", sender: nil)

        #expect(list.countOfActions == 1)
        #expect(program.stack?.topViewController is CatDetails)
        #expect((program.stack?.topViewController as? CatDetails)?.text == "Milo")
    }

    @Test func `keeps the state of a class that is unknown for one launch`() throws {
        let misspelt = Self.cats.replacingOccurrences(of: #""CatDetails""#, with: #""CatDetail""#)
            .replacingOccurrences(of: #""CatList""#, with: #""CatLists""#)
        let before = try launch(Self.cats)
        before.list?.note = "Dear"
        before.list?.performSegue(withIdentifier: "ShowCat", sender: nil)
        (before.stack?.topViewController as? CatDetails)?.text = "Lili"
        try device.leave()

        let meanwhile = try launch(misspelt)
        let standIns = try #require(meanwhile.stack?.viewControllers)
        #expect(standIns.map { type(of: $0) == UIViewController.self } == [true, true])
        for standIn in standIns { standIn.invalidateRestorableState() }
        let field = standIns[0].view.subviews.first as? UITextField
        field?.text = "typed"
        field?.becomeFirstResponder()
        try device.leave()
        #expect(!device.log.problems.contains { $0.contains("given up") })

        let after = try launch(Self.cats)
        #expect(after.list?.note == "Dear")
        #expect((after.stack?.topViewController as? CatDetails)?.text == "Lili")
    }

    @Test func `schedules a save when the stand-in for an unknown class changes`() throws {
        let misspelt = Self.cats.replacingOccurrences(of: #""CatList""#, with: #""CatLists""#)
        try launch(Self.cats)
        try device.leave()
        let program = try launch(misspelt)
        let session = try #require(device.application?.restorationSession)
        try session.preserveNow()

        program.stack?.viewControllers.first?.invalidateRestorableState()
        session.runPending()

        #expect(session.nextDeadline != nil)
    }

    @Test func `preserves a class's own settings that the file does not mention`() throws {
        let program = try launch(
            #"{"format": 1, "initial": "A", "scenes": [{"id": "A", "class": "Titled"}]}"#
        )

        #expect(program.window?.rootViewController?.title == "Own")
    }

    @Test func `logs that the window is empty if the storyboard has no initial scene`() throws {
        let scene = #"{"format": 1, "scenes": [{"id": "A"}]}"#

        try device.launch(EmptyScene(scene))

        let problem = "The storyboard has no initial scene, so its window is empty"
        #expect(device.log.problems.contains(problem))
    }

    private static let cats = """
        {"format": 1, "initial": "Stack", "scenes": [
          {"id": "Stack", "class": "UINavigationController", "useStoryboardID": true,
           "children": ["List"]},
          {"id": "List", "class": "CatList", "useStoryboardID": true, "title": "Cats",
           "view": {"subviews": [
             {"class": "UITextField", "outlet": "field", "frame": [0, 0, 200, 20],
              "restorationIdentifier": "Field", "values": {"placeholder": "Name", "tag": 1e300},
              "actions": {"editingDidEnd": "rename", "never": "rename"}}
           ]},
           "segues": [{"id": "ShowCat", "to": "Cat"}]},
          {"id": "Cat", "class": "CatDetails", "restorationIdentifier": "Details"}
        ]}
        """
}

/// A program with a scene whose storyboard has no initial controller.
private final class EmptyScene: NSObject, SavingDelegate {
    let folder: StoryboardFolder

    init(_ text: String) throws { folder = try StoryboardFolder("Cats", text) }

    func application(
        _ application: UIApplication,
        configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
        configuration.storyboard = UIStoryboard(name: "Cats", bundle: folder.bundle)
        return configuration
    }
}

/// A temporary folder with a storyboard.
final class StoryboardFolder {
    let bundle: Bundle

    init(_ name: String, _ text: String) throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("storyboard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(text.utf8)
            .write(to: directory.appendingPathComponent("\(name).storyboard.json"))
        bundle = try #require(Bundle(path: directory.path))
    }

    deinit { try? FileManager.default.removeItem(at: bundle.bundleURL) }
}

/// A program that shows the initial scene of a storyboard.
final class StoryboardProgram: NSObject, SavingDelegate {
    var window: UIWindow?
    private let file: StoryboardFolder

    init(_ text: String) throws { file = try StoryboardFolder("Cats", text) }

    var stack: UINavigationController? { window?.rootViewController as? UINavigationController }
    var list: CatList? { stack?.viewControllers.first as? CatList }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow()
        let storyboard = UIStoryboard(name: "Cats", bundle: file.bundle)
        window.rootViewController = storyboard.instantiateInitialViewController()
        self.window = window
        window.makeKeyAndVisible()
        return true
    }
}

final class CatList: UIViewController {
    var field: UITextField?
    var note = ""
    private(set) var countOfActions = 0

    override class var outlets: [UIOutlet] { [UIOutlet("field", \CatList.field)] }
    override class var actions: [UIStoryboardAction] {
        [UIStoryboardAction("rename") { (list: CatList, _) in list.countOfActions += 1 }]
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        (segue.destination as? CatDetails)?.text = "Milo"
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(note, forKey: "note")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        note = coder.decodeObject(of: NSString.self, forKey: "note").map { "\($0)" } ?? ""
    }
}

final class CatDetails: TextController {}

final class Titled: UIViewController {
    required init?(coder: NSCoder) {
        super.init(coder: coder)
        title = "Own"
    }
}
