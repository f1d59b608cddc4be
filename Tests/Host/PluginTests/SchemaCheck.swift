import Foundation
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery

/// The subset of JSON Schema that the schemas of manifests, bindings and storyboards use.
struct SchemaCheck {
    /// The definitions of the schema's objects.
    let definitions: [String: Any]
    private let root: [String: Any]

    struct UnknownKeyword: Error { let name: String }

    /// Reads the schema `Docs/restoration-<name>.schema.json`.
    init(_ name: String) throws {
        let file = Repository.root.appending(path: "Docs/restoration-\(name).schema.json")
        let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        root = try #require(schema as? [String: Any])
        definitions = try #require(root["$defs"] as? [String: Any])
    }

    func definition(_ name: String) throws -> [String: Any] {
        try #require(definitions[name] as? [String: Any])
    }

    /// The names of the definitions that have properties.
    var objects: [String] {
        definitions.filter { ($0.value as? [String: Any])?["properties"] != nil }.map(\.key)
    }

    /// The violations of the schema by a value.
    ///
    /// - Throws: ``UnknownKeyword`` if the schema uses an unsupported keyword.
    func faults(of value: JSONValue) throws -> [String] { try faults(of: value, root) }

    private func faults(of value: JSONValue, _ schema: Any?) throws -> [String] {
        guard let schema = schema as? [String: Any] else {
            return schema as? Bool == false ? ["\(value.location): not there"] : []
        }
        var faults: [String] = []
        for (keyword, rule) in schema {
            let isMet =
                switch keyword {
                case "$schema", "$id", "$defs", "title", "description", "default": true
                case "$ref", "items", "oneOf", "anyOf", "properties", "patternProperties",
                    "additionalProperties":
                    true
                case "type": Self.isKind(rule, value)
                case "const": value.numberText == "\(rule)"
                case "required", "dependentRequired": Self.hasKeys(rule, value)
                case "pattern": try Self.matches(rule, value)
                case "uniqueItems": Self.isUnique(value)
                default: try Self.isWithin(keyword, rule, value)
                }
            if !isMet { faults.append("\(value.location): \(keyword)") }
        }
        if let name = schema["$ref"] as? String {
            let target = definitions[String(name.split(separator: "/").last ?? "")]
            faults += try self.faults(of: value, target)
        }
        if let choices = schema["oneOf"] as? [Any] {
            let fitting = try choices.count { try self.faults(of: value, $0).isEmpty }
            if fitting != 1 { faults.append("\(value.location): oneOf") }
        }
        if let choices = schema["anyOf"] as? [Any],
            try !choices.contains(where: { try self.faults(of: value, $0).isEmpty })
        {
            faults.append("\(value.location): anyOf")
        }
        for element in value.elements ?? [] {
            faults += try self.faults(of: element, schema["items"])
        }
        return try faults + membersFaults(of: value, schema)
    }

    private func membersFaults(of value: JSONValue, _ schema: [String: Any]) throws -> [String] {
        let properties = schema["properties"] as? [String: Any] ?? [:]
        let patterns = schema["patternProperties"] as? [String: Any] ?? [:]
        return try value.keys.flatMap { key -> [String] in
            let name = key.string ?? ""
            guard let member = value.member(name) else { return [] }
            if let property = properties[name] { return try faults(of: member, property) }
            let matching = try patterns.filter { name.contains(try Regex($0.key)) }
            if !matching.isEmpty {
                return try matching.values.flatMap { try faults(of: member, $0) }
            }
            if schema["additionalProperties"] as? Bool == false { return ["\(name): no such key"] }
            return try faults(of: member, schema["additionalProperties"])
        }
    }

    private static func isKind(_ rule: Any, _ value: JSONValue) -> Bool {
        switch rule as? String {
        case "object": value.isObject
        case "array": value.elements != nil
        case "string": value.string != nil
        case "boolean": value.boolean != nil
        case "number": value.number != nil
        case "integer": value.wholeNumber != nil
        default: false
        }
    }

    private static func hasKeys(_ rule: Any, _ value: JSONValue) -> Bool {
        let rules = rule as? [String: [String]] ?? ["": rule as? [String] ?? []]
        return rules.allSatisfy { name, needed in
            !name.isEmpty && value.member(name) == nil
                || needed.allSatisfy { value.member($0) != nil }
        }
    }

    private static func matches(_ rule: Any, _ value: JSONValue) throws -> Bool {
        // JSON Schema matches code points. By default, "\r\n" would match as one character.
        let pattern = try Regex(rule as? String ?? "").matchingSemantics(.unicodeScalar)
        return value.string?.contains(pattern) ?? true
    }

    private static func isUnique(_ value: JSONValue) -> Bool {
        let texts = value.elements?.compactMap(\.string) ?? []
        return Set(texts).count == texts.count
    }

    private static func isWithin(_ keyword: String, _ rule: Any, _ value: JSONValue) throws -> Bool
    {
        let bound = (rule as? NSNumber)?.doubleValue ?? .nan
        func isMet(_ size: Double?, _ isLeast: Bool) -> Bool {
            size.map { isLeast ? $0 >= bound : $0 <= bound } ?? true
        }
        let length = (value.string?.unicodeScalars.count).map { Double($0) }
        let count = (value.elements?.count).map { Double($0) }
        return switch keyword {
        case "minLength": isMet(length, true)
        case "maxLength": isMet(length, false)
        case "minItems": isMet(count, true)
        case "maxItems": isMet(count, false)
        case "minimum": isMet(value.number, true)
        case "maximum": isMet(value.number, false)
        default: throw UnknownKeyword(name: keyword)
        }
    }
}
