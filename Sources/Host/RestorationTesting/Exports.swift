// Tests need only this import.
@_exported public import RestorationKit
