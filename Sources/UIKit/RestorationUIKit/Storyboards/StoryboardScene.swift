import Foundation
import RestorationKit
import RestorationStoryboards

/// The storyboard and scene of a controller, as saved in archives (PRES-27).
struct StoryboardSource {
    let name: String
    let scene: String

    private enum Key {
        static let name: StaticString = "UIKit.storyboard"
        static let scene: StaticString = "UIKit.scene"
    }

    init(name: String, scene: String) {
        self.name = name
        self.scene = scene
    }

    init?(of coder: RestorationCoder) {
        guard let name = try? coder.decode(String.self, forKey: Key.name),
            let scene = try? coder.decode(String.self, forKey: Key.scene)
        else { return nil }
        self.init(name: name, scene: scene)
    }

    func encode(into coder: RestorationCoder) {
        coder.encode(name, forKey: Key.name)
        coder.encode(scene, forKey: Key.scene)
    }

    @MainActor var storyboard: UIStoryboard? { try? load() }

    /// Makes the controller again.
    ///
    /// - Throws: ``StoryboardError`` if the scene no longer exists (REST-16).
    @MainActor func makeController() throws -> UIViewController {
        try load().controller(withIdentifier: scene)
    }

    @MainActor private func load() throws -> UIStoryboard {
        if let known = UIApplication.current?.storyboards[name] { return known }
        return try UIStoryboard(reading: name, in: nil)
    }
}

@MainActor final class StoryboardScene {
    private let storyboard: UIStoryboard
    private let description: StoryboardDocument.Scene

    init(_ storyboard: UIStoryboard, _ description: StoryboardDocument.Scene) {
        self.storyboard = storyboard
        self.description = description
    }

    var source: StoryboardSource {
        StoryboardSource(name: storyboard.name, scene: description.identifier)
    }

    /// The controller's view with its subviews, or `nil` if the scene describes none.
    func makeView(for controller: UIViewController) -> UIView? {
        description.view.map { make($0, for: controller) }
    }

    private func make(
        _ description: StoryboardDocument.View,
        for controller: UIViewController
    ) -> UIView {
        let type = ClassNames.type(description.className, as: UIView.self)
        let made = type?.init(coder: StateCoder.empty)
        let view = made ?? UIView()
        view.isStandIn = made == nil
        if let identifier = description.restorationIdentifier {
            view.restorationIdentifier = identifier
        }
        if let frame = description.frame {
            view.frame = CGRect(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
        } else {
            view.frame = UIScreen.main.bounds
        }
        // Sorted by key, so that a slider's bounds precede its value.
        for (key, value) in description.values.sorted(by: { $0.key < $1.key })
        where !view.setStoryboardValue(value, forKey: key) {
            UIApplication.current?.log(.unknownValue(key, Swift.type(of: view)))
        }
        for subview in description.subviews {
            view.addStoryboardSubview(make(subview, for: controller))
        }
        if let outlet = description.outlet { controller.connect(outlet, to: view) }
        for (event, action) in description.actions {
            controller.connect(action, to: view, on: event)
        }
        view.awakeFromNib()
        return view
    }

    func segue(_ identifier: String, from source: UIViewController) -> UIStoryboardSegue? {
        guard let segue = description.segues.first(where: { $0.identifier == identifier }),
            let destination = try? storyboard.controller(withIdentifier: segue.destination)
        else { return nil }
        return UIStoryboardSegue(
            identifier: identifier,
            source: source,
            destination: destination,
            kind: segue.kind
        )
    }
}

extension StoryboardDocument.Scene {
    /// The controller, without its children.
    @MainActor func makeController() -> UIViewController {
        let type = ClassNames.type(className, as: UIViewController.self)
        let made = type?.init(coder: StateCoder.empty)
        let controller = made ?? UIViewController()
        controller.isStandIn = made == nil
        return controller
    }
}

@MainActor enum ClassNames {
    /// The class with this name. An unqualified name is looked up in UIKit and in the program's
    /// modules.
    static func type<Class: AnyObject>(_ name: String, as kind: Class.Type) -> Class.Type? {
        let modules = ["RestorationUIKit"] + (UIApplication.current?.modules ?? [])
        for name in [name] + modules.map({ "\($0).\(name)" }) {
            if let type = ClassName.type(named: name) as? Class.Type { return type }
        }
        UIApplication.current?.log(.unknownClass(name, kind))
        return nil
    }
}

extension Diagnosis {
    fileprivate static func unknownClass(_ name: String, _ kind: Any.Type) -> Diagnosis {
        Diagnosis(
            problem: "The storyboard names the class \(name), and there is no such \(kind)",
            remedy: "Correct the name. A class of another module needs the module's name before"
                + " it, as in Module.\(name)."
        )
    }

    fileprivate static func unknownValue(_ key: String, _ type: Any.Type) -> Diagnosis {
        Diagnosis(
            problem: "The storyboard sets \"\(key)\" of a \(type), which cannot take that",
            remedy: "See Docs/Storyboards.md for the keys."
        )
    }
}
