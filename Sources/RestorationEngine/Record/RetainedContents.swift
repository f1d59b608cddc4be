import RestorationCore

/// What a save writes of what a live object holds, or presents, whose record is kept: the session
/// encodes that itself, so that nothing in the object's own code is in the way (PRES-29).
enum RetainedContents {
    /// What it holds by now. It was given back what it held.
    case current
    /// What it held, and beside that what it holds by now. It was kept out of taking it back.
    case added
    /// The same; it is of another type, and is not to have what the saved one held.
    case foreign
    /// What it held. It was left out before it was given that.
    case former

    /// Whether saves write what it held beside what it holds by now.
    var areAddedTo: Bool { self == .added || self == .foreign }
}

extension UnavailableObject {
    /// What the record says that its object held, for saves to write beside what that holds by now.
    func parts(of holder: any Restorable) -> [AbsentPart] {
        var numbers: [ObjectIdentifier: Int] = [:]
        for (number, reference) in zip(archive.references(of: number), references) {
            reference.object.map { numbers[ObjectIdentifier($0)] = Int(number) }
        }
        func part(_ object: (any Restorable)?, as role: AbsentPart.Role) -> AbsentPart? {
            guard let object else { return nil }
            let kept =
                object as? UnavailableObject
                ?? numbers[ObjectIdentifier(object)].flatMap { standIn(for: object, at: $0) }
            guard let kept else { return nil }
            var part = AbsentPart(kept, of: holder, home, as: role)
            part.isWithheld = true
            return part
        }
        guard let held = try? SavedContents(from: coder()) else { return [] }
        let children = (held.children ?? []).enumerated().compactMap { position, child in
            part(child.child, as: .child(position: position, key: child.key))
        }
        return children + [part(held.presented, as: .presented)].compactMap(\.self)
    }

    /// What leads to a live object, for as long as something holds that.
    private func standIn(for object: any Restorable, at number: Int) -> UnavailableObject? {
        guard let section = try? archive.retainedSection(of: number) else { return nil }
        let standIn = UnavailableObject(
            archive: archive,
            record: number,
            section: section,
            reason: reason
        )
        standIn.end(replacedBy: object)
        return standIn
    }
}

extension AbsentPart {
    /// What it is: the object that has come meanwhile, or is there and was only not given back.
    var child: any Restorable { kept.successor ?? kept }
    /// Whether it stands for nothing any more.
    var isOver: Bool { kept.isSpent && kept.arrived == nil }
}
