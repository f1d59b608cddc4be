import FoundationEssentials
import RestorationCore

extension ArchiveContents {
    func json() -> JSONValue {
        .members([
            "application": .string(application.rawValue),
            "file": .string(file),
            "generation": .number(generation),
            "savedAt": .string(info.timestamp.isoText),
            "applicationVersion": .text(info.applicationVersion),
            "systemVersion": .string(info.systemVersion),
            "sizeInBytes": .number(sizeInBytes),
            "objectCount": .number(objectCount),
            "objects": .array(objects.map(json)),
        ])
    }

    private func json(_ object: PreservedObject) -> JSONValue {
        let fields = try? object.fields.get().map { field in
            JSONValue.object(
                [.init(key: "key", value: .string(field.key))] + members(of: field.value)
            )
        }
        return .members([
            "path": .text(object.path?.description),
            "class": .text(object.className),
            "plugin": .text(object.plugin),
            "schemaVersion": .number(object.schemaVersion),
            "type": .text(object.typeName),
            "isRegistered": .boolean(object.flags.contains(.isRegistered)),
            "isRetained": .boolean(object.flags.contains(.isRetained)),
            "isEmpty": .boolean(object.flags.contains(.isEmpty)),
            "sizeInBytes": .number(object.sizeInBytes),
            "damage": object.damage?.json ?? .null,
            "fields": fields.map { .array($0) } ?? .null,
        ])
    }

    /// JSON has fewer kinds of value than an archive, so each value comes with its kind.
    private func members(of value: RestorationValue) -> [JSONValue.Member] {
        [
            .init(key: "kind", value: .string(value.kind.description)),
            .init(key: "value", value: json(value)),
        ]
    }

    private func json(_ value: RestorationValue) -> JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .number(value)
        case .float(let value): .number(Double(value))
        case .double(let value): .number(value)
        case .string(let value): .string(value)
        case .bytes(let bytes): .string(Data(bytes).base64EncodedString())
        case .date(let value): .string(value.isoText)
        case .uuid(let value): .string(value.text)
        case .reference(let number): .text(number.map(path(ofRecord:)))
        case .array(let values): .array(values.map { .object(members(of: $0)) })
        case .dictionary(let values):
            .object(
                values.inOrder.map {
                    .init(key: $0.key, value: .object(members(of: $0.value)))
                }
            )
        }
    }
}
