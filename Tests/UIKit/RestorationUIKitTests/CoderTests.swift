import Foundation
import RestorationKit
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

/// Values that a controller stores and reads back after a kill.
@MainActor @Suite(.serialized) struct `A controller's coder` {
    private let device = Device()

    @Test func `reads an object of Foundation's if its class is named, in secure mode`() throws {
        let controller = try device.carry {
            $0.encode(NSCharacterSet(charactersIn: "ab"), forKey: "set")
        } _: {
            let named = $0.decodeObject(of: NSCharacterSet.self, forKey: "set")
            #expect(named?.characterIsMember(97) == true)
            #expect($0.decodeObject(forKey: "set") == nil && $0.error != nil)
        }
        #expect(controller.countOfDecodes == 1)
    }

    @Test func `fails permanently once a number does not fit`() throws {
        _ = try device.carry {
            $0.encode(Int64(1) << 40, forKey: "large")
            $0.encode("text", forKey: "text")
        } _: {
            #expect($0.decodeInt32(forKey: "large") == 0)
            #expect("\($0.error.map { "\($0)" } ?? "")".contains("\"large\""))
            #expect($0.decodeObject(forKey: "text") == nil)
        }
        let report = device.application?.restorationSession.report
        #expect(report?.entries.contains { $0.reason?.problem.contains("large") ?? false } == true)
    }

    @Test func `carries property-list values`() throws {
        let date = Date(timeIntervalSince1970: 1_600_000_000.25)
        let identifier = UUID()
        _ = try device.carry {
            $0.encode("text", forKey: "text")
            $0.encode(Data([1, 2]), forKey: "data")
            $0.encode(date, forKey: "date")
            $0.encode(identifier, forKey: "uuid")
            $0.encode(URL(string: "https://example.org/a")!, forKey: "url")
            $0.encode(Set(["x", "y"]), forKey: "set")
            $0.encode(IndexPath(row: 2, section: 1), forKey: "path")
            $0.encode(["$class": "mine"], forKey: "dollar")
            $0.encode(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "rectangle")
        } _: {
            #expect($0.decodeObject(forKey: "text") as? String == "text")
            #expect($0.decodeObject(of: NSString.self, forKey: "text") == "text")
            #expect($0.decodeObject(forKey: "data") as? Data == Data([1, 2]))
            let bytes = unsafe $0.withDecodedUnsafeBufferPointer(forKey: "data") { bytes in
                unsafe bytes.map { unsafe [UInt8]($0) }
            }
            #expect(bytes == [1, 2])
            #expect($0.decodeObject(forKey: "date") as? Date == date)
            #expect($0.decodeObject(forKey: "uuid") as? UUID == identifier)
            let url = $0.decodeObject(forKey: "url") as? URL
            #expect(url?.absoluteString == "https://example.org/a")
            #expect($0.decodeObject(forKey: "set") as? Set<String> == ["x", "y"])
            #expect($0.decodeObject(forKey: "path") as? IndexPath == IndexPath(row: 2, section: 1))
            #expect($0.decodeObject(forKey: "dollar") as? [String: String] == ["$class": "mine"])
            #expect($0.decodeCGRect(forKey: "rectangle").width == 3)
            #expect($0.error == nil)
        }
    }

    @Test func `makes an object of an allowed class`() throws {
        _ = try device.carry {
            $0.encode(Badge("gold", inner: Badge("inner", inner: nil)), forKey: "badge")
        } _: {
            let badge = $0.decodeObject(of: [Badge.self, NSString.self], forKey: "badge") as? Badge
            #expect(badge?.name == "gold" && badge?.inner?.name == "inner")
            #expect($0.error == nil)
        }
    }

    @Test func `refuses objects that refer to each other, however many they are`() throws {
        let nodes = (0..<4).map { _ in Node() }
        for node in nodes { node.links = nodes }
        defer { for node in nodes { node.links = [] } }
        let root = SingleController()
        root.encodes = { $0.encode(nodes[0], forKey: "node") }
        try device.launch(SecureProgram(root))

        try device.leave()

        let told = device.log.placedMessages.filter { $0.contains("levels of nesting") }
        #expect(told.count == 1 && told[0].contains("key \"node\""))
    }

    @Test func `saves undecodable values until another one is stored`() throws {
        func life(
            _ classes: [AnyClass],
            _ store: @escaping (NSCoder) -> Void
        ) throws -> [String?] {
            let root = SingleController()
            var badge: Badge?
            var text: String?
            root.decodes = {
                badge = $0.decodeObject(of: classes, forKey: "badge") as? Badge
                text = $0.decodeObject(of: NSString.self, forKey: "text") as String?
            }
            root.encodes = store
            try device.launch(SecureProgram(root))
            try device.leave()
            return [badge?.name, text]
        }
        let classes: [AnyClass] = [Badge.self, NSString.self]
        _ = try life(classes) {
            $0.encode(Badge("gold", inner: nil), forKey: "badge")
            $0.encode("kept", forKey: "text")
        }

        #expect(try life([NSURL.self]) { $0.encode(nil, forKey: "badge") } == [nil, nil])
        #expect(try life([NSURL.self]) { $0.encode("new", forKey: "text") } == [nil, nil])
        #expect(try life(classes) { $0.encode(nil, forKey: "badge") } == ["gold", "new"])
        #expect(try life(classes) { _ in } == [nil, nil])
    }

    @Test func `decodes an unregistered object as nil, and logs it`() throws {
        _ = try device.carry {
            $0.encode(Filter(), forKey: "filter")
        } _: {
            #expect($0.decodeObject(forKey: "filter") == nil)
            #expect($0.error == nil)
        }
        #expect(device.log.problems.contains { $0.contains("Filter was encoded but is not reg") })
    }
}

/// A controller that encodes and decodes with closures of the test.
final class SingleController: UIViewController {
    var encodes: (NSCoder) -> Void = { _ in }
    var decodes: (NSCoder) -> Void = { _ in }
    private(set) var countOfDecodes = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        let field = UITextField()
        field.restorationIdentifier = "Field"
        view.addSubview(field)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        encodes(coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        countOfDecodes += 1
        decodes(coder)
    }
}

/// An object that references others of its type.
final class Node: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    var links: [Node] = []

    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {
        for index in links.indices { coder.encode(links[index], forKey: "\(index)") }
        coder.encode(links, forKey: "links")
    }
}

final class Filter: NSObject, UIStateRestoring {}
