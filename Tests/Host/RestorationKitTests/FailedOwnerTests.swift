import RestorationTesting
import Testing

/// A card with a text field that exists from the start.
private final class Card: RestorableElementOwner {
    let restorationIdentifier: String? = "Card"
    var title = ""
    let field = Field()
    var restorationElements: [any RestorableElement]? { [field] }

    init() { field.restorationParent = self }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(title, forKey: "title")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
    }

    final class Field: RestorableElement {
        let restorationIdentifier: String? = "field"
        weak var restorationParent: (any Restorable)?
        var text = ""

        func encodeRestorableState(with coder: RestorationCoder) throws {
            coder.encode(text, forKey: "text")
        }

        func decodeRestorableState(with coder: RestorationCoder) throws {
            text = try coder.decode(String.self, forKey: "text") ?? ""
        }
    }
}

@Suite struct `Text typed into an element whose owner fails to decode` {
    @Test func `remains, also in the next launch`() throws {
        let program = TestProgram { session in
            let card = Card()
            session.addRoot(card)
            return card
        }
        let first = try program.launch()
        first.graph.field.text = "half"
        try first.terminate()

        program.faults = [.decodingFails(at: "Card", key: "title")]
        let second = try program.launch()
        let field = second.graph.field
        field.text += "-typed"
        second.session.invalidate(field)
        program.faults = []
        let third = try second.relaunch()

        #expect(field.text == "half-typed")
        #expect(third.graph.field.text == "half-typed")
    }
}
