import RestorationCore

/// What an object that is not there means for what is below it, or above it in a stack.
enum Fate {
    /// Left out on purpose, and with it everything below (REST-9).
    case abandoned
    /// Kept for later, and with it everything below.
    case retained(Diagnosis)
    /// Kept until what it waits for arrives, and with it everything below.
    case awaited(Diagnosis)
}
