import RestorationKit

/// A stack, tab bar or split view.
final class Container: RestorableContainer, RestorablePresenter, RestorableObject {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var restorationArrangement = RestorationArrangement.places
    var distinguishesChildrenByPosition = false
    var restorationSlots: [RestorationSlot] = []
    var restorationSelection: (any Restorable)?
    var restorationPresented: (any Restorable)?
    var title = ""
    var onDecode: () -> Void = {}

    init(_ identifier: String?, _ arrangement: RestorationArrangement = .places) {
        restorationIdentifier = identifier
        restorationArrangement = arrangement
        distinguishesChildrenByPosition = arrangement == .stack
    }

    init(_ request: CreationRequest) throws {
        restorationIdentifier = request.identifier
        restorationArrangement = .stack
        distinguishesChildrenByPosition = true
    }

    /// The children's identifiers, from the bottom of a stack or from the left.
    var names: [String] { restorationSlots.map { $0.child.restorationIdentifier ?? "-" } }
    var screens: [Screen] { restorationSlots.compactMap { $0.child as? Screen } }

    func add(_ child: any Restorable, in slot: String? = nil) {
        (child as? Screen)?.restorationParent = self
        restorationSlots.append(RestorationSlot(child, key: slot))
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(title, forKey: "title")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        onDecode()
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
        if let selection { restorationSelection = selection }
    }

    func presentRestored(_ object: any Restorable) {
        restorationPresented = object
    }
}
