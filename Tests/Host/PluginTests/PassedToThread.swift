/// Takes a value to another thread, against the rules.
final class PassedToThread<Value>: @unchecked Sendable {
    private var value: Value?

    init(_ value: Value) {
        self.value = value
    }

    func letGo() {
        value = nil
    }

    func use<Result>(_ body: (Value) -> Result) -> Result {
        body(value!)
    }
}
