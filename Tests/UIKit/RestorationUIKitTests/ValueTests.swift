import Foundation
import RestorationKit
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

/// Values of a controller that Darwin bridges to objects.
@MainActor @Suite(.serialized) struct `Values of a controller` {
    private let device = Device()

    @Test func `are numbers of any type, and come back as any type that holds them`() throws {
        let numbers: [String: Any] = [
            "CGFloat": 12.5 as CGFloat, "Double": 12.5, "Float": 12.5 as Float,
        ]
        let integers: [String: Any] = [
            "Int": 7, "Int8": 7 as Int8, "Int16": 7 as Int16, "Int32": 7 as Int32,
            "Int64": 7 as Int64, "UInt": 7 as UInt, "UInt8": 7 as UInt8, "UInt16": 7 as UInt16,
            "UInt32": 7 as UInt32, "UInt64": 7 as UInt64, "CGFloat": 7 as CGFloat,
        ]
        try device.carry { coder in
            for (key, number) in numbers { coder.encode(number, forKey: key) }
            for (key, number) in integers { coder.encode(number, forKey: "7 \(key)") }
            coder.encode(3.25 as CGFloat, forKey: "plain")
            coder.encode(Optional(3.25 as CGFloat), forKey: "optional")
            coder.encode(UInt64.max, forKey: "largest")
        } _: { coder in
            for key in numbers.keys {
                let number = coder.decodeObject(forKey: key)
                #expect(number as? CGFloat == 12.5 && number as? Double == 12.5)
                #expect(number as? Float == 12.5 && number as? Int == nil)
                #expect(coder.decodeDouble(forKey: key) == 12.5)
                #expect(coder.decodeFloat(forKey: key) == 12.5)
            }
            for key in integers.keys {
                let number = coder.decodeObject(forKey: "7 \(key)")
                #expect(number as? Int == 7 && number as? UInt8 == 7 && number as? Int64 == 7)
                #expect(number as? Double == 7 && number as? CGFloat == 7 && number as? Float == 7)
                #expect(coder.decodeObject(of: NSNumber.self, forKey: "7 \(key)") == 7)
            }
            #expect(coder.decodeObject(forKey: "plain") as? CGFloat == 3.25)
            #expect(coder.decodeObject(forKey: "optional") as? CGFloat == 3.25)
            #expect(coder.decodePropertyList(forKey: "optional") as? CGFloat == 3.25)
            #expect(coder.decodeObject(forKey: "largest") as? UInt64 == .max)
            #expect(coder.error == nil)
        }
    }

    @Test func `are numbers in arrays, dictionaries and sets`() throws {
        let sizes: [CGFloat] = [1, 2.5]
        try device.carry { coder in
            coder.encode(sizes, forKey: "array")
            coder.encode(["width": 1 as CGFloat, "height": 2.5], forKey: "dictionary")
            coder.encode(Set(sizes), forKey: "set")
            coder.encode([["rows": [sizes]]], forKey: "nested")
            coder.encode([true, false], forKey: "flags")
        } _: { coder in
            #expect(coder.decodeObject(forKey: "array") as? [CGFloat] == sizes)
            #expect(coder.decodePropertyList(forKey: "array") as? [Double] == [1, 2.5])
            let dictionary = coder.decodeObject(forKey: "dictionary") as? [String: CGFloat]
            #expect(dictionary == ["width": 1, "height": 2.5])
            #expect(coder.decodeObject(forKey: "set") as? Set<CGFloat> == Set(sizes))
            let nested = coder.decodeObject(forKey: "nested") as? [[String: [[CGFloat]]]]
            #expect(nested == [["rows": [sizes]]])
            #expect(coder.decodeObject(forKey: "flags") as? [Bool] == [true, false])
            #expect(coder.error == nil)
        }
    }

