// An author imports one module. What a class conforms to and encodes with is Core's, and member
// visibility counts the modules that a file imports, so type aliases would not do.
@_exported public import RestorationCore
