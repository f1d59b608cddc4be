import FoundationEssentials
import RestorationCore

extension ArchiveContents {
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(file, forKey: "file")
        try members.encode(generation, forKey: "generation")
        try members.encode(info.timestamp.isoText, forKey: "savedAt")
        try members.encode(info.applicationVersion, forKey: "applicationVersion")
        try members.encode(info.systemVersion, forKey: "systemVersion")
        try members.encode(sizeInBytes, forKey: "sizeInBytes")
        try members.encode(objectCount, forKey: "objectCount")
        let facts = objects.map { ObjectFacts(object: $0, path: path(ofRecord:), hides: hides) }
        try members.encode(facts, forKey: "objects")
    }
}

private struct ObjectFacts: Encodable {
    let object: PreservedObject
    let path: (UInt32) -> String
    /// Whether a value is hidden.
    let hides: (RecordField) -> Bool

    func encode(to encoder: any Encoder) throws {
        let fields = try? object.fields.get().map { field in
            FieldFacts(
                field: field,
                value: ValueFacts(value: field.value, path: path),
                isHidden: hides(field),
                isUnread: object.unreadKeys.contains(field.key)
            )
        }
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(object.path?.description, forKey: "path")
        try members.encode(object.className, forKey: "class")
        try members.encode(object.plugin, forKey: "plugin")
        try members.encode(object.schemaVersion, forKey: "schemaVersion")
        try members.encode(object.typeName, forKey: "type")
        try members.encode(object.flags.contains(.isRegistered), forKey: "isRegistered")
        try members.encode(object.flags.contains(.isRetained), forKey: "isRetained")
        try members.encode(object.flags.contains(.isEmpty), forKey: "isEmpty")
        try members.encode(object.sizeInBytes, forKey: "sizeInBytes")
        try members.encode(object.damage, forKey: "damage")
        try members.encode(fields, forKey: "fields")
    }
}

private struct FieldFacts: Encodable {
    let field: RecordField
    let value: ValueFacts
    let isHidden: Bool
    let isUnread: Bool

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(field.key, forKey: "key")
        if field.isSensitive { try members.encode(true, forKey: "isSensitive") }
        if isUnread { try members.encode(true, forKey: "isUnread") }
        if isHidden {
            try members.encode(field.value.kind.description, forKey: "kind")
        } else {
            try value.encode(to: encoder)
        }
    }
}

/// JSON has fewer kinds of value than an archive, so each value comes with its kind.
private struct ValueFacts: Encodable {
    let value: RestorationValue
    let path: (UInt32) -> String

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(value.kind.description, forKey: "kind")
        switch value {
        case .null: try members.encodeNil(forKey: "value")
        case .bool(let value): try members.encode(value, forKey: "value")
        case .integer(let value): try members.encode(value, forKey: "value")
        case .unsigned(let value): try encode(value, to: &members)
        case .float(let value): try members.encode(value, forKey: "value")
        case .double(let value): try members.encode(value, forKey: "value")
        case .string(let value): try members.encode(value, forKey: "value")
        case .bytes(let bytes): try members.encode(Data(bytes), forKey: "value")
        case .date(let value): try members.encode(value.isoText, forKey: "value")
        case .uuid(let value): try members.encode("\(value)", forKey: "value")
        case .reference(let number): try members.encode(number.map(path), forKey: "value")
        case .array(let values): try members.encode(values.map(inside), forKey: "value")
        case .dictionary(let values):
            try members.encode(values.mapValues(inside), forKey: "value")
        }
    }

    private func encode(
        _ value: UInt64,
        to members: inout KeyedEncodingContainer<MemberName>
    ) throws {
        // As text beyond 63 bits, since JSON readers would round the number.
        if let number = Int64(exactly: value) {
            try members.encode(number, forKey: "value")
        } else {
            try members.encode("\(value)", forKey: "value")
        }
    }

    private func inside(_ value: RestorationValue) -> ValueFacts {
        ValueFacts(value: value, path: path)
    }
}
