package import RestorationCore

/// An object at which a capture starts, and the scope of its window or scene.
package struct RestorationRoot {
    package let object: any Restorable
    /// Distinguishes roots with equal identifiers (PATH-16).
    package let scope: String?
    let told: Told

    package init(_ object: any Restorable, scope: String?) {
        self.object = object
        self.scope = scope
        told = Told(scope)
    }
}
