import RestorationCore

extension StandardStreams {
    /// Writes a diagnosis to standard error in its three lines.
    func report(_ diagnosis: Diagnosis) {
        var page = Page()
        page.add(Span("error:", .bad), Span(" \(diagnosis.problem)"))
        if let place = diagnosis.place { page.add(Span("   at:", .aside), Span(" \(place)")) }
        page.add(Span("  fix:", .aside), Span(" \(diagnosis.remedy)"))
        // Nobody is left to be told if this fails.
        _ = write(page.text(hasColours: hasColours(.error)), to: .error)
    }
}
