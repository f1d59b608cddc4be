import RestorationCore

extension StandardStreams {
    enum Severity: String {
        case error
        /// The command succeeded nevertheless.
        case warning
    }

    func report(_ diagnosis: Diagnosis, as gravity: Severity = .error) {
        var page = Page()
        let label = gravity.rawValue + ":"
        func line(_ name: String, _ text: String, _ meaning: Span.Meaning) {
            page.add(Span(name.aligned(to: label.count), meaning), Span(" \(text)"))
        }
        line(label, diagnosis.problem, gravity == .error ? .bad : .caution)
        for text in diagnosis.excerpt?.split(separator: "\n") ?? [] {
            page.add(Span(String(text)), indent: label.count + 1)
        }
        if let place = diagnosis.place { line("at:", place, .aside) }
        line("fix:", diagnosis.remedy, .aside)
        // A failure here cannot be reported.
        _ = write(page.text(hasColours: hasColours(.error)), to: .error)
    }
}
