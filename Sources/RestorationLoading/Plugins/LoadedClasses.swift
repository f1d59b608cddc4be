internal import RestorationEngine

/// The restoration classes of a plugin that has been loaded.
final class LoadedClasses {
    private var classes: [Named] = []

    /// An object, for the reason that a ``WeakMailbox`` is one.
    private final class Named: NamedObject {
        let restorationClass: any RestorationClass

        init(_ restorationClass: any RestorationClass, _ name: String) {
            self.restorationClass = restorationClass
            super.init(name)
        }
    }

    /// Adds a class. Its name is no other one's.
    func add(_ restorationClass: any RestorationClass, named name: String) {
        classes.append(Named(restorationClass, name))
    }

    /// The class of that name. There are a few: a dictionary costs more than it spares.
    func restorationClass(named name: String) -> (any RestorationClass)? {
        classes.first { $0.name == name }?.restorationClass
    }

    /// All of them.
    var byName: [String: any RestorationClass] {
        Dictionary(classes.map { ($0.name, $0.restorationClass) }) { first, _ in first }
    }
}
