package import RestorationCore

/// An object that holds its children itself, such as a plugin's.
package protocol AwaitedChildHolding: AnyObject {
    /// Replaces a stand-in by the object that has arrived, if this object holds the stand-in.
    func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject)
}
