import Glibc
import Testing

@testable import RestorationStorage

@Suite struct `The lock of a store` {
    let scratch = Scratch()

    @Test func `names the process that holds it`() throws {
        let helper = ChildProcess("hold", scratch.path)
        try #require(helper.line() == "locked")

        let store = scratch.helperStore()
        let error = StorageError.inUse(path: "\(store.directory)/lock", process: helper.number)
        #expect(throws: error) { try store.lock() }
        #expect(throws: error) { try store.open() }
        #expect(throws: error) { try store.discard() }
        #expect(throws: error) { try store.setAsideEverything(because: .refused) }
        #expect(helper.end() == .exited(0))
    }

    @Test func `is free again when its holder is killed`() throws {
        let helper = ChildProcess("hold", scratch.path)
        try #require(helper.line() == "locked")

        helper.kill()
        try #require(helper.end() == .killed(SIGKILL))

        try scratch.helperStore().lock()
    }

    @Test func `is free again when its holder is killed, although a child lives on`() throws {
        let helper = ChildProcess("hold-beside-child", scratch.path)
        try #require(helper.line() == "locked")

        helper.kill()
        try #require(helper.wait() == .killed(SIGKILL))

        try scratch.helperStore().lock()
    }

    @Test(arguments: [1, Int(getppid()), 999_999_999])
    func `names no process that does not hold it`(number: Int) throws {
        let holder = scratch.store()
        try holder.lock()
        let path = "\(scratch.path)/state/lock"
        scratch["state/lock"] = Array("\(number)".utf8)

        #expect(throws: StorageError.inUse(path: path, process: nil)) {
            try scratch.store().lock()
        }
    }

    @Test func `is not needed to list and to read the report`() throws {
        let store = try scratch.openStore()
        try store.commit([1], as: store.nextGeneration())
        try store.writeReport([2])

        let visitor = scratch.store()

        #expect(try visitor.files().map(\.role) == [.current, .report])
        #expect(try visitor.readReport() == [2])
    }
}
