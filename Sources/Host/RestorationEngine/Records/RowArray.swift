@_spi(Memory) import RestorationCore

/// Values by row, read and changed in place. Its owner calls ``end()`` in its `deinit`.
struct RowArray<Value> {
    private let values = Unguarded(FlatArray<Value>())

    var count: Int { values.value.count }

    subscript(row: Int) -> Value {
        @inline(__always) _read { yield values.value[row] }
        @inline(__always) nonmutating _modify { yield &values.value[row] }
    }

    func append(_ value: consuming Value) { values.value.append(value) }

    func end() { values.end() }
}
