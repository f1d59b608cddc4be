// A program that imports UIKit gets Foundation with it.
@_exported public import Foundation
