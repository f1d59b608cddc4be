import PetFinderModel
import RestorationCore
import RestorationEngine
import TerminalScreen

/// Shows the object of a plugin; where there is none, what cannot be shown, why, and what to do.
final class PluginScreen {
    /// The object to refer to in the archive: the plugin's, or what stands in for it. `nil` if it
    /// could not be made.
    let object: (any Restorable)?
    /// Why there is no object, or why the one that is there did not get its state.
    private let failure: () -> Diagnosis?
    /// The size that the object had when it was last drawn.
    private var size = Size(columns: 0, rows: 0)

    /// Shows the object that `make` returns, or the error that it throws.
    init(making make: () throws -> any Restorable) {
        do {
            object = try make()
            failure = { nil }
        } catch {
            object = nil
            failure = { Diagnosis(error) }
        }
    }

    /// Shows what came back from an archive. Whether its state could be applied is known only when
    /// the restore is over.
    init(restored object: any Restorable, session: PetFinderSession) {
        self.object = object
        failure = { session.reasonForRetaining(object) }
    }

    /// Whether there is state that waits for the object to be shown again.
    var isWaiting: Bool { object != nil && problem != nil }

    /// Why the object cannot be shown; `nil` if it can.
    private var problem: Diagnosis? {
        if let failure = failure() { return failure }
        guard table == nil else { return nil }
        return Diagnosis(
            problem: "The plugin's object does not draw",
            remedy: "Ask the plugin's author for \(Self.interface)."
        )
    }

    private var table: PluginTable? { object.flatMap(PluginTable.init) }

    /// Whether keys are text for the object, rather than commands.
    var takesText: Bool { problem == nil }

    var help: [HelpEntry] {
        guard let table else { return [HelpEntry("Esc", "Back")] }
        let parts = table.help.split(separator: "\t", omittingEmptySubsequences: false)
        return stride(from: 0, to: parts.count - 1, by: 2).map {
            HelpEntry(String(parts[$0]), String(parts[$0 + 1]))
        }
    }

    func handle(_ key: Key) -> KeyOutcome {
        let outcome = table?.handle(key, size: size) ?? .ignored
        // Nobody is ever locked in: a key to leave works even if the object has no use for it.
        guard outcome == .ignored, [.escape, .tab, .backTab].contains(key) else { return outcome }
        return .leave
    }

    func draw(on canvas: inout Canvas, in area: Area, isFocused: Bool) {
        size = area.size
        guard problem == nil, let table else {
            return drawProblem(on: &canvas, in: area)
        }
        table.draw(on: &canvas, in: area, isFocused: isFocused)
        guard isFocused, let cursor = table.cursor(in: area.size) else { return }
        canvas.cursor = Position(
            column: area.origin.column + cursor.column,
            row: area.origin.row + cursor.row
        )
    }

    private func drawProblem(on canvas: inout Canvas, in area: Area) {
        guard let problem else { return }
        let first = "This cannot be shown: \(problem.problem)."
        let wait =
            isWaiting
            ? [
                "What you typed here is kept.",
                "A plugin that is put back is found at the next start.",
            ] : []
        // Many problems name their place already.
        let place = problem.place.flatMap { problem.problem.contains($0) ? nil : $0 }
        let rest = ([place, problem.remedy].compactMap(\.self) + wait)
            .flatMap { $0.wrapped(toColumns: area.columns) }
        let lines = first.wrapped(toColumns: area.columns)
        canvas.write(lines: lines, in: area, style: .problem)
        canvas.write(lines: rest, in: area.inset(top: lines.count), style: .quiet)
    }
}
