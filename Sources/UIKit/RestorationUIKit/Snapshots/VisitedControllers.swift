import Foundation

@MainActor struct VisitedControllers {
    private let windows: [UIWindow]
    private var controllers: [UIViewController] = []

    init(_ windows: [UIWindow]) {
        self.windows = windows
        for window in windows { window.rootViewController.map { add($0) } }
    }

    private mutating func add(_ controller: UIViewController) {
        controllers.append(controller)
        for child in controller.childrenSeen { add(child) }
        controller.presented.map { add($0) }
    }

    /// Whether all have an identifier, without which they are not restored (FAIL-23).
    var areAllPreserved: Bool {
        controllers.allSatisfy { !($0.restorationIdentifier?.isEmpty ?? true) }
    }

    /// Whether a secret is visible (FAIL-26).
    var showSecrets: Bool {
        windows.contains { hasSecret($0) }
            || controllers.contains { $0.viewIfLoaded.map { hasSecret($0) } ?? false }
    }

    private func hasSecret(_ view: UIView) -> Bool {
        guard !view.isHidden, view.alpha > 0 else { return false }
        return view.showsSecret || view.subviews.contains { hasSecret($0) }
    }
}
