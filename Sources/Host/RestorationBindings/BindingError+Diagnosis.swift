public import RestorationCore
internal import RestorationDiscovery

extension BindingError {
    public var diagnosis: Diagnosis {
        switch self {
        case .libraryNotLoadable(let binding, let library, let fault, let message):
            Diagnosis(
                problem: fault.problem(of: library),
                excerpt: message,
                place: binding,
                remedy: fault.remedy(forOwn: BindingFile.isOwn(library, of: binding))
            )
        case .bindingShortfall(let shortfall): shortfall.diagnosis
        case .bindingCallFailed(let failure): failure.diagnosis
        case .objectDestroyed(let binding, let path):
            Diagnosis(
                problem: "The library has destroyed the object of \(binding), or the program has"
                    + " abandoned it",
                place: path.isEmpty ? nil : path,
                remedy: "Remove an object from the session before its library destroys it."
            )
        case .noBoundClass(let binding, let kind):
            Diagnosis(
                problem: "\(binding) has no class for objects of this kind"
                    + (kind.map { ": \($0)" } ?? ""),
                place: binding,
                remedy: "Name the class, adopt(_:from:as:), or add an \"is\" function to"
                    + " a class of the binding."
            )
        case .otherKind(let binding, let className, let kind):
            Diagnosis(
                problem:
                    "The class \(className) does not accept objects of the kind \(kind)",
                place: binding,
                remedy: "Name the class of that kind, or none, so that the binding chooses."
            )
        case .notABinding(let plugin):
            Diagnosis(
                problem: "The plugin is not a binding, so it cannot adopt objects",
                place: plugin,
                remedy: "Name the binding of the object's library in adopt(_:from:as:)."
            )
        }
    }
}
