public import RestorationCore
public import RestorationDiscovery

/// A binding that cannot be used, or a call of its that failed.
@nonexhaustive
public enum BindingError: DiagnosedError, Hashable {
    /// A library that a binding is about cannot be loaded, in the words of the dynamic loader if it
    /// was asked.
    case libraryNotLoadable(binding: String, library: String, LibraryFault, message: String?)
    /// A library lacks functions that a binding calls, or is too old for it.
    case bindingShortfall(BindingShortfall)
    /// A call of a binding failed.
    case bindingCallFailed(BindingCallFailure)
    /// The library has destroyed the object, or the host has abandoned it.
    case objectDestroyed(binding: String, path: String)
    /// No class of the binding fits an object that was handed over.
    case noBoundClass(binding: String, kind: String?)
    /// An object is none of the class that the program named for it.
    case otherKind(binding: String, className: String, kind: String)
    /// A plugin that is no binding was to adopt an object of a library.
    case notABinding(plugin: String)
}
