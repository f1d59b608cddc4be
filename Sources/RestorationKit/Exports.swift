// A host author imports one module: what the session's API shows comes along with it. The files of
// this module see these three by it, too, and import only what is not here.
@_exported public import RestorationCore
@_exported public import RestorationEngine
@_exported public import RestorationStorage

@_exported public import enum RestorationInvocation.ClosurePolicy
