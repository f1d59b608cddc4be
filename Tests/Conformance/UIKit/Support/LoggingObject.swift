import Foundation
import RestorationUIKit

/// A registered object that logs its callbacks.
final class LoggingObject: NSObject, UIStateRestoring {
    var text: String
    let restorationParent: (any UIStateRestoring)?
    let objectRestorationClass: (any UIObjectRestoration.Type)?
    private(set) var countOfDecodes = 0

    init(
        _ text: String = "",
        under parent: (any UIStateRestoring)? = nil,
        madeBy type: (any UIObjectRestoration.Type)? = nil
    ) {
        self.text = text
        restorationParent = parent
        objectRestorationClass = type
    }

    func register(_ identifier: String) {
        UIApplication.registerObject(
            forStateRestoration: self,
            restorationIdentifier: identifier
        )
    }

    func encodeRestorableState(with coder: NSCoder) {
        Log.note("encode object")
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: NSCoder) {
        Log.note("decode object")
        countOfDecodes += 1
        text = coder.decodeObject(forKey: "text") as? String ?? "?"
    }

    func applicationFinishedRestoringState() { Log.note("finish object") }
}

/// A restoration class with a closure of the test.
final class ObjectMaker: UIObjectRestoration {
    static var make: ([String], NSCoder) -> (any UIStateRestoring)? = { _, _ in nil }

    static func object(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> (any UIStateRestoring)? {
        Log.note("make \(identifierComponents.joined(separator: "/"))")
        return make(identifierComponents, coder)
    }
}
