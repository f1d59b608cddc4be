// Tests need only this import to launch a program and use its session.
@_exported public import RestorationKit
