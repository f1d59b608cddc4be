internal import Glibc

/// What plain plugins of a directory are, read on two threads where there are many.
///
/// Half of the time goes into system calls, which a second processor can make as well. Each thread
/// has a half of the names; nothing else is shared, and both are done before anything is looked at.
struct PlainPlugins {
    typealias Found = (plugin: ScannedPlugin, facts: FileFacts)
    private let first: [Found?]
    private let second: [Found?]

    /// So few that a thread would cost more than it spares.
    private static let few = 32

    init(_ names: [String], in directory: OpenDirectory) {
        let middle = names.count <= Self.few ? names.count : names.count / 2
        let (first, second) = (Half(names[..<middle], directory), Half(names[middle...], directory))
        let helper = second.names.isEmpty ? nil : second.runOnThread()
        first.run()
        if let helper { pthread_join(helper, nil) } else { second.run() }
        self.first = first.found
        self.second = second.found
    }

    /// By the place of the name.
    subscript(number: Int) -> Found? {
        number < first.count ? first[number] : second[number - first.count]
    }

    /// A half of the names.
    ///
    /// Invariant of `@unchecked Sendable`: whoever starts a thread with it leaves it alone until that
    /// thread has ended.
    private final class Half: @unchecked Sendable {
        let names: ArraySlice<String>
        private let directory: OpenDirectory
        private(set) var found: [Found?] = []

        init(_ names: ArraySlice<String>, _ directory: OpenDirectory) {
            self.names = names
            self.directory = directory
        }

        func run() {
            found.reserveCapacity(names.count)
            for name in names { found.append(ScannedPlugin.plain(name, in: directory)) }
        }

        /// Starts a thread, or returns `nil`. The program's signal handlers never run on it.
        func runOnThread() -> pthread_t? {
            var thread = pthread_t()
            var all = sigset_t()
            var before = sigset_t()
            let context = unsafe Unmanaged.passRetained(self)
            // Invariant (pthread_create(3)): `context` goes to the new thread, which releases it; or,
            // if there is none, is released here.
            unsafe sigfillset(&all)
            unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
            let failure = unsafe pthread_create(
                &thread,
                nil,
                { context in
                    guard let context = unsafe context else { return nil }
                    unsafe Unmanaged<Half>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                },
                context.toOpaque()
            )
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
            if failure != 0 { unsafe context.release() }
            return failure == 0 ? thread : nil
        }
    }
}
