import RestorationCore

extension Diagnosis {
    private static let givenUp = "Its state is given up; the preset granular keeps it."

    /// With which remedies promise that state is kept. They come from all modules, and at the point
    /// where it is known that nothing is kept they are text: what follows is left out.
    private static let promises = [
        "its state is kept", "the state is kept", "the saved state is kept",
        "what it saved is kept",
    ]

    /// The reason where nothing is kept: what to do about it, and that the state is gone.
    var ofGivenUp: Diagnosis {
        guard !remedy.hasSuffix(Self.givenUp) else { return self }
        let lowercase = remedy.lowercased()
        let start = Self.promises.lazy.compactMap { lowercase.firstRange(of: $0)?.lowerBound }.min()
        let length = start.map { lowercase.distance(from: lowercase.startIndex, to: $0) }
        var advice = String(remedy.prefix(length ?? remedy.count))
        while let last = advice.last, " ;:".contains(last) { advice.removeLast() }
        if let last = advice.last, last != "." { advice += "." }
        return Diagnosis(
            problem: problem,
            excerpt: excerpt,
            place: place,
            remedy: advice.isEmpty ? Self.givenUp : "\(advice) \(Self.givenUp)"
        )
    }
}
