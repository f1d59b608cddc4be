package import RestorationCore

/// Tells what a save left out, and what no restore will find: reads the finished capture, and asks
/// objects for nothing but what they hold.
///
/// | an object | is told as |
/// |---|---|
/// | that a parent names which is saved, and nothing refers to it | `notEncoded` |
/// | below one without an identifier | `unreachable` |
/// | below one of which nothing is written, or nothing that it holds now | `belowUnsaved` |
/// | that only retained state references, which is no longer saved | `referencedByRetained` |
/// | that was registered or made, and none of these | `unreferenced` |
/// | that is an element which its own owner does not list | `unreferenced` |
/// | that is saved at the top, since its parent has been deallocated | `parentDeallocated` |
/// | that is saved, and that no restore will find | `notListed` |
/// | that a class made, and that calls itself something else by now | `identifierIgnored` |
/// | without an identifier, or secret | nothing: so an object is left out on purpose |
///
/// Where all is well this costs one look at each child, and one comparison of two numbers: of the
/// objects that the session knows and of those among them that have a record. Only if these differ
/// is each that it knows looked at: O(objects known). The rest looks only at what is not preserved.
package final class SaveAudit {
    let facts = CaptureFacts()
    /// Whether the restore has found an object of the program's own at a path.
    private let wasFound: (RestorationPath) -> Bool

    /// - Parameter wasFound: Whether the restore has found an object of the program's own there.
    package init(wasFound: @escaping (RestorationPath) -> Bool) { self.wasFound = wasFound }

    /// - Parameter hasDelegate: Whether there is one, which may provide what no list names.
    func issues(of capture: Capture, hasDelegate: Bool) -> [PreservationError] {
        var unsaved = UnsavedObjects(capture: capture, facts: facts)
        unsaved.look(at: facts.children.takeUnmet(capture))
        let issues =
            unsaved.issues + belowFailed(in: capture) + bereft(in: capture)
            + misnamed(in: capture)
        guard !hasDelegate else { return issues }
        let unlisted = UnlistedObjects(
            capture: capture,
            children: facts.children,
            namesMadeWhenAsked: unsaved.namesMadeWhenAsked,
            wasFound: wasFound
        )
        return issues + unlisted.issues()
    }

    /// Names what has a record to which nothing leads: only the code of an object knew of it that
    /// failed to encode.
    private func belowFailed(in capture: Capture) -> [PreservationError] {
        let failed = facts.failed
        let last = failed.map(\.records.upperBound).max() ?? 0
        guard let first = failed.map(\.records.lowerBound).min(), first < last else { return [] }
        var isMet = [Bool](repeating: false, count: last - first)
        capture.sections.forEachReference { number in
            if (first..<last).contains(Int(number)) { isMet[Int(number) - first] = true }
        }
        return failed.flatMap { records, parent in
            records.compactMap { number -> PreservationError? in
                guard !isMet[number - first],
                    let object = capture.writer.object(ofRecord: number),
                    let name = capture.registry.name(of: object),
                    type(of: object) != UnavailableObject.self, !capture.paths.isRoot(object),
                    let ancestor = capture.writer.object(ofRecord: parent)
                else { return nil }
                return .belowUnsaved(
                    name,
                    type: TypeName.inMessages(object),
                    ancestor: TypeName.inMessages(ancestor)
                )
            }
        }
    }

    private func misnamed(in capture: Capture) -> [PreservationError] {
        facts.misnamed.compactMap { object, own in
            capture.sections.number(of: object).map { number in
                .identifierIgnored(
                    capture.path(ofRecord: Int(number)),
                    own: own,
                    type: TypeName.inMessages(object)
                )
            }
        }
    }

    /// Names what is saved elsewhere than it was.
    private func bereft(in capture: Capture) -> [PreservationError] {
        var told: Set<ObjectIdentifier> = []
        return facts.bereft.compactMap { object -> PreservationError? in
            guard told.insert(ObjectIdentifier(object)).inserted,
                let number = capture.sections.number(of: object)
            else { return nil }
            return .parentDeallocated(
                capture.path(ofRecord: Int(number)),
                type: TypeName.inMessages(object)
            )
        }
    }
}

extension Capture {
    func path(ofRecord number: Int) -> RestorationPath {
        writer.path(of: writer.node(ofRecord: number))
    }
}
