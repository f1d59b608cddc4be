import RestorationCore
import RestorationStorage

/// The consequences of the files' conditions for the next launch.
extension StateCheck.Verdict {
    init(_ files: [StateCheck.FileCheck]) {
        let older = files.filter { $0.role == .previous || $0.role == .found }
        guard let current = files.first(where: { $0.role == .current }) else {
            self.init(withoutCurrent: older)
            return
        }
        switch current.condition {
        case .intact, .harmless:
            self.init(besideIntact: files.first { $0.role == .report })
        case .partlyDamaged:
            self.init(
                status: .inPart,
                sentence: "Part of the current generation is damaged: \(Self.cost(current.archive))"
            )
        case .damaged:
            self.init(
                status: .failed,
                sentence: "The current generation is damaged. \(Self.next(older))"
            )
        case .unreadable(let reason):
            self.init(
                status: .failed,
                sentence: "The current generation cannot be read. \(reason.remedy)"
            )
        }
    }

    init(ofFile condition: StateCheck.Condition, _ archive: ArchiveCheck?) {
        switch condition {
        case .intact, .harmless: self.init(status: .done, sentence: "The file is intact.")
        case .partlyDamaged:
            self.init(
                status: .inPart,
                sentence: "Part of the file is damaged: \(Self.cost(archive))"
            )
        case .damaged, .unreadable:
            self.init(
                status: .failed,
                sentence: "The file is damaged: no object in it can be found."
            )
        }
    }

    private init(besideIntact report: StateCheck.FileCheck?) {
        let isWhole = report?.condition.isIntact ?? true
        self.init(
            status: isWhole ? .done : .inPart,
            sentence: "The current generation is intact."
                + (isWhole ? "" : " The report of the last restore cannot be read.")
        )
    }

    private init(withoutCurrent older: [StateCheck.FileCheck]) {
        guard !older.isEmpty else {
            self.init(status: .done, sentence: "Nothing is saved.")
            return
        }
        // On file systems without exchange and link, an interrupted save leaves this state.
        self.init(
            status: older.nextRestored != nil ? .done : .failed,
            sentence: "There is no current generation. \(Self.next(older))"
        )
    }

    private static func next(_ older: [StateCheck.FileCheck]) -> String {
        guard let generation = older.nextRestored?.generation else {
            return "The next launch starts fresh and sets aside the files that are there."
        }
        return "The next launch restores generation \(generation)."
    }

    private static func cost(_ archive: ArchiveCheck?) -> String {
        let objects = archive?.damagedObjects ?? []
        let held = objects.count { $0.heldByGeneration != nil }
        let count = Quantity.count(objects.count, "object")
        return switch (objects.count, held) {
        case (0, _): "no object is in it."
        case (_, 0): "\(count) cannot be read."
        case (held, _): "\(count), which the previous generation has."
        default: "\(count), of which the previous generation has \(held)."
        }
    }
}

extension [StateCheck.FileCheck] {
    /// The older generation that a launch restores in place of a damaged current one. A launch
    /// skips damaged files, but not unreadable ones.
    fileprivate var nextRestored: Element? {
        first {
            switch $0.condition {
            case .damaged, .harmless: false
            default: true
            }
        }.flatMap { $0.isUsable ? $0 : nil }
    }
}
