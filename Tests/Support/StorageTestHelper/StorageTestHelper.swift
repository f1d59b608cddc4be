import Glibc
import RestorationCore
import RestorationStorage
import Synchronization

/// A program that uses a store as an application does, and dies or fails at a given step.
///
/// ```
/// save DIRECTORY OBSTACLE NUMBER STEP   saves NUMBER times, and kills itself before STEP of the
///                                       last save; a launch begins before saves 1, 2 and 4
/// hold DIRECTORY                        takes the lock, prints a line, waits for its input to end
/// hold-beside-child DIRECTORY           the same, with a forked child that waits as well
/// key DIRECTORY                         waits for its input to end, then asks for the key
/// ```
///
/// The keys are in `DIRECTORY/keys`, the state in `DIRECTORY/state`. Results and errors go to
/// standard output; the exit status is 0, or 1 after an error.
@main
enum StorageTestHelper {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            print(error)
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        let directory = arguments[1]
        switch arguments[0] {
        case "save":
            let death = Death(before: arguments[4], ofSave: Int(arguments[3])!)
            let obstacle = Obstacle(rawValue: arguments[2])!
            try save(in: directory, death, obstacle)
        case "hold":
            let store = store(in: directory)
            try store.lock()
            print("locked")
            fflush(nil)
            waitForEndOfInput()
            store.close()
        case "hold-beside-child":
            let store = store(in: directory)
            try store.lock()
            // The child prints it, after it has closed its copy of the lock.
            forkChild {
                print("locked")
                fflush(nil)
                waitForEndOfInput()
            }
            waitForEndOfInput()
            store.close()
        case "key":
            waitForEndOfInput()
            let keys = FileKeyProvider(directory: "\(directory)/keys")
            print(try keys.key(for: Self.application, creation: .allowed).bytes)
        default:
            preconditionFailure("The helper does not know \(arguments[0]).")
        }
    }

    private static func save(in directory: String, _ death: Death, _ obstacle: Obstacle) throws {
        let store = store(in: directory) { step throws(SystemError) in
            death.meet(step)
            try obstacle.meet(step)
        }
        for number in 1...death.save {
            if [1, 2, 4].contains(number) {
                store.close()
                _ = try store.open()
            }
            death.begin(number)
            try store.commit(state(number), as: store.nextGeneration())
        }
    }

    private static func store(
        in directory: String,
        before: @escaping @Sendable (StorageStep) throws(SystemError) -> Void = { _ in }
    ) -> ArchiveStore {
        var conditions = StorageConditions()
        conditions.pieceSize = 16
        conditions.before = before
        return ArchiveStore(
            application: application,
            directory: "\(directory)/state",
            keys: FileKeyProvider(directory: "\(directory)/keys"),
            conditions: conditions
        )
    }

    private static let application = ApplicationIdentifier("org.example.helper")!

    private static func state(_ number: Int) -> [UInt8] {
        Array("generation \(number) of the state".utf8)
    }
}

/// The point at which the program dies.
final class Death: Sendable {
    private let step: String
    /// The save in which it dies, the last one.
    let save: Int
    private let current = Atomic<Int>(0)

    init(before step: String, ofSave save: Int) {
        self.step = step
        self.save = save
    }

    func begin(_ save: Int) {
        current.store(save, ordering: .relaxed)
    }

    func meet(_ step: StorageStep) {
        guard current.load(ordering: .relaxed) == save else { return }
        if String(describing: step) == self.step { _ = kill(getpid(), SIGKILL) }
    }
}

/// A missing capability of the file system.
enum Obstacle: String {
    case none, exchange, exchangeAndLink

    func meet(_ step: StorageStep) throws(SystemError) {
        switch (self, step) {
        case (.exchange, .exchange), (.exchangeAndLink, .exchange),
            (.exchangeAndLink, .linkCurrent):
            throw SystemError(code: EOPNOTSUPP)
        default:
            break
        }
    }
}
