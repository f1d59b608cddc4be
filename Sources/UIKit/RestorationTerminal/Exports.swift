// Programs use UIKit's classes. Their own views draw on the canvas.
@_exported public import RestorationUIKit
@_exported public import TerminalScreen
