import RestorationCore

/// What containers had selected that is not there.
extension Restoration {
    /// Remembers which child was selected, where that is not there to be.
    func noteSelection(
        _ contents: Contents,
        _ container: any RestorableContainer,
        _ number: Int
    ) {
        guard let kept = contents.selected.flatMap({ kept(for: $0) }) else { return }
        missingSelections.append((kept, container, number))
    }

    /// Keeps the selections that are not there, beside what is selected when the restore is
    /// complete: a container may choose for itself until then.
    func keepMissingSelections() {
        for (kept, container, number) in missingSelections {
            tell(.attach, number) {
                table.absent.append(AbsentPart(kept, of: container, as: .selected))
            }
        }
        missingSelections = []
    }
}
