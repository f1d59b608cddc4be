// A host author imports one module, which exports the modules whose types are in the session's API.
// The files of this module see those as well, and import only others.
@_exported public import RestorationCore
@_exported public import RestorationEngine
@_exported public import RestorationStorage

@_exported public import enum RestorationInvocation.ClosurePolicy
