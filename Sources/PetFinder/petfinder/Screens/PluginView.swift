import PetFinderModel
import RestorationKit
import RestorationTerminal

/// Shows a plugin's object, or the reason why it cannot be shown and a remedy.
final class PluginView: UIView, TerminalDrawing, TerminalKeyHandling {
    /// The plugin's object, or its stand-in, to encode in the archive.
    var object: (any Restorable)? {
        didSet {
            failure = nil
            setNeedsDisplay()
        }
    }
    /// Called when the view gives up the focus.
    var onLeave: () -> Void = {}
    private var failure: Diagnosis?

    func show(making make: () throws -> any Restorable) {
        do { object = try make() } catch { failure = Diagnosis(error) }
    }

    override var canBecomeFocused: Bool { true }

    /// A third of the screen beside a visible text view, otherwise all available room.
    override var intrinsicContentSize: CGSize {
        let rows = superview?.bounds.height ?? 0
        let others = superview?.subviews.contains { $0 is UITextView && !$0.isHidden } ?? false
        guard others else { return super.intrinsicContentSize }
        let height = min(max((rows / 3).rounded(.down), 5), (rows / 2).rounded(.down))
        return CGSize(width: UIView.noIntrinsicMetric, height: height)
    }

    /// Whether retained state waits for the object.
    var isWaiting: Bool { object != nil && problem != nil }

    private var table: PluginTable? { object.flatMap { PluginTable($0) } }

    private var problem: Diagnosis? {
        if let failure { return failure }
        guard let object else { return nil }
        if let reason = UIApplication.shared.restorationSession.reasonForRetaining(object) {
            return reason
        }
        guard table == nil else { return nil }
        return Diagnosis(
            problem: "The plugin's object cannot draw",
            remedy: "Ask the plugin's author for \(PluginTable.interface)."
        )
    }

    // MARK: Keys

    var takesText: Bool { problem == nil && object != nil }

    var help: [(key: String, action: String)] {
        guard let table else { return [("Esc", "Back")] }
        let parts = table.help.split(separator: "\t", omittingEmptySubsequences: false)
        return stride(from: 0, to: parts.count - 1, by: 2).map {
            (String(parts[$0]), String(parts[$0 + 1]))
        }
    }

    private var size: Size {
        Size(columns: Int(bounds.width) - 2, rows: Int(bounds.height))
    }

    func handle(_ key: Key) -> Bool {
        if case .paste(let text) = key {
            paste(text.cleanedPaste)
            return true
        }
        let outcome = table?.handle(key, size: size) ?? .ignored
        setNeedsDisplay()
        // Escape and Tab always work, even if the object ignores them.
        let leaves = outcome == .ignored && [.escape, .tab, .backTab].contains(key)
        if outcome == .leave || leaves { onLeave() }
        return outcome != .ignored || leaves
    }

    private func paste(_ text: String) {
        setNeedsDisplay()
        guard let table, table.handle(.paste(text), size: size) == .ignored else { return }
        for scalar in text.unicodeScalars where isFocused {
            _ = handle(scalar == "\n" ? .enter : .character(scalar))
        }
    }

    // MARK: Drawing

    func draw(with pen: Pen) {
        let pen = pen.inset(left: 1, right: 1)
        guard problem == nil, let table else { return drawProblem(with: pen) }
        table.draw(with: pen, isFocused: isFocused)
        if isFocused, let cursor = table.cursor(in: pen.size) { pen.setCursor(cursor) }
    }

    private func drawProblem(with pen: Pen) {
        guard let problem else { return }
        let first = "This screen cannot be shown: \(problem.problem)."
        let wait =
            isWaiting
            ? [
                "Your input is retained.",
                "A reinstalled plugin is found at the next start.",
            ] : []
        // Many problems name their place already.
        let place = problem.place.flatMap { problem.problem.contains($0) ? nil : $0 }
        let columns = pen.size.columns
        let lines = first.wrapped(toColumns: columns)
        let rest = ([place, problem.remedy].compactMap(\.self) + wait)
            .flatMap { $0.wrapped(toColumns: columns) }
        for (row, line) in lines.enumerated() { pen.write(line, row: row, style: .problem) }
        for (row, line) in rest.enumerated() {
            pen.write(line, row: lines.count + row, style: .quiet)
        }
    }
}
