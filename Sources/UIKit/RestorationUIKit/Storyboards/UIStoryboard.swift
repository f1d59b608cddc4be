public import Foundation
import RestorationKit
import RestorationStoryboards

/// Screens described by a file, `NAME.storyboard.json`; the format is in `Docs/Storyboards.md`.
@MainActor open class UIStoryboard: NSObject {
    /// The file's name without its endings.
    public let name: String
    let document: StoryboardDocument

    /// Reads a storyboard from a bundle's resources; `nil` means the program's own.
    ///
    /// Ends the process if the storyboard is missing or invalid, as UIKit does.
    public convenience init(name: String, bundle: Bundle?) {
        do {
            try self.init(reading: name, in: bundle)
        } catch {
            Self.end(because: error)
        }
    }

    /// Reads an embedded storyboard, as from SwiftPM's `.embedInCode`.
    ///
    /// Read it before the restore, because archives refer to storyboards by name. No counterpart in
    /// UIKit.
    ///
    /// - Throws: `StoryboardError` if the storyboard is invalid.
    public init(name: String, data: Data) throws {
        self.name = name
        document = try StoryboardDocument(data, place: name)
        super.init()
        UIApplication.current?.storyboards[name] = self
    }

    init(reading name: String, in bundle: Bundle?) throws {
        guard let file = ResourceFiles.of(bundle).url(name, Self.endings) else {
            throw StoryboardError(fault: .noFile, place: name)
        }
        self.name = name
        document = try StoryboardDocument(Data(contentsOf: file), place: file.path)
        super.init()
        UIApplication.current?.storyboards[name] = self
    }

    /// The storyboard loaded at launch.
    ///
    /// - Parameter name: `nil` for "Main", if it exists.
    static func main(_ name: String?) -> UIStoryboard? {
        if let name { return UIStoryboard(name: name, bundle: nil) }
        guard ResourceFiles.of(nil).ownURL("Main", endings) != nil else { return nil }
        return UIStoryboard(name: "Main", bundle: nil)
    }

    static let endings = ["storyboard.json"]

    /// Makes the initial controller, or returns `nil` if the storyboard names none.
    open func instantiateInitialViewController() -> UIViewController? {
        document.initialScene.map { make($0) }
    }

    /// Makes the controller of a scene.
    ///
    /// Ends the process if there is no such scene, as UIKit does.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        do {
            return try controller(withIdentifier: identifier)
        } catch {
            Self.end(because: error)
        }
    }

    private static func end(because error: any Error) -> Never {
        let reason = Diagnosis(error)
        let place = reason.place.map { " (\($0))" } ?? ""
        fatalError("\(reason.problem)\(place). \(reason.remedy)")
    }

    func controller(withIdentifier identifier: String) throws -> UIViewController {
        guard let scene = document.scenes[identifier] else {
            throw StoryboardError(fault: .noScene(identifier), place: name)
        }
        return make(scene)
    }

    private func make(_ description: StoryboardDocument.Scene) -> UIViewController {
        let controller = description.makeController()
        controller.storyboard = self
        controller.scene = StoryboardScene(self, description)
        if let identifier = description.restorationIdentifier {
            controller.restorationIdentifier = identifier
        }
        if let title = description.title { controller.title = title }
        let children = description.children.compactMap { document.scenes[$0] }.map { make($0) }
        switch controller {
        case let stack as UINavigationController: stack.viewControllers = children
        case let tabs as UITabBarController: tabs.viewControllers = children
        case let split as UISplitViewController: split.viewControllers = children
        case let pages as UIPageViewController:
            pages.setViewControllers(children, direction: .forward, animated: false)
        default:
            for child in children {
                controller.addChild(child)
                child.didMove(toParent: controller)
            }
        }
        controller.awakeFromNib()
        return controller
    }
}
