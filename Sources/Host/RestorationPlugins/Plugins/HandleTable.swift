/// Values by the handles of one session. Handles count up, so a lookup is a step into an array.
struct HandleTable<Value> {
    private let session: UInt64
    /// Pages without values are empty.
    private var pages: [Page] = []

    private struct Page {
        private(set) var values: [Value?] = []
        private(set) var count = 0

        mutating func update(_ slot: Int, _ change: (inout Value) -> Void) {
            if var value = values[slot].take() {
                change(&value)
                values[slot] = value
            }
        }

        mutating func set(_ value: Value?, at slot: Int) {
            if values.isEmpty {
                if value == nil { return }
                values = Array(repeating: nil, count: pageSize)
            }
            count += (value == nil ? 0 : 1) - (values[slot] == nil ? 0 : 1)
            values[slot] = value
            if count == 0 { values = [] }
        }
    }

    private static var pageSize: Int { 256 }

    init(of mailbox: PluginMailbox) { session = mailbox.number }

    private func place(of handle: UInt64) -> (page: Int, slot: Int) {
        let (session, counter) = PluginMailbox.parts(of: handle)
        return session == self.session
            ? (counter / Self.pageSize, counter % Self.pageSize) : (.max, 0)
    }

    /// Reading is defined for any handle.
    subscript(handle: UInt64) -> Value? {
        get {
            let (page, slot) = place(of: handle)
            guard page < pages.count, pages[page].count > 0 else { return nil }
            return pages[page].values[slot]
        }
        set {
            let (page, slot) = place(of: handle)
            if page >= pages.count {
                if newValue == nil { return }
                pages += Array(repeating: Page(), count: page + 1 - pages.count)
            }
            pages[page].set(newValue, at: slot)
        }
    }

    func contains(_ handle: UInt64) -> Bool {
        let (page, slot) = place(of: handle)
        return page < pages.count && pages[page].count > 0 && pages[page].values[slot] != nil
    }

    /// Changes a value, or a new one for a handle without any.
    mutating func update(
        _ handle: UInt64,
        or value: @autoclosure () -> Value,
        _ change: (inout Value) -> Void
    ) {
        if !contains(handle) { self[handle] = value() }
        let (page, slot) = place(of: handle)
        if page < pages.count { pages[page].update(slot, change) }
    }

    /// In the order of the handles.
    var values: [Value] { pages.flatMap { $0.values.compactMap(\.self) } }
}
