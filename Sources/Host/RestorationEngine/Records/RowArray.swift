@_spi(Memory) import RestorationCore

/// Values by row, read and changed in place. The owner of the array calls ``end()`` in `deinit`.
struct RowArray<Value> {
    private let values = Unguarded(FlatArray<Value>())

    subscript(row: Int) -> Value {
        @inline(__always) _read { yield values.value[row] }
        @inline(__always) nonmutating _modify { yield &values.value[row] }
    }

    func reserve(_ count: Int) { values.value.reserve(count) }

    func append(_ value: consuming Value) { values.value.append(value) }

    func append(repeating value: Value, count: Int) {
        values.value.append(repeating: value, count: count)
    }

    func end() { values.end() }
}

extension RowArray: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { values.value.count }
}
