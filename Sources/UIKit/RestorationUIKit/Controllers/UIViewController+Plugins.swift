public import RestorationKit

extension UIViewController {
    /// Has the plugin whose route claims the path of this controller and `identifier` make an
    /// object, which the controller then holds, shows by an interface of the program's, and encodes
    /// a reference to: `coder.encode(object, forKey:)`. Decoded, it is the object again, or an
    /// `UnavailableObject` where it could not be restored.
    ///
    /// No counterpart in UIKit; `Docs/Examples/Board` is a program that uses it.
    ///
    /// - Parameters:
    ///   - identifier: The object's identifier below the controller.
    ///   - parameters: Passed to the class of the plugin.
    /// - Throws: As `RestorationSession.make(_:under:className:parameters:)`; so a controller that
    ///   is not in a window yet, or has no restoration identifier, has no path for it.
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
