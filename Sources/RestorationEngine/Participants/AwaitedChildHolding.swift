package import RestorationCore

/// An object that holds what it contains by itself, such as a plugin's.
package protocol AwaitedChildHolding: AnyObject {
    /// Holds an object that has come in place of what stood for it, if it held that.
    func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject)
}
