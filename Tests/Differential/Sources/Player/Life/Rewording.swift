/// Sentences that the engines say in other words: the newer ones stand for both.
enum Rewording {
    /// A line as the present engine would say it.
    static func inPresentWords(_ line: String) -> String {
        former.reduce(line) { line, pair in
            line.contains(pair.former) ? line.replacing(pair.former, with: pair.present) : line
        }
    }

    private static let former: [(former: String, present: String)] = [
        ("It was restored, and nobody took it", "Restored, but nothing references it"),
        ("It arrived, and nobody took it", "It arrived, but nothing references it"),
        (
            "Let what it belongs to hold it: a container, a presenter, or whatever decodes a",
            "Keep a reference to it in its parent: a container, a presenter, or the object that decodes a"
        ),
        (
            "Nothing holds it but state that is kept for another object",
            "Only the retained state of another object references it"
        ),
        ("What it belongs to is gone", "Its parent has been deallocated"),
        ("Another object has its path by now", "Another object has its path now"),
        ("Something else is in its slot by now", "Something else is in its slot now"),
        (
            "What it was to come with does not come",
            "The object that it depends on does not come"
        ),
        ("It comes with an object above it", "Deferred with an object above it"),
        ("Its data is not there yet", "Its data is not available yet"),
        (
            "It comes when a member below it in its stack has come",
            "Deferred with a member below it in its stack"
        ),
        (
            "it comes when its restoration class says so",
            "its restoration class says when it comes"
        ),
        ("state is kept", "state is retained"),
        (
            "Let what it belongs to by now list it, register it below that, or let go of it.",
            "List it in its present parent, register it below that, or release it."
        ),
        ("only state that was kept for the", "only the retained state of the"),
        ("held it (", "referenced it ("),
    ]
}
