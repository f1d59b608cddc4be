/// What plain plugins of a directory are, read on two threads where there are many.
struct PlainPlugins {
    typealias Found = (plugin: ScannedPlugin, facts: FileFacts)
    /// By the place of the name.
    private var found: [Found?]

    init(_ names: [String], in directory: OpenDirectory) {
        let owner = Collector()
        let helper = Collector()
        SharedWork.run(names.count) { parts, worker in
            let collector = worker == .owner ? owner : helper
            for number in parts {
                guard let found = ScannedPlugin.plain(names[number], in: directory) else {
                    continue
                }
                collector.found.append((number, found))
            }
        }
        found = Array(repeating: nil, count: names.count)
        for (number, plugin) in owner.found { found[number] = plugin }
        for (number, plugin) in helper.found { found[number] = plugin }
    }

    subscript(number: Int) -> Found? { found[number] }

    /// What one thread has found.
    ///
    /// Invariant of `@unchecked Sendable`: one thread alone writes to it, and others read when
    /// ``SharedWork`` says that all is done.
    private final class Collector: @unchecked Sendable {
        var found: [(number: Int, Found)] = []
    }
}
