package import RestorationCore

/// An object, such as a plugin's, that is notified when it is new, without being a
/// ``RestorableObject``.
package protocol NewObjectObserving: Restorable {
    /// Called when the session has made and recorded the object. After an error, there is no
    /// object.
    func callMade() throws
}

extension Restorable {
    /// Tells a new object that the session has recorded it.
    package func notifyMade() throws {
        switch self {
        case let object as any RestorableObject: try object.restorationDidMake()
        case let object as any NewObjectObserving: try object.callMade()
        default: break
        }
    }
}
