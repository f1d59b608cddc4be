import RestorationCore

extension Diagnosis {
    private static let givenUp = "Its state is given up; the preset granular keeps it."

    /// The reason where nothing is kept: what to do about it, and that the state is gone.
    var ofGivenUp: Diagnosis {
        let isWhole = advice.isEmpty || advice.hasSuffix(".")
        return Diagnosis(
            problem: problem,
            excerpt: excerpt,
            place: place,
            advice: isWhole ? advice : "\(advice).",
            outlook: advice.isEmpty ? Self.givenUp : " \(Self.givenUp)"
        )
    }
}
