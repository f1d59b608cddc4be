package import RestorationCore

/// An object that holds its children itself, such as a plugin's.
package protocol AwaitedChildHolding: AnyObject {
    /// Replaces a placeholder with the object that has arrived, if the placeholder is a child of
    /// this object.
    func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject)
}
