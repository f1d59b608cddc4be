public import RestorationKit

extension UIViewController {
    /// Makes an object by the plugin whose route matches the path of this controller and
    /// `identifier`. The controller retains the object, shows it through one of the program's
    /// interfaces, and encodes a reference to it: `coder.encode(object, forKey:)`. The reference
    /// decodes to the object, or to an `UnavailableObject` if the object could not be restored.
    ///
    /// No counterpart in UIKit; `Docs/Examples/Board` is an example.
    ///
    /// - Parameters:
    ///   - identifier: The object's identifier below the controller.
    ///   - parameters: Passed to the plugin's class.
    /// - Throws: The errors of `RestorationSession.make(_:under:className:parameters:)`. In
    ///   particular, the controller needs a path: a window and a restoration identifier.
    public func makeRestorableObject(
        _ identifier: String,
        parameters: [String: RestorationValue] = [:]
    ) throws -> any Restorable {
        try UIApplication.shared.restorationSession.make(
            identifier,
            under: self,
            parameters: parameters
        )
    }
}
