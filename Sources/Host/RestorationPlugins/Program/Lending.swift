package import RestorationCore

/// The terms on which a program in C has lent an object to its session: the program frees it.
package final class Lending {
    /// The object's name among its siblings.
    let identifier: String
    /// The object below which the program builds it, if any.
    private(set) weak var parent: (any Restorable)?

    package init(as identifier: String, below parent: (any Restorable)?) {
        self.identifier = identifier
        self.parent = parent
    }
}
