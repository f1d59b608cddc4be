/// Values by the handles of one session. Handles count up, so a lookup is a step into an array.
struct HandleTable<Value> {
    private let session: UInt64
    /// Pages without values are empty.
    private var pages: [Page] = []

    private struct Page {
        var values: [Value?] = []
        var count = 0
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
            if pages[page].values.isEmpty {
                if newValue == nil { return }
                pages[page].values = Array(repeating: nil, count: Self.pageSize)
            }
            let isNew = pages[page].values[slot] == nil
            pages[page].values[slot] = newValue
            pages[page].count += (newValue == nil ? 0 : 1) - (isNew ? 0 : 1)
            if pages[page].count == 0 { pages[page] = Page() }
        }
    }

    /// In the order of the handles.
    var values: [Value] { pages.flatMap { $0.values.compactMap(\.self) } }
}
