package import RestorationCore

/// An object that hears that it is new though it is no ``RestorableObject``, such as a plugin's.
package protocol NewObjectObserving: Restorable {
    /// The session has made the object and knows it. An error means that there is no object.
    func hearMaking() throws
}

extension Restorable {
    /// Tells an object that a session has made that the session knows it by now.
    package func noteMade() throws {
        switch self {
        case let object as any RestorableObject: try object.restorationDidMake()
        case let object as any NewObjectObserving: try object.hearMaking()
        default: break
        }
    }
}