    @Test func `preserve the positions of nulls, apart from unrestored objects`() throws {
        let optionals: [CGFloat?] = [1, nil, 3]
        try device.carry { coder in
            coder.encode([1, NSNull(), 3], forKey: "nulls")
            coder.encode(optionals, forKey: "optionals")
            coder.encode(["none": NSNull(), "some": 1], forKey: "dictionary")
            coder.encode(NSNull(), forKey: "null")
            coder.encode(Int?.none as Any, forKey: "nil")
            coder.encode([1, Filter(), 3], forKey: "unregistered")
        } _: { coder in
            for key in ["nulls", "optionals"] {
                let values = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: key)
                let array = values as? [Any]
                #expect(array?.count == 3 && array?[1] is NSNull && array?.last as? Int == 3)
            }
            let dictionary = coder.decodePropertyList(forKey: "dictionary") as? [String: Any]
            #expect(dictionary?["none"] is NSNull && dictionary?["some"] as? Int == 1)
            #expect(coder.decodeObject(forKey: "null") is NSNull)
            #expect(coder.containsValue(forKey: "nil"))
            #expect(coder.decodeObject(forKey: "nil") == nil)
            #expect(coder.decodeObject(forKey: "unregistered") as? [Int] == [1, 3])
            #expect(coder.error == nil)
        }
    }

    @Test func `are decimals, to the last digit`() throws {
        let price = try #require(Decimal(string: "12345678901234567890.0123456789"))
        try device.carry { coder in
            coder.encode(NSDecimalNumber(decimal: price), forKey: "object")
            coder.encode([price], forKey: "array")
            coder.encode(Set([price]), forKey: "set")
            coder.encode(1.5 as Decimal, forKey: "small")
        } _: { coder in
            #expect(
                coder.decodeObject(forKey: "object") as? NSDecimalNumber == .init(decimal: price)
            )
            #expect(coder.decodeObject(of: NSDecimalNumber.self, forKey: "object") != nil)
            #expect(coder.decodeObject(forKey: "array") as? [Decimal] == [price])
            #expect(coder.decodeObject(forKey: "set") as? Set<Decimal> == [price])
            #expect(coder.decodeObject(forKey: "small") as? Double == 1.5)
            #expect(coder.decodeDouble(forKey: "small") == 1.5)
            #expect(coder.error == nil)
        }
    }

    @Test func `are dictionaries by numbers, and sets that have an order`() throws {
        try device.carry { coder in
            coder.encode([3: "three", 4: "four"], forKey: "numbers")
            coder.encode([IndexPath(row: 1, section: 0): 20 as CGFloat], forKey: "paths")
            coder.encode(NSOrderedSet(array: ["b", "a"]), forKey: "ordered")
        } _: { coder in
            let numbers = coder.decodeObject(forKey: "numbers") as? [Int: String]
            #expect(numbers == [3: "three", 4: "four"])
            let paths = coder.decodeObject(forKey: "paths") as? [IndexPath: CGFloat]
            #expect(paths == [IndexPath(row: 1, section: 0): 20])
            let ordered = coder.decodeObject(
                of: [NSOrderedSet.self, NSString.self],
                forKey: "ordered"
            )
            #expect((ordered as? NSOrderedSet)?.array as? [String] == ["b", "a"])
            #expect(coder.error == nil)
        }
    }

    @Test func `are points, sizes, rectangles, insets and transforms`() throws {
        let place = CGRect(x: 1, y: 2, width: 3, height: 4)
        let insets = UIEdgeInsets(top: 1, bottom: 2)
        let transform = CGAffineTransform(scaleX: 2, y: 3)
        try device.carry { coder in
            coder.encode([place.origin], forKey: "points")
            coder.encode(["size": place.size], forKey: "sizes")
            coder.encode([place] as [CGRect?], forKey: "places")
            coder.encode([insets, transform] as [Any], forKey: "others")
            coder.encode(insets, forKey: "insets")
        } _: { coder in
            #expect(coder.decodeObject(forKey: "points") as? [CGPoint] == [place.origin])
            let sizes = coder.decodeObject(of: [NSDictionary.self, NSValue.self], forKey: "sizes")
            #expect(sizes as? [String: CGSize] == ["size": place.size])
            #expect(coder.decodeObject(forKey: "places") as? [CGRect] == [place])
            let others = coder.decodeObject(forKey: "others") as? [Any]
            #expect(others?.first as? UIEdgeInsets == insets)
            #expect(others?.last as? CGAffineTransform == transform)
            #expect(coder.decodeUIEdgeInsets(forKey: "insets") == insets)
            #expect(coder.error == nil)
        }
    }

    @Test func `are ranges and errors`() throws {
        let range = NSRange(location: 3, length: 4)
        let absent = NSRange(location: NSNotFound, length: 0)
        let error = NSError(
            domain: "org.example",
            code: 0x1_0000_0000,
            userInfo: [NSLocalizedDescriptionKey: "offline"]
        )
        try device.carry { coder in
            coder.encode(range, forKey: "range")
            coder.encode(["ranges": [range, absent]], forKey: "ranges")
            coder.encode(error, forKey: "error")
        } _: { coder in
            #expect(coder.decodeObject(forKey: "range") as? NSRange == range)
            let ranges = coder.decodeObject(forKey: "ranges") as? [String: [NSRange]]
            #expect(ranges == ["ranges": [range, absent]])
            let read = coder.decodeObject(forKey: "error") as? NSError
            #expect(read?.domain == error.domain)
            #expect(read?.code == error.code)
            #expect(read?.localizedDescription == "offline")
            #expect(coder.error == nil)
        }
    }

    @Test func `are attributed texts with attributes of any kind`() throws {
        let (value, other) = (NSAttributedString.Key("value"), NSAttributedString.Key("other"))
        let values: [Any] = [
            7, 2.5 as CGFloat, 1.5 as Decimal, NSRange(location: 3, length: 4), NSNull(),
            URL(string: "https://example.org")!, [NSRange(location: 0, length: 1)], ["a": 1.5],
            NSError(domain: "org.example", code: 3), Model.Gold("a"),
            NSAttributedString(string: "in", attributes: [value: "side"]),
        ]
        let texts = values.map {
            NSMutableAttributedString(string: "a😀bc", attributes: [value: $0])
        }
        texts[0].addAttribute(other, value: "x", range: NSRange(location: 1, length: 2))
        try device.carry { coder in
            for (index, text) in texts.enumerated() { coder.encode(text, forKey: "\(index)") }
            coder.encode(NSAttributedString(string: ""), forKey: "empty")
        } _: { coder in
            let classes = [NSAttributedString.self, NSNull.self, NSError.self, Model.Gold.self]
            let read = texts.indices.map {
                coder.decodeObject(of: classes, forKey: "\($0)") as? NSAttributedString
            }
            #expect(read.allSatisfy { $0?.string == "a😀bc" })
            let found = read.map { unsafe $0?.attribute(value, at: 0, effectiveRange: nil) }
            #expect(found[0] as? Int == 7 && found[1] as? CGFloat == 2.5)
            #expect(found[2] as? Decimal == 1.5 && found[4] is NSNull)
            #expect(found[3] as? NSRange == NSRange(location: 3, length: 4))
            #expect((found[5] as? URL)?.host == "example.org")
            #expect(found[6] as? [NSRange] == [NSRange(location: 0, length: 1)])
            #expect(found[7] as? [String: Double] == ["a": 1.5])
            #expect((found[8] as? NSError)?.code == 3 && (found[9] as? Model.Gold)?.name == "a")
            #expect((found[10] as? NSAttributedString)?.string == "in")
            let part = unsafe read[0]?.attribute(other, at: 2, effectiveRange: nil)
            #expect(part as? String == "x")
            #expect(unsafe read[0]?.attribute(other, at: 3, effectiveRange: nil) == nil)
            #expect(coder.decodeObject(of: NSAttributedString.self, forKey: "empty")?.length == 0)
            #expect(coder.error == nil)
        }
    }

    @Test func `are logged when one cannot be stored, and cost only their object`() throws {
        let root = SingleController()
        root.encodes = { $0.encode([1 as Int128], forKey: "number") }
        let program = SecureProgram(root)
        program.willEncode = {
            $0.encode(NSObject(), forKey: "object")
            $0.encode("kept", forKey: "text")
        }
        try device.launch(program)

        try device.leave()

        let problems = device.log.problems
        #expect(problems.count { $0.contains(#""number" cannot be stored: Int128"#) } == 1)
        #expect(problems.count { $0.contains(#""object" cannot be stored: NSObject"#) } == 1)
        var text: String?
        let again = SecureProgram(SingleController())
        again.didDecode = { text = $0.decodeObject(forKey: "text") as? String }
        try device.launch(again)
        #expect(text == "kept")
    }

    @Test func `are reported if they are attributes of a text`() throws {
        let key = NSAttributedString.Key("key")
        let values: [Any] = [Extent(), [Extent()], NSObject(), NSPredicate(value: true)]
        for (value, name) in zip(values, ["Extent", "Extent", "NSObject", "NSPredicate"]) {
            let root = SingleController()
            let text = NSAttributedString(string: "a", attributes: [key: value])
            root.encodes = { $0.encode(text, forKey: "text") }
            try device.launch(SecureProgram(root))

            try device.leave()

            let told = #""text" cannot be stored: \#(name) does not conform to NSCoding"#
            #expect(device.log.problems.last?.contains(told) == true)
        }
    }

    @Test func `without a key are an error, and do not end the program`() throws {
        let root = SingleController()
        root.encodes = {
            $0.encode("text")
            $0.encode(Data([1]))
            $0.encodePropertyList([1])
            #expect($0.error != nil && $0.decodeObject() == nil && $0.decodePropertyList() == nil)
        }
        try device.launch(SecureProgram(root))

        try device.leave()

        #expect(device.log.problems.contains { $0.contains("without a key") })
    }
}
