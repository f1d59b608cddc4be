/// Answers found before. The one asked for last is at hand without a hash: objects of one class
/// mostly follow each other.
final class Remembered<Key: Hashable, Answer> {
    private var answers: [Key: Answer] = [:]
    private var lastKey: Key?
    private var lastAnswer: Answer?

    subscript(key: Key) -> Answer? {
        get {
            if key == lastKey { return lastAnswer }
            guard let answer = answers[key] else { return nil }
            lastKey = key
            lastAnswer = answer
            return answer
        }
        set {
            answers[key] = newValue
            lastKey = key
            lastAnswer = newValue
        }
    }
}

/// Values that few of many numbers have. Asking costs next to nothing as long as none has one.
final class Sparse<Value> {
    private(set) var values: [Int: Value] = [:]
    private(set) var isEmpty = true

    subscript(number: Int) -> Value? {
        @inline(__always)
        get { isEmpty ? nil : values[number] }
        set {
            values[number] = newValue
            isEmpty = values.isEmpty
        }
    }
}
