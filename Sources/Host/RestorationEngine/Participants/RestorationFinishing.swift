package import RestorationCore

/// A class whose finish callback can fail, such as that of plugins' objects.
package protocol RestorationFinishing: Restorable {
    /// Like `restorationDidFinish()` of an object of this class, but can throw. An object that
    /// throws stays as it is.
    // By class, because a restore of many objects looks up the class once, but would cast each
    // object to the protocol.
    static func finishRestoration(of object: any Restorable) throws
}

extension Restorable {
    /// Tells the object that the restore finished, and returns the failure, if any.
    ///
    /// - Parameter type: The object's, if its finish callback can fail.
    func callFinish(_ type: (any RestorationFinishing.Type)?) -> Diagnosis? {
        guard let type else {
            restorationDidFinish()
            return nil
        }
        do {
            try type.finishRestoration(of: self)
            return nil
        } catch {
            return Diagnosis(error)
        }
    }
}
