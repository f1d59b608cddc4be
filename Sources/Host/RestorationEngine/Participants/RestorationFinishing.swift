package import RestorationCore

/// An object that may fail to hear that the restore is finished, such as a plugin's, whose code is
/// not ours.
package protocol RestorationFinishing: Restorable {
    /// Does the same as `restorationDidFinish()`, but throws if that fails. The object stays as it
    /// is.
    func finishRestoration() throws
}

extension Restorable {
    /// Tells the object that the restore is finished, and returns the failure, if any.
    ///
    /// - Parameter traits: of the object's class.
    func hearFinish(_ traits: ClassTraits) -> Diagnosis? {
        guard traits.contains(.finishing), let object = self as? any RestorationFinishing else {
            restorationDidFinish()
            return nil
        }
        do {
            try object.finishRestoration()
            return nil
        } catch {
            return Diagnosis(error)
        }
    }
}
