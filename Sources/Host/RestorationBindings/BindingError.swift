public import RestorationCore
public import RestorationDiscovery

/// A binding cannot be used, or one of its calls failed.
@nonexhaustive
public enum BindingError: DiagnosedError, Hashable {
    /// A library of a binding cannot be loaded. `message` is the dynamic loader's text, if it was
    /// called.
    case libraryNotLoadable(binding: String, library: String, LibraryFault, message: String?)
    /// A library lacks functions that a binding calls, or is too old for it.
    case bindingShortfall(BindingShortfall)
    /// A call of a binding failed.
    case bindingCallFailed(BindingCallFailure)
    /// The library has destroyed the object, or the host has abandoned it.
    case objectDestroyed(binding: String, path: String)
    /// No class of the binding fits an adopted object.
    case noBoundClass(binding: String, kind: String?)
    /// An object is not of the class that the program named for it.
    case otherKind(binding: String, className: String, kind: String)
    /// A plugin other than a binding was to adopt a library's object.
    case notABinding(plugin: String)
}
