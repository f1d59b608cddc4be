// A program of the terminal is one of UIKit's classes; views of its own draw on the canvas.
@_exported public import RestorationUIKit
@_exported public import TerminalScreen
