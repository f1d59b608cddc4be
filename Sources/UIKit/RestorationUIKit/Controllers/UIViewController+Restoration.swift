import RestorationKit

extension UIViewController: UIStateRestoring {}

@MainActor protocol ControllerParticipant: RestorablePresenter, RestorableElementOwner {}

// The engine's view of a controller. Programs see only UIKit's names.
extension UIViewController: @MainActor ControllerParticipant {
    // UIKit has both names, with other types.
    @_implements(Restorable,restorationParent)
    var restorationHolder: (any Restorable)? { parent ?? presenter }
    @_implements(Restorable,restorationClass)
    var restorationClassName: String? {
        restorationClass.flatMap { UIApplication.current?.types.name(of: $0) }
    }

    var restorationChildren: [any Restorable] { presented.map { children + [$0] } ?? children }

    var restorationElements: [any RestorableElement]? {
        guard let view = viewIfLoaded else { return nil }
        var elements: [any RestorableElement] = []
        collectElements(in: view, &elements)
        return elements
    }

    /// Collects views with an identifier, without views of other controllers (VIEW-2, VIEW-3).
    private func collectElements(in view: UIView, _ elements: inout [any RestorableElement]) {
        if !(view.restorationIdentifier?.isEmpty ?? true) { elements.append(view) }
        for subview in view.subviews where subview.controller == nil {
            collectElements(in: subview, &elements)
        }
    }

    var restorationPresented: (any Restorable)? { presented }

    func presentRestored(_ object: any Restorable) {
        guard let controller = object as? UIViewController, controller !== presented else { return }
        // A controller that the program has presented, for example in viewDidLoad, is replaced.
        dismissPresented()
        present(controller, animated: false)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        UIApplication.current?.recordSaved(self)
        scene?.source.encode(into: coder)
        encodeFocus(into: coder)
        let encoder = StateCoder(writing: coder)
        encodeRestorableState(with: encoder)
        try encoder.finish()
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        UIApplication.current?.loadMadeViews()
        loadViewIfNeeded()
        decodeRestorableState(with: StateCoder(reading: coder, isOfController: true))
        decodeFocus(from: coder)
    }

    func restorationDidFinish() { applicationFinishedRestoringState() }
}

extension UIApplication {
    /// Warns if the controller's restoration class cannot be found at a restore.
    func recordSaved(_ controller: UIViewController) {
        let type: (any UIViewControllerRestoration.Type)? = controller.restorationClass
        if let obstacle = type.flatMap({ types.obstacle(to: $0) }) { log(obstacle) }
    }

    func logRefusal(of controller: UIViewController, _ why: String) {
        log(
            Diagnosis(
                problem: "\(type(of: controller)) is not presented: \(why)",
                remedy: "Dismiss the presented controller first, or present from it."
            )
        )
    }

    func logMissingSegue(_ identifier: String, of controller: UIViewController) {
        log(
            Diagnosis(
                problem: "\(type(of: controller)) has no segue \"\(identifier)\"",
                remedy: "Add the segue to the controller's scene in the storyboard."
            )
        )
    }
}

/// The focus of a controller's views, if a toolkit draws them.
extension UIViewController {
    private static let focusKey: StaticString = "UIKit.focus"
    private static let focusNameKey: StaticString = "UIKit.focusName"

    /// Stores the focused view's position in the controller's view, and its identifier.
    func encodeFocus(into coder: RestorationCoder) {
        guard InterfaceMetrics.current.isDrawn, let root = viewIfLoaded,
            let focused = root.window?.focusedView, focused.owner === self
        else { return }
        var places: [Int] = []
        var view = focused
        while view !== root, let outer = view.superview {
            places.append(outer.subviews.firstIndex { $0 === view } ?? 0)
            view = outer
        }
        coder.encode(Array(places.reversed()), forKey: Self.focusKey)
        if let name = focused.restorationIdentifier {
            coder.encode(name, forKey: Self.focusNameKey)
        }
    }

    func decodeFocus(from coder: RestorationCoder) {
        guard InterfaceMetrics.current.isDrawn,
            let places = try? coder.decode([Int].self, forKey: Self.focusKey)
        else { return }
        let name = try? coder.decode(String.self, forKey: Self.focusNameKey)
        UIApplication.current?.recordRestoredFocus(self, name, places)
    }

    /// The view that had the focus: by its identifier, or else by its position.
    func view(named name: String?, at places: [Int]) -> UIView? {
        let found = view(at: places)
        guard let name, found?.restorationIdentifier != name else { return found }
        return restorationElements?.lazy.compactMap { $0 as? UIView }
            .first { $0.restorationIdentifier == name }
    }

    private func view(at places: [Int]) -> UIView? {
        var view = viewIfLoaded
        for place in places {
            guard let outer = view, outer.subviews.indices.contains(place) else { return nil }
            view = outer.subviews[place]
        }
        return view
    }
}
