@_exported import RestorationUIKit
