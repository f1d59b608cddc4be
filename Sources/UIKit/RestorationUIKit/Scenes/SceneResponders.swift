/// The responders of a scene that update its activity (SCN-2), without views that are not loaded
/// (VIEW-4).
@MainActor struct SceneResponders {
    private let activity: NSUserActivity
    private(set) var all: [UIResponder] = []

    init(of scene: UIScene, having activity: NSUserActivity) {
        self.activity = activity
        record(scene)
        if let delegate = scene.delegate as? UIResponder { record(delegate) }
        for window in scene.windowsOfScene {
            record(window)
            if let root = window.rootViewController { add(root) }
        }
    }

    private mutating func record(_ responder: UIResponder) {
        if responder.userActivity === activity { all.append(responder) }
    }

    private mutating func add(_ controller: UIViewController) {
        record(controller)
        if let view = controller.viewIfLoaded { add(view) }
        for child in controller.children { add(child) }
        if let presented = controller.presented { add(presented) }
    }

    private mutating func add(_ view: UIView) {
        record(view)
        for subview in view.subviews where subview.controller == nil { add(subview) }
    }
}
