import Foundation
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery
@testable import RestorationStoryboards

/// The schema of storyboards that editors use must agree with the reader, which is authoritative.
@Suite struct `The schema of storyboards` {
    private let schema: SchemaCheck

    init() throws { schema = try SchemaCheck("storyboard") }

    /// The faults that the schema and the reader find in a text.
    private func faults(in text: String) throws -> (schema: [String], reader: StoryboardError?) {
        let tree = try JSONTree(parsing: Array(text.utf8), of: .binding)
        let faults = try schema.faults(of: tree.root)
        do throws(StoryboardError) {
            _ = try StoryboardDocument(Data(text.utf8), place: "text")
            return (faults, nil)
        } catch {
            return (faults, error)
        }
    }

    @Test(arguments: [
        ("document", StoryboardKeys.document), ("scene", StoryboardKeys.scene),
        ("segue", StoryboardKeys.segue), ("view", StoryboardKeys.view),
    ])
    func `has exactly the keys that the reader accepts`(name: String, keys: [String]) throws {
        #expect(schema.definitions.count == 4)
        let properties = try schema.definition(name)["properties"] as? [String: Any]
        #expect(properties?.keys.sorted() == keys.sorted())
    }

    @Test func `accepts a storyboard with every key`() throws {
        let found = try faults(in: StoryboardText.whole)

        #expect(found.schema == [])
        #expect(found.reader == nil)
    }

    @Test(arguments: [
        (#""format": 1"#, #""format": 2"#), (#""format": 1, "#, ""),
        (#""initial": "List""#, #""initial": 1"#), (#""initial""#, #""begin""#),
        (#"{"id": "Cat"}"#, #"{"id": 1}"#), (#"{"id": "Cat"}"#, "{}"),
        (#""useStoryboardID": true"#, #""useStoryboardID": 1"#), (#"["Cat"]"#, #""Cat""#),
        (#""kind": "present""#, #""kind": "push""#), (#""to": "Cat""#, #""x-to": "Cat""#),
        ("[0, 0.5, 200, 20]", "[0, 0.5, 200]"), ("[0, 0.5, 200, 20]", #"["0", 0.5, 200, 20]"#),
        (#"{"touchUpInside": "rename"}"#, #"{"touchUpInside": 1}"#),
        (#""hidden": false"#, #""hidden": []"#), (#""outlet": "all""#, #""out": "all""#),
    ])
    func `refuses the same files as the reader`(original: String, replacement: String) throws {
        let text = StoryboardText.whole.replacing(original, with: replacement, maxReplacements: 1)
        #expect(text != StoryboardText.whole)

        let found = try faults(in: text)

        #expect(!found.schema.isEmpty)
        #expect(found.reader != nil)
    }
}

/// Storyboards with random changes.
@Suite struct `Reading a broken storyboard` {
    @Test(arguments: 1...UInt64(8))
    func `yields a storyboard or an error after every random change`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var taken = 0
        for _ in 0..<500 {
            var bytes = Array(StoryboardText.whole.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes[place] = bytes.randomElement(using: &random)!
                }
            }
            if (try? StoryboardDocument(Data(bytes), place: "text")) != nil { taken += 1 }
        }
        #expect(taken > 0 && taken < 500)
    }
}

private enum StoryboardText {
    /// A storyboard with every key.
    static let whole = #"""
        {"$schema": "restoration-storyboard.schema.json", "format": 1, "initial": "List", "x-a": 1,
         "scenes": [
           {"id": "List", "class": "ListController", "restorationIdentifier": "Cats", "title": "Cats",
            "useStoryboardID": true, "children": ["Cat"], "x-a": 1,
            "segues": [{"id": "Show", "kind": "present", "to": "Cat", "x-a": 1}],
            "view": {"class": "UIView", "restorationIdentifier": "View", "outlet": "all", "x-a": 1,
              "subviews": [
                {"frame": [0, 0.5, 200, 20], "actions": {"touchUpInside": "rename"},
                 "values": {"tag": 1, "hidden": false, "text": "a"}}
              ]}},
           {"id": "Cat"}
         ]}
        """#
}
