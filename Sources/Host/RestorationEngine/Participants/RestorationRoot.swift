package import RestorationCore

/// Where a capture starts: an object that the program shows, and the window or scene it belongs to.
package struct RestorationRoot {
    package let object: any Restorable
    /// Tells roots of equal identifiers apart (PATH-16).
    package let scope: String?
    let told: Told

    package init(_ object: any Restorable, scope: String?) {
        self.object = object
        self.scope = scope
        told = Told(scope)
    }
}
