// A host author imports one module: what the session's API shows comes along with it. The files of
// this module see what is exported here as well, and import only the rest.
@_exported public import RestorationCore
@_exported public import RestorationEngine
@_exported public import RestorationStorage

@_exported public import enum RestorationInvocation.ClosurePolicy
