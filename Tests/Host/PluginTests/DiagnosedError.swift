import RestorationCore
import Testing

/// The error that `body` throws. Records an issue if it throws none, or one without a remedy.
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

/// Compares an error with one of a concrete type.
func == <Expected: DiagnosedError & Equatable>(
    error: (any DiagnosedError)?,
    expected: Expected
) -> Bool {
    guard let error = error as? Expected else { return false }
    return error == expected
}
