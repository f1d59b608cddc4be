import RestorationCore
import Testing

/// The error that `body` throws. Records an issue if it throws none, or one that does not say what to
/// do about it.
@discardableResult
func diagnosedError(
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> some Any
) -> (any DiagnosedError)? {
    do {
        _ = try body()
        Issue.record(comment ?? "No error was thrown", sourceLocation: sourceLocation)
    } catch {
        if let error = error as? any DiagnosedError { return error }
        Issue.record(error, comment, sourceLocation: sourceLocation)
    }
    return nil
}

/// Whether an error is a certain one.
func == <Expected: DiagnosedError & Equatable>(
    error: (any DiagnosedError)?,
    expected: Expected
) -> Bool {
    guard let error = error as? Expected else { return false }
    return error == expected
}
