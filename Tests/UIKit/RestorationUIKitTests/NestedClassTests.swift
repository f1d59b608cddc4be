import Foundation
import RestorationKit
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

/// Classes nested in other types.
@MainActor @Suite(.serialized) struct `A nested class` {
    private let device = Device()

    /// Stores an object, and reads it back by its class.
    private func comesBack<Object: Medal>(_ object: Object) throws -> Bool {
        var name: String?
        try device.carry {
            $0.encode(object, forKey: "medal")
            $0.encode([object], forKey: "medals")
        } _: {
            let classes: [AnyClass] = [NSArray.self, Object.self, NSString.self]
            name = $0.decodeObject(of: Object.self, forKey: "medal")?.name
            let medals = $0.decodeObject(of: classes, forKey: "medals") as? [Object]
            #expect(medals?.map(\.name) == name.map { [$0] })
        }
        return name == object.name
    }

    @Test func `has objects that are stored by value`() throws {
        #expect(try comesBack(Model.Gold("a")))
        #expect(try comesBack(Model.Inner.Silver("b")))
        #expect(try comesBack(Bundle.Badge("c")))
        #expect(try comesBack(Wrapped<Int>("d")))
        #expect(try comesBack(Model.Generic<String>("e")))
    }

    @Test func `that is private or local costs the controller, not the program`() throws {
        final class Local: Medal {}
        for medal in [Model.Hidden("a"), Local("b")] {
            let root = SingleController()
            root.encodes = { $0.encode([medal], forKey: "medal") }
            try device.launch(SecureProgram(root))

            try device.leave()
        }

        let told = device.log.problems.filter { $0.contains("is private or local") }
        #expect(told.count == 2 && told.allSatisfy { $0.contains("\"medal\"") })
    }

    @Test func `within an object of Foundation's costs the controller, not the program`() throws {
        let units: [String: Unit] = [
            "Ell": Model.Ell(symbol: "ell"), "Step": Pace(symbol: "pace"),
            "NSRange": Span(symbol: "span", of: NSRange(location: 1, length: 2)),
            "Extent": Span(symbol: "span", of: [Extent()]),
            "NSPredicate": Span(symbol: "span", of: ["a": NSPredicate(value: true)]),
        ]
        for (name, unit) in units {
            let root = SingleController()
            root.encodes = {
                $0.encode(NSMeasurement(doubleValue: 1, unit: unit), forKey: "length")
            }
            try device.launch(SecureProgram(root))

            try device.leave()

            let told = device.log.problems.last
            #expect(told?.contains(name) == true && told?.contains("\"length\"") == true)
        }
    }

    @Test func `is found as a restoration class`() throws {
        #expect(try device.returned(Screens.Edit.self) == 1)
        #expect(try device.returned(Screens.Inner.Edit.self) == 1)
        #expect(try device.returned(UIViewController.Edit.self) == 1)
        #expect(try device.returned(Titles<Int>.self) == 1)
        #expect(device.log.problems.isEmpty)
    }

    @Test func `is found by a storyboard`() throws {
        for name in ["Screens.Edit", "RestorationUIKitTests.Screens.Inner.Edit"] {
            let program = try StoryboardProgram(
                #"{"format": 1, "initial": "A", "scenes": [{"id": "A", "class": "\#(name)"}]}"#
            )
            try device.launch(program)
            #expect(program.window?.rootViewController is any UIViewControllerRestoration)
        }
    }

    @Test func `that is missing for one launch leaves the controller's state for the next`() throws
    {
        func launch(knowsClass: Bool) throws -> UINavigationController {
            device.configure = {
                $0.restorationClasses = knowsClass ? ["Letter": HiddenLetter.self] : [:]
            }
            let stack = UINavigationController()
            try device.launch(SecureProgram(stack))
            return stack
        }
        let first = try launch(knowsClass: true)
        let letter = HiddenLetter()
        letter.restorationIdentifier = "Letter"
        letter.restorationClass = HiddenLetter.self
        letter.text = "Dear"
        first.viewControllers = [letter]
        try device.leave()

        let second = try launch(knowsClass: false)
        #expect(second.viewControllers.isEmpty)
        second.invalidateRestorableState()
        try device.leave()
        let third = try launch(knowsClass: true)

        #expect((third.viewControllers.first as? HiddenLetter)?.text == "Dear")
    }
}

/// Restoration classes that cannot be looked up by their own names.
@MainActor @Suite(.serialized) struct `A private restoration class` {
    private let device = Device()

    private var isReported: Bool {
        device.log.problems.contains { $0.contains("is not found by its name") }
    }

    @Test func `is reported when it is saved, and does not come back`() throws {
        #expect(try device.returned(Hidden.self) == 0)
        #expect(isReported)
    }

    @Test func `comes back if it has been given a name`() throws {
        device.configure = { $0.restorationClasses = ["Hidden": Hidden.self] }

        #expect(try device.returned(Hidden.self) == 1)
        #expect(!isReported)
    }
}

extension Device {
    /// The number of controllers that a restoration class restores.
    fileprivate func returned(_ type: ReturningScreen.Type) throws -> Int {
        let before = UINavigationController()
        try launch(SecureProgram(before))
        let screen = type.init(nibName: nil, bundle: nil)
        screen.restorationIdentifier = "Screen"
        screen.restorationClass = type
        before.viewControllers = [screen]
        try leave()
        let after = UINavigationController()
        try launch(SecureProgram(after))
        return after.viewControllers.count
    }
}

class Medal: NSObject, NSSecureCoding {
    class var supportsSecureCoding: Bool { true }
    let name: String

    required init(_ name: String) { self.name = name }
    func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
    required init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    }
}

struct Extent {}

/// A unit with a value that Foundation's units lack.
final class Span: Unit, @unchecked Sendable {
    private var value: Any?

    convenience init(symbol: String, of value: Any) {
        self.init(symbol: symbol)
        self.value = value
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(value, forKey: "value")
    }
}

final class Pace: Model.Step, @unchecked Sendable {}

enum Model {
    final class Ell: Unit, @unchecked Sendable {}
    class Step: Unit, @unchecked Sendable {}
    final class Gold: Medal {}
    struct Inner { final class Silver: Medal {} }
    final class Generic<Kind>: Medal {}
    fileprivate final class Hidden: Medal {}
}

extension Bundle { final class Badge: Medal {} }

final class Wrapped<Kind>: Medal {}

/// A screen restored by its class.
class ReturningScreen: UIViewController, UIViewControllerRestoration {
    class func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { self.init(nibName: nil, bundle: nil) }

    required override init(nibName: String?, bundle nibBundle: Bundle?) {
        super.init(nibName: nibName, bundle: nibBundle)
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

enum Screens {
    final class Edit: ReturningScreen {}
    struct Inner { final class Edit: ReturningScreen {} }
}

extension UIViewController { final class Edit: ReturningScreen {} }

final class Titles<Kind>: ReturningScreen {}

private final class Hidden: ReturningScreen {}

private final class HiddenLetter: TextController, UIViewControllerRestoration {
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { HiddenLetter() }
}
