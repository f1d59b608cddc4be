/// A weak reference from a view to its controller.
///
/// A real `weak` reference would give each controller a side table, which slows down every retain
/// and release: by more than a quarter of a restore of 10,000 controllers.
final class ControllerReference: Sendable {
    // Invariant: written on the main thread at creation, and once more by the controller's
    // deinitialiser, when no other reference exists. It is cleared before the controller is
    // deallocated, because reading it would trap then.
    nonisolated(unsafe) private unowned var target: UIViewController?

    var controller: UIViewController? { unsafe target }

    init(_ controller: UIViewController) { unsafe target = controller }

    func clear() { unsafe target = nil }
}
