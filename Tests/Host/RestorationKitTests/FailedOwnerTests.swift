import RestorationTesting
import Testing

/// A card with a text field, which is there from the beginning.
private final class Card: RestorableObject, RestorableElementOwner {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var title = ""
    let field = Field()
    var restorationElements: [any RestorableElement]? { [field] }

    init(_ identifier: String) {
        restorationIdentifier = identifier
        field.restorationParent = self
    }

    convenience init(_ request: CreationRequest) throws { self.init(request.identifier) }

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

@Suite struct `What was typed into an element whose owner fails to decode` {
    @Test func `is there, and in the next launch, too`() throws {
        let program = TestProgram { session in
            let card = Card("Card")
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

    @Test func `comes back with an owner that its container did not get`() throws {
        let program = TestProgram { session in
            session.register(Card.self, as: "Card")
            let tabs = Container("Tabs")
            session.addRoot(tabs)
            return tabs
        }
        let first = try program.launch()
        let card = try first.session.make("Card", under: first.graph, className: "Card")
        first.graph.add(card)
        (card as? Card)?.field.text = "half-typed"
        try first.terminate()

        program.faults = [.decodingFails(at: "Tabs/Card", key: "title")]
        let second = try program.launch()
        let (names, report) = (second.graph.names, second.report)
        program.faults = []
        let third = try second.relaunch()

        #expect(names.isEmpty)
        #expect(
            report.notRestored.map { "\($0.path): \($0.outcome)" } == [
                "Tabs/Card: retained", "Tabs/Card/field: retained",
            ]
        )
        let again = third.graph.restorationSlots.first?.child as? Card
        #expect(again?.field.text == "half-typed")
    }
}
