package import RestorationCore

/// An object whose finish callback can fail, such as a plugin's.
package protocol RestorationFinishing: Restorable {
    /// Like `restorationDidFinish()`, but can throw. An object that throws stays as it is.
    func finishRestoration() throws
}

extension Restorable {
    /// Tells the object that the restore finished, and returns the failure, if any.
    func callFinish(_ traits: ClassTraits) -> Diagnosis? {
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
