import RestorationCore
import TerminalDialogue

struct ValueText {
    let path: (UInt32) -> String
    /// The maximum width in columns; `nil` for no limit.
    let limit: Int?

    func text(_ value: RestorationValue) -> String {
        guard let limit else {
            var whole = Draft(budget: nil)
            write(value, to: &whole)
            return whole.text
        }
        // A column rarely takes more than 16 bytes, so text beyond the budget would not be visible.
        var draft = Draft(budget: 16 * Page.width)
        write(value, to: &draft)
        if !draft.isCut, draft.text.columns <= limit { return draft.text }
        let size = value.sizeText.map { " \($0)" } ?? ""
        let room = max(limit - size.columns, 8)
        return (draft.isCut ? draft.text + "…" : draft.text).cut(to: room) + size
    }

    /// Text with a byte budget, since a value may be as large as its archive.
    private struct Draft {
        let budget: Int?
        private(set) var text = ""
        private(set) var isCut = false

        init(budget: Int?) { self.budget = budget }

        var isFull: Bool { budget.map { text.utf8.count >= $0 } ?? false }

        mutating func add(_ more: String) { text += more }

        mutating func add(beginningOf string: String) {
            guard let budget, string.utf8.count > budget else { return add(string.quoted) }
            text += String(String(string.unicodeScalars.prefix(budget)).quoted.dropLast())
            isCut = true
        }

        mutating func add<Element>(
            _ elements: some Collection<Element>,
            separator: String,
            _ body: (Element, inout Draft) -> Void
        ) {
            for (index, element) in elements.enumerated() {
                if isFull {
                    isCut = true
                    return
                }
                if index > 0 { text += separator }
                body(element, &self)
            }
        }
    }

    private func write(_ value: RestorationValue, to draft: inout Draft) {
        switch value {
        case .null: draft.add("null")
        case .bool(let value): draft.add("\(value)")
        case .integer(let value): draft.add("\(value)")
        case .unsigned(let value): draft.add("\(value)")
        case .float(let value): draft.add("\(value)")
        case .double(let value): draft.add("\(value)")
        case .string(let value): draft.add(beginningOf: value)
        case .date(let value): draft.add(value.text)
        case .uuid(let value): draft.add("\(value)")
        case .reference(let number): draft.add("→ \(number.map(path) ?? "nothing")")
        case .bytes(let bytes):
            draft.add("<")
            draft.add(bytes, separator: " ") { $1.add($0.digits(2, radix: 16)) }
            if !draft.isCut { draft.add(">") }
        case .array(let values):
            draft.add("[")
            draft.add(values, separator: ", ") { write($0, to: &$1) }
            if !draft.isCut { draft.add("]") }
        case .dictionary(let values):
            draft.add("{")
            draft.add(values.inOrder, separator: ", ") {
                $1.add("\($0.key.quotedIfNeeded): ")
                write($0.value, to: &$1)
            }
            if !draft.isCut { draft.add("}") }
        }
    }
}

extension RestorationValue {
    fileprivate var sizeText: String? {
        switch self {
        case .string(let value): Quantity.bytes(value.utf8.count)
        case .bytes(let bytes): Quantity.bytes(bytes.count)
        case .array(let values): Quantity.count(values.count, "element")
        case .dictionary(let values): Quantity.count(values.count, "key")
        default: nil
        }
    }
}

extension [String: RestorationValue] {
    var inOrder: [(key: String, value: RestorationValue)] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}

extension Timestamp {
    /// "2026-10-03 14:05:09 UTC", with a fraction if there is one.
    var text: String { Quantity.moment(seconds).withFraction(nanoseconds, before: " UTC") }
    /// "2026-10-03T14:05:09Z", with a fraction if there is one.
    var isoText: String { Quantity.isoMoment(seconds).withFraction(nanoseconds, before: "Z") }
}

extension String {
    fileprivate func withFraction(_ nanoseconds: UInt32, before zone: String) -> String {
        guard nanoseconds > 0, hasSuffix(zone) else { return self }
        let digits = String(1_000_000_000 + nanoseconds).dropFirst()
        let significant = digits.reversed().drop { $0 == "0" }.reversed()
        return dropLast(zone.count) + "." + String(significant) + zone
    }
}
