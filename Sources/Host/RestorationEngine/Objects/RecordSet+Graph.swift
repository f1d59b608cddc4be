package import RestorationCore

extension RecordSet {
    func isRoot(_ object: any Restorable) -> Bool { roots.contains { $0.object === object } }

    // MARK: Down

    /// An object's children, presented object and elements, each with its discriminator. If an
    /// object occurs twice, its first entry counts.
    ///
    /// - Parameter withElements: `false` for objects without an identifier, whose elements are not
    ///   preserved.
    func children(
        of object: any Restorable,
        withElements: Bool = true
    ) -> [(child: any Restorable, told: Told)] {
        let traits = kinds.traits(of: object)
        var children: [(child: any Restorable, told: Told)] = []
        // Containers list the children in their slots again, and tell them apart by all slots.
        var inSlots: Set<ObjectIdentifier> = []
        if traits.contains(.container), let container = object as? any RestorableContainer {
            for child in slots(of: container).children {
                guard let object = child.object else { continue }
                children.append((object, child.told))
                inSlots.insert(ObjectIdentifier(object))
            }
        }
        for child in object.restorationChildren
        where child.asStandIn == nil && !inSlots.contains(ObjectIdentifier(child)) {
            children.append((child, Told(object.restorationDiscriminator(of: child))))
        }
        if traits.contains(.presenter),
            let presented = (object as? any RestorablePresenter)?.restorationPresented
        {
            children.append((presented, Told()))
        }
        if withElements, traits.contains(.elementOwner) {
            for element in (object as? any RestorableElementOwner)?.restorationElements ?? [] {
                children.append((element, Told()))
            }
        }
        return children
    }

    /// The objects with identifiers. An object without one is replaced by its children (PATH-15).
    func tagged(
        _ objects: [(child: any Restorable, told: Told)]
    ) -> [(child: any Restorable, told: Told)] {
        var tagged: [(child: any Restorable, told: Told)] = []
        var seen = Set<ObjectIdentifier>(minimumCapacity: objects.count)
        var queue = objects[...]
        while let next = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(next.child)).inserted else { continue }
            if name(of: next.child) == nil {
                queue += children(of: next.child, withElements: false)
            } else {
                tagged.append(next)
            }
        }
        return tagged
    }

    /// The live object at a path, regardless of discriminators. If several match, the first one
    /// found.
    ///
    /// Searches down from the roots, then among objects that the session made or registered and no
    /// parent lists.
    package func object(at path: [RestorationIdentifier]) -> (any Restorable)? {
        guard let last = path.last else { return nil }
        var level = roots.map { (child: $0.object, told: $0.told) }
        for (depth, identifier) in path.enumerated() {
            let found = tagged(level).filter { self.identifier(of: $0.child) == identifier }
            if depth == path.count - 1, let object = found.first?.child { return object }
            level = found.flatMap { children(of: $0.child) }
        }
        return (1..<max(rows.count, 1)).lazy.filter {
            self.rows[$0].flags.contains(.isNamed) && self.identifier($0) == last
        }.compactMap { self.object($0) }.first { self.path(of: $0)?.identifiers == path }
    }

    // MARK: Up

    /// The first holder of an object found from the roots; `nil` for a root and without a holder.
    /// O(graph).
    func container(of object: any Restorable) -> (any Restorable)? {
        isRoot(object) ? nil : HolderSearch(self).holding(of: object)?.holder
    }

    private func isContainer(_ object: any Restorable) -> Bool {
        !kinds.traits(of: object).isDisjoint(with: [.container, .presenter])
    }

    /// The present holder of an object: its container, else the parent that it names, or under
    /// which it was made, moved or registered.
    package func holder(of object: any Restorable) -> (any Restorable)? {
        let parent = parent(of: object)
        guard let row = row(of: object), rows[row].flags.contains(.isNamed) else {
            return parent ?? container(of: object)
        }
        if rows[row].flags.contains(.isRegistered) { return parent }
        // A parent that is neither container nor presenter may name no children.
        if let parent,
            !isContainer(parent) || children(of: parent).contains(where: { $0.child === object })
        {
            return parent
        }
        guard let found = container(of: object), isContainer(found) else { return parent }
        return found
    }

    /// The current path from the root to `object` (PATH-10). Objects without an identifier add no
    /// step (PATH-15). `nil` if neither the object nor any ancestor has one.
    ///
    /// O(depth + children of the containers above). If an object names no parent or has left its
    /// container, the holder is searched from the roots: O(graph).
    package func path(of object: any Restorable) -> RestorationPath? {
        if let standIn = object.asStandIn { return standIn.path }
        var components: [RestorationPath.Component] = []
        var seen: Set<ObjectIdentifier> = []
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            let above = holder(of: current)
            if let identifier = identifier(of: current) {
                let mark = mark(of: current, in: above)
                components.append(.init(identifier, discriminator: mark.text))
            }
            next = above
            // Without a live holder, the record's last place gives the rest of the path.
            if above == nil, let row = row(of: current) {
                let steps = rowsAbove(row).filter { rows[$0].place.name != NameTable.none }
                components += steps.map { component(of: $0) }
            }
        }
        return RestorationPath(components.reversed())
    }

    private func mark(of object: any Restorable, in parent: (any Restorable)?) -> Mark {
        let told: Told
        if let parent {
            told =
                children(of: parent).first { $0.child === object }?.told
                ?? Told(parent.restorationDiscriminator(of: object))
        } else {
            told = roots.first { $0.object === object }?.told ?? Told()
        }
        guard let row = row(of: object) else { return told.mark }
        let known = rows[row].place.mark
        let isNumbered = known.isNumber && known.unnumbered == told.mark
        return isNumbered || told.mark == .none && parent == nil ? known : told.mark
    }

    /// The steps to an object by named parents alone, without asking any object for its children.
    /// O(depth).
    package func componentsAsNamed(of object: any Restorable) -> [RestorationPath.Component] {
        ancestry(of: object, parent(of:)).reversed().compactMap { current in
            identifier(of: current).map { RestorationPath.Component($0) }
        }
    }

    /// Whether `object` is `ancestor` or below it. O(depth) if the named parents do not lead to
    /// `ancestor`, else as ``path(of:)``.
    package func contains(_ ancestor: any Restorable, above object: any Restorable) -> Bool {
        ancestry(of: object, parent(of:)).contains { $0 === ancestor }
            && ancestry(of: object, holder(of:)).contains { $0 === ancestor }
    }

    /// An object and those above it. Ends where parents form a cycle.
    func ancestry(
        of object: any Restorable,
        _ parent: @escaping (any Restorable) -> (any Restorable)?
    ) -> some Sequence<any Restorable> {
        var seen: Set<ObjectIdentifier> = []
        return sequence(first: object, next: parent).lazy
            .prefix { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
