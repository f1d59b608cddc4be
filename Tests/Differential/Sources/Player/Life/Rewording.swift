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
            "The object that it depends on was not restored"
        ),
        (
            "Call applyAwaitedState(to:) with it when it is ready",
            "Call applyAwaitedState(to:) with that object when it is ready"
        ),
        (
            "Raise arrivalLimit if that was too soon",
            "Raise arrivalLimit if the wait ended too soon"
        ),
        (
            "Let it encode before it is restored",
            "Let the object encode successfully before it is restored"
        ),
        (
            "Its state is saved as long as that is not closed, or something is at its path.",
            "Its state is saved until its place is closed, or another object is at its path."
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
        ("nothing that is saved holds it or refers to it", "no saved object references it"),
        ("nothing that is saved refers to it", "no saved object references it"),
        ("no list leads to it", "no object lists it"),
        (
            "is saved at the top: what it was below has ended",
            "is saved at a path without a parent: its former parent has been deallocated"
        ),
        (
            "A new object took the place of one that could not be restored, whose older state is "
                + "not saved any more",
            "A new object is at the path of one that could not be restored, whose retained state "
                + "is no longer saved"
        ),
        (
            "State that could not be restored is not saved, since what it was below is gone",
            "Retained state is not saved, since its parent has been deallocated"
        ),
        (
            "State that waits for an element is not saved any more, since its owner has loaded "
                + "its elements, and does not have it",
            "The deferred state of an element is no longer saved: its owner has loaded its "
                + "elements, and does not have this one"
        ),
        (" cannot be one", " is not valid"),
        ("Its earlier value is kept", "Its earlier value is retained"),
        (
            "without what tells it apart from others of its name, for that cannot be part of a "
                + "path",
            "without its discriminator, which cannot be part of a path"
        ),
        ("is not saved: what the ", "is not saved: the present state of the "),
        (" above it holds now is not", " above it is not"),
        ("What the ", "The present state of a "),
        (
            " holds now is not saved: its state could not be applied, and is kept in its place",
            " is not saved: its saved state could not be applied, and is retained in its place"
        ),
        ("A member below it in its stack", "A member below the object in its stack"),
        (", so the stack ends there", ", so the stack ends below that member"),
        ("An object of its group", "Another object of its group"),
        ("cannot take its state yet", "cannot apply its state yet"),
        ("It cannot apply", "The object cannot apply"),
        ("Its restoration class waits for data", "The root's restoration class waits for data"),
        ("Its restoration class made a second", "The root's restoration class made a second"),
        ("Its restoration class declined", "The object's restoration class declined"),
        (
            "what that had changed could not be put back",
            "the changes that decoding had made could not be undone"
        ),
        (
            "What it was in, or what stood in its place, was closed",
            "The object's place was closed, or its stand-in"
        ),
        ("What stood in its place was removed", "Its stand-in was removed"),
        ("so it is not waited for any longer", "so the session no longer waits for the object"),
        ("until then, or until the object is changed", "until then"),
        (
            "It could not be put back if that failed, for it cannot be encoded as it is",
            "The object was not decoded: it cannot be encoded, so a failed decode could not be undone"
        ),
        (
            "Its class makes others along with it, and would have to make them twice",
            "The object was not reset: its class creates further objects, and would create them a "
                + "second time"
        ),
        (
            "Nothing needs to be done if it is gone for good",
            "Nothing needs to be done if the owner has removed the element"
        ),
    ]
}
