package import RestorationCore

/// An object of a plugin or of a program in C, which others know by a weak handle.
package protocol ForeignObject: Restorable {
    /// Called when the session has made and recorded the object. After an error, there is no
    /// object.
    func callMade() throws

    /// Like `restorationDidFinish()` of an object of this class, but can throw. An object that
    /// throws stays as it is.
    // By class, because a restore of many objects looks up the class once, but would cast each
    // object to the protocol.
    static func finishRestoration(of object: any Restorable) throws

    /// Called when the object's state is retained. After the object's deallocation, the handle
    /// leads to its stand-in.
    func didRetainState(_ standIn: UnavailableObject)

    /// Replaces a placeholder with the object that has arrived, if the placeholder is a child of
    /// this object.
    func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject)
}

extension Restorable {
    /// Tells a new object that the session has recorded it.
    package func notifyMade() throws {
        switch self {
        case let object as any RestorableObject: try object.restorationDidMake()
        case let object as any ForeignObject: try object.callMade()
        default: break
        }
    }

    /// Tells the object that the restore finished, and returns the failure, if any.
    ///
    /// - Parameter type: The object's, if its finish callback can fail.
    func callFinish(_ type: (any ForeignObject.Type)?) -> Diagnosis? {
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
