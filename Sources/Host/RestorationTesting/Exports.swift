// A test imports one module: a program under test and its session come together.
@_exported public import RestorationKit
