// Host authors import one module, which exports the modules in the session's API. Files here import
// only other modules.
@_exported public import RestorationCore
@_exported public import RestorationEngine
@_exported public import RestorationStorage

@_exported public import enum RestorationInvocation.ClosurePolicy
