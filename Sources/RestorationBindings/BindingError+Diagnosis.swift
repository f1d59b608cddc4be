public import RestorationCore
internal import RestorationDiscovery

extension BindingError {
    public var diagnosis: Diagnosis {
        switch self {
        case .libraryNotLoadable(let binding, let library, let fault):
            Diagnosis(
                problem: fault.problem(of: library),
                place: binding,
                remedy: fault.remedy(forOwn: BindingFile.isOwn(library, of: binding))
            )
        case .bindingShortfall(let shortfall): shortfall.diagnosis
        case .bindingCallFailed(let failure): failure.diagnosis
        case .objectGone(let binding, let path):
            Diagnosis(
                problem: "The object of \(binding) is gone: its library has destroyed it, or the"
                    + " program has abandoned it",
                place: path.isEmpty ? nil : path,
                remedy: "Remove it from the session when it goes."
            )
        case .noBoundClass(let binding, let kind):
            Diagnosis(
                problem: "No class of \(binding) is for an object of this kind"
                    + (kind.map { ": \($0)" } ?? ""),
                place: binding,
                remedy: "Name the class, adopt(_:from:as:), or add to one of the binding's what it"
                    + " \"is\"."
            )
        case .otherKind(let binding, let className, let kind):
            Diagnosis(
                problem:
                    "The object is of the kind \(kind), which the class \(className) is not for",
                place: binding,
                remedy: "Name its own class, or none, so that the binding tells."
            )
        case .notABinding(let plugin):
            Diagnosis(
                problem: "The plugin is no binding, and cannot adopt objects",
                place: plugin,
                remedy: "Name the binding that is about the object's library."
            )
        }
    }
}
