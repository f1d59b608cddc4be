import RestorationKit

extension UIViewController: UIStateRestoring {}

@MainActor protocol ControllerParticipant: RestorablePresenter, RestorableElementOwner {}

// What the engine asks; a program sees UIKit's names alone.
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

    /// Those with an identifier, down to the views of other controllers (VIEW-2, VIEW-3).
    private func collectElements(in view: UIView, _ elements: inout [any RestorableElement]) {
        if !(view.restorationIdentifier?.isEmpty ?? true) { elements.append(view) }
        for subview in view.subviews where subview.controller == nil {
            collectElements(in: subview, &elements)
        }
    }

    var restorationPresented: (any Restorable)? { presented }

    func presentRestored(_ object: any Restorable) {
        guard let controller = object as? UIViewController, controller !== presented else { return }
        // What the program has presented by itself, in viewDidLoad perhaps, gives way.
        dismissPresented()
        present(controller, animated: false)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        UIApplication.current?.noteSaved(self)
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
    /// Says of a controller what would keep it from coming back.
    func noteSaved(_ controller: UIViewController) {
        let type: (any UIViewControllerRestoration.Type)? = controller.restorationClass
        if let obstacle = type.flatMap({ types.obstacle(to: $0) }) { log(obstacle) }
    }

    func logRefusal(of controller: UIViewController, _ why: String) {
        log(
            Diagnosis(
                problem: "\(type(of: controller)) is not presented: \(why)",
                remedy: "Dismiss what is presented before that, or present from that."
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

/// Which view has the keys, where what shows the program has some.
extension UIViewController {
    private static let focusKey: StaticString = "UIKit.focus"
    private static let focusNameKey: StaticString = "UIKit.focusName"

    /// Stores where in the controller's view the one lies that has the keys, and its identifier.
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
        UIApplication.current?.noteRestoredFocus(self, name, places)
    }

    /// The view that had the keys: the one of that identifier, wherever it lies now, or one
    /// without an identifier at the same place.
    func view(named name: String?, at places: [Int]) -> UIView? {
        let found = view(at: places)
        guard let name, found?.restorationIdentifier != name else { return found }
        return restorationElements?.lazy.compactMap { $0 as? UIView }
            .first { $0.restorationIdentifier == name }
    }

    /// The view at these places, each among the subviews of the one before.
    private func view(at places: [Int]) -> UIView? {
        var view = viewIfLoaded
        for place in places {
            guard let outer = view, outer.subviews.indices.contains(place) else { return nil }
            view = outer.subviews[place]
        }
        return view
    }
}
