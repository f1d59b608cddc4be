internal import CRestorationSystem

/// The threads that a class has started and that go on when it has no object any more.
///
/// Linux does not say who has started a thread. So they are counted before and after the class
/// creates its first object, which costs nothing later. A thread that somebody else starts at that
/// moment is taken for one of the class's, which is why this is a word in the log and no more.
final class StartedThreads {
    /// `nil` until the class has created an object.
    private var numbers: Set<pid_t>?
    private var objects = 0

    /// Runs what creates an object.
    func during<Result>(
        in context: PluginContext,
        _ creation: () throws -> Result
    ) rethrows -> Result {
        guard numbers == nil, context.mailbox.services.isHeard else { return try creation() }
        let before = Self.running()
        numbers = []
        defer {
            numbers = Self.running().subtracting(before).subtracting(context.startedThreads)
            context.startedThreads.formUnion(numbers ?? [])
        }
        return try creation()
    }

    func noteCreation() { objects += 1 }

    /// Returns whether threads may be left over.
    func noteDestruction() -> Bool {
        objects -= 1
        return objects == 0 && numbers?.isEmpty == false
    }

    /// How many go on though the class has no object; from then on they are not counted again.
    func takeLeft() -> Int {
        guard objects == 0, let started = numbers, !started.isEmpty else { return 0 }
        numbers = []
        return started.intersection(Self.running()).count
    }

    /// The threads of the process; more than there is room for are not seen.
    private static func running() -> Set<pid_t> {
        let room = 4096
        // Invariant: the function writes at most `room` numbers, and says how many.
        let numbers = unsafe [pid_t](unsafeUninitializedCapacity: room) { buffer, count in
            count = unsafe restoration_thread_numbers(buffer.baseAddress, room)
        }
        return Set(numbers)
    }
}
