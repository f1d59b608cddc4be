package import RestorationCore

/// An object that holds its children by itself, such as a plugin's.
package protocol AwaitedChildHolding: AnyObject {
    /// Replaces a stand-in by its object, which has arrived, if it held the stand-in.
    func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject)
}
