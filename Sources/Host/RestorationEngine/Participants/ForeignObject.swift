package import RestorationCore

/// An object of a plugin or of a program in C, which others know by a weak handle.
package protocol ForeignObject: Restorable {
    /// Called when the session has made and recorded the object. After an error, there is no
    /// object.
    func callMade() throws

    /// Like `restorationDidFinish()`, but can throw. An object that throws stays as it is.
    func finishRestoration() throws

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
}
