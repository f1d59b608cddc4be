// Authors import one module. Classes conform to Core's protocols and encode with its types. Type
// aliases would not do, since member visibility depends on a file's imports.
@_exported public import RestorationCore
